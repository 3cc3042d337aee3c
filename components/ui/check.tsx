"use client";

import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names.ts";

/** A tick box in a 24 px target; `some` shows that a part of what it stands for is ticked. */
export function Check({
  label,
  hideLabel,
  some = false,
  hint,
  className,
  ref,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  hideLabel?: boolean;
  some?: boolean;
  hint?: ReactNode;
}) {
  const markSome = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = some;
    if (typeof ref === "function") return ref(box);
    if (ref) ref.current = box;
  };
  return (
    <label className={cx("inline-flex min-h-6 min-w-6 cursor-pointer items-center gap-2", className)}>
      <input {...rest} className="check" ref={markSome} type="checkbox" />
      <span className={hideLabel ? "sr-only" : undefined}>
        {label}
        {hint ? <span className="text-ink-3"> {hint}</span> : null}
      </span>
    </label>
  );
}
