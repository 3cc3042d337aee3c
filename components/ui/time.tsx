"use client";

import { useNow } from "#components/clock.ts";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#lib/i18n/text.ts";
import { dayAndMinute, fullText, inSameYear, secondText, spanText } from "#lib/i18n/times.ts";
import { cx } from "./class-names.ts";

/** A moment in the reader's chosen zone: the clock today, the day before it otherwise; the rest on hover. */
export function Time({ at, relative = false, className }: { at: number; relative?: boolean; className?: string }) {
  const { zone } = usePreferences();
  const now = useNow(30_000);
  // Two lines in a narrow column: a row has room for them.
  const isLong = now !== undefined && !inSameYear(at, now, zone);
  const ago = now === undefined ? "" : text.time.ago(spanText(Math.max(0, now - at)));
  return (
    <time
      className={cx("figure", isLong && "inline-block align-middle leading-4 whitespace-normal", className)}
      dateTime={new Date(at).toISOString()}
      title={`${fullText(at, zone)}${ago ? ` · ${ago}` : ""}`}
    >
      {now === undefined ? dayAndMinute(at, zone) : secondText(at, now, zone)}
      {relative && ago ? <span className="text-ink-3"> {ago}</span> : null}
    </time>
  );
}
