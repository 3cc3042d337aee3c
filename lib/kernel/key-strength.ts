const MIN_CHARACTERS = 32;
/** 32 random hexadecimal digits show 14 different ones on average, and fewer than nine once in some 70 000 keys. */
const MIN_DIFFERENT = 9;
/** What stands in examples and on keyboards. */
const KNOWN = /change.?me|password|passw0rd|secret|default|example|qwerty|letmein/i;
const LONGEST_RUN = 8;

/**
 * Why a key for secrets is one that can be guessed, as a half sentence; undefined for one that looks random. It cannot
 * prove randomness: it finds what people type instead of it.
 */
export function keyWeakness(key: string): string | undefined {
  if (key.length < MIN_CHARACTERS) return "is too short";
  if (isRepeated(key)) return "repeats itself";
  if (new Set(key).size < MIN_DIFFERENT) return "has too few different characters";
  if (hasRun(key)) return "counts up or down";
  if (KNOWN.test(key)) return "holds a well-known word";
  return undefined;
}

/** A shorter text over and over, the last time perhaps cut off. */
function isRepeated(key: string): boolean {
  for (let period = 1; period <= key.length / 2; period += 1) {
    if (key.slice(period) === key.slice(0, -period)) return true;
  }
  return false;
}

function hasRun(key: string): boolean {
  let run = 1;
  for (let at = 2; at < key.length; at += 1) {
    const step = key.charCodeAt(at) - key.charCodeAt(at - 1);
    const isGoingOn = Math.abs(step) <= 1 && step === key.charCodeAt(at - 1) - key.charCodeAt(at - 2);
    run = isGoingOn ? run + 1 : 1;
    if (run >= LONGEST_RUN - 1) return true;
  }
  return false;
}
