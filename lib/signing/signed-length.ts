/** Characters that what a signer gives back may have at most, as text or as hex. */
export const MOST_SIGNED = 64_000;
