/** Far beyond what a test takes on a busy machine: what must come is awaited, and time decides nothing. */
export const LONGEST_WAIT_MS = 10 * 60_000;
export const POLL_MS = 2 * 60_000;
