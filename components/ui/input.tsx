import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";

const BOX =
  "w-full rounded-2 border border-strong bg-raised px-2.5 focus-visible:border-transparent focus-visible:outline-offset-0 focus-visible:rounded-2 aria-invalid:border-fail-mark";

/** `figures` sets a number: right-aligned, tabular, a decimal keyboard on a phone. */
export function Input({ figures, className, ...rest }: ComponentProps<"input"> & { figures?: boolean }) {
  const look = figures ? "figure text-end text-15 font-medium tracking-normal" : "";
  return (
    <input
      autoComplete="off"
      {...(figures ? { inputMode: "decimal" as const } : {})}
      {...rest}
      className={cx(BOX, "h-9", look, className)}
    />
  );
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={3} {...rest} className={cx(BOX, "resize-y py-2", className)} />;
}
