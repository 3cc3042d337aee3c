"use client";

import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { cx } from "./class-names.ts";

/** A tick box in a 24 px target; `some` shows that a part of what it stands for is ticked. */
export function Check({
  label,
  hideLabel,
  some = false,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  hideLabel?: boolean;
  some?: boolean;
  hint?: ReactNode;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <label className={cx("inline-flex min-h-6 min-w-6 cursor-pointer items-center gap-2", className)}>
      <input {...rest} className="check" ref={box} type="checkbox" />
      <span className={hideLabel ? "sr-only" : undefined}>
        {label}
        {hint ? <span className="text-ink-3"> {hint}</span> : null}
      </span>
    </label>
  );
}
