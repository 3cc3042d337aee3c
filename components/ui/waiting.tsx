"use client";

import { type ReactNode, useEffect, useState } from "react";
import { text } from "#lib/i18n/text.ts";
import { cx } from "./class-names.ts";
import { Skeleton } from "./skeleton.tsx";

const SLOW_MS = 10_000;

/** What stands where something will come, in its shape; after ten seconds it says so in words. */
export function Waiting({
  lines = 4,
  className,
  children,
}: {
  lines?: number;
  className?: string;
  /** The shape, where it is not that of lines. */
  children?: ReactNode;
}) {
  const slow = useSlow();
  return (
    <div aria-busy="true" className={cx("grid gap-4 px-gutter py-4", className)} data-waiting="">
      <span className="text-ink-2 empty:hidden" role="status">
        {slow ? text.table.slow : null}
      </span>
      {children ??
        Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
          <Skeleton className="w-full" key={line} />
        ))}
    </div>
  );
}

/** Whether what is waited for takes so long that it is said. */
export function useSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return slow;
}
