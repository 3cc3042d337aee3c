const LOOK_MS = 5;
/** Two minutes and more: far beyond what must come takes on a busy machine. A guard that lets work go on for ever fails by it. */
const MOST_LOOKS = 24_000;

/** Waits for a condition, but not for ever. Vitest's own waiting moves a clock that stands still. */
export async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    if (await is()) return;
    await new Promise((wake) => setTimeout(wake, LOOK_MS));
  }
  throw new Error(`what was waited for never came: ${is}`);
}

/** Rounds that a test's work may take until nothing of it is left. */
const MOST_ROUNDS = 60;

/** Does work again until it answers that nothing is left, but not for ever. */
export async function untilNothing(work: () => Promise<number>): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) if ((await work()) === 0) return;
  throw new Error(`work that has no end: ${work}`);
}
