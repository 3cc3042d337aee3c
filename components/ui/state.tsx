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

/** Glyph, the contract's word, and why; `whole`: on a phone, where nothing shows what is cut off, over as many lines as it takes. */
export function State({ tone, glyph, word, why, whole = false }: StateFacts & { whole?: boolean }) {
  return (
    <span
      className={cx(
        "inline-flex min-w-0 max-w-full items-center gap-1.5 align-middle",
        whole ? "flex-wrap card:flex-nowrap card:whitespace-nowrap" : "whitespace-nowrap",
      )}
    >
      <Glyph className={MARKS[tone]} name={glyph} />
      <span className={cx("flex-none font-medium", WORDS[tone])}>{word}</span>
      {why ? (
        <span className={cx("min-w-0 text-ink-3", whole ? "wrap-anywhere card:truncate" : "truncate")} title={why}>
          {why}
        </span>
      ) : null}
    </span>
  );
}
