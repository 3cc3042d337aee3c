import { slot } from "#lib/kernel/slots.ts";
import type { App } from "#lib/kernel/app.ts";
import { Refusal } from "#lib/kernel/errors.ts";

/** Bounds of a password in characters (code points; rulebook 3.27). No composition rules: length and the list do more. */
export const LEAST_PASSWORD = 12;
export const MOST_PASSWORD = 128;
/** zxcvbn's scale is 0 to 4; 3 is some 10^8 guesses: beyond online guessing, and slow hashes do the rest. */
const LEAST_SCORE = 3;

/** As much of the process as a judgement needs. */
type Judging = Pick<App, "slots"> & { env: Pick<App["env"], "publicUrl"> };
type Judge = (password: string, about: string[]) => number;
const JUDGE = slot<Promise<Judge>>("password judge");

/** What the program calls itself; beside it the host that people go to, and what is known of the person, count as guessed. */
export const OWN_WORDS: readonly string[] = ["desk", "payments", "crypto"];

/**
 * Refuses a password that is too short, too long or easily guessed: found in lists of common passwords, words and names
 * kept with the program, or made of its own words or of what is known of the person. 400 naming the field; `passwordFault`
 * says which.
 */
export async function needGoodPassword(app: Judging, password: string, about: readonly string[]): Promise<void> {
  const { length } = [...password];
  if (length < LEAST_PASSWORD) throw refused("SHORT", `A password has at least ${LEAST_PASSWORD} characters.`);
  if (length > MOST_PASSWORD) throw refused("LONG", `A password has at most ${MOST_PASSWORD} characters.`);
  const score = (await app.slots.of(JUDGE, loadJudge))(password, [
    ...OWN_WORDS,
    ...[...about, new URL(app.env.publicUrl).hostname].flatMap(partsOf),
  ]);
  if (score < LEAST_SCORE) throw refused("COMMON", "This password is too easy to guess; use several unusual words.");
}

function refused(passwordFault: "SHORT" | "LONG" | "COMMON", message: string): Refusal {
  return new Refusal("VALIDATION_FAILED", message, {
    errors: [{ field: "password", message }],
    body: { passwordFault },
  });
}

/** A name or an address, and its parts. */
const partsOf = (text: string): string[] => [text, ...text.split(/[\s@._-]+/)].filter((part) => part.length > 2);

/** Loaded when the first password is set: the lists take some megabytes. */
async function loadJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  const judge = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
  return (password, about) => judge.check(password, about).score;
}
