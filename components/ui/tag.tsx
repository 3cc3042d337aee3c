import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import type { Tone } from "./state.tsx";

const TONES: Record<Tone, string> = {
  none: "border-edge text-ink-2",
  wait: "border-wait-edge bg-wait-wash text-wait-text",
  out: "border-out-edge bg-out-wash text-out-text",
  done: "border-done-edge bg-done-wash text-done-text",
  fail: "border-fail-edge bg-fail-wash text-fail-text",
};

/** A fact beside a state. Its word says it; the colour only repeats. */
export function Tag({ tone = "none", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex h-4.5 items-center rounded-1 border px-1.25 text-11 font-medium whitespace-nowrap",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
