"use client";

import { serverNow, useNow } from "#components/clock.ts";
import { text } from "#lib/i18n/text.ts";

const SPOKEN_S = [60, 30, 10, 0];

/**
 * A countdown to `until` on the server's clock. The ticking is silent; screen readers hear it at 60, 30, 10 and 0 s.
 */
export function TimeLeft({ until, className }: { until: number; className?: string }) {
  const leftS = useSecondsLeft(until);
  const spoken = SPOKEN_S.filter((at) => leftS <= at).at(-1);
  return (
    <span className={className}>
      <span aria-hidden="true" className="figure" suppressHydrationWarning>
        {clockOf(leftS)}
      </span>
      <span aria-live="polite" className="sr-only">
        {spoken === undefined ? "" : text.time.left(spoken)}
      </span>
    </span>
  );
}

/** Whole seconds until a moment of the server's clock, never below zero. */
export function useSecondsLeft(until: number): number {
  const now = useNow(1000) ?? serverNow();
  return Math.max(0, Math.ceil((until - now) / 1000));
}

function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
