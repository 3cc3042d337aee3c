import { cx } from "./class-names.ts";
import { Glyph, type GlyphName } from "./icons.tsx";

/**
 * none = nothing moves · wait = waits in our system · out = out on a chain or venue · done · fail = failed or needs you.
 * Always with a word and a glyph, never colour alone.
 */
export type Tone = "none" | "wait" | "out" | "done" | "fail";

const WORDS: Record<Tone, string> = {
  none: "",
  wait: "text-wait-text",
  out: "text-out-text",
  done: "text-done-text",
  fail: "text-fail-text",
};
export const MARKS: Record<Tone, string> = {
  none: "text-none-mark",
  wait: "text-wait-mark",
  out: "text-out-mark",
  done: "text-done-mark",
  fail: "text-fail-mark",
};

export type StateFacts = { tone: Tone; glyph: GlyphName; word: string; why?: string | undefined };

/** Glyph, the contract's word, and why: on a phone, where nothing shows what is cut off, over as many lines as it takes. */
export function State({ tone, glyph, word, why }: StateFacts) {
  return (
    <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-1.5 whitespace-normal align-middle card:flex-nowrap card:whitespace-nowrap">
      <Glyph className={MARKS[tone]} name={glyph} />
      <span className={cx("min-w-0 font-medium card:flex-none", WORDS[tone])}>{word}</span>
      {why ? (
        <span className="min-w-0 wrap-anywhere text-ink-3 card:truncate" title={why}>
          {why}
        </span>
      ) : null}
    </span>
  );
}
