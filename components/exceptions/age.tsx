"use client";

import { useNow } from "#components/clock.ts";
import { usePreferences } from "#components/preferences.tsx";
import { fullText, spanText } from "#lib/i18n/times.ts";

/** How long something has stood, in its largest unit; the moment itself on hover. */
export function Age({ since, className }: { since: number; className?: string }) {
  const { zone } = usePreferences();
  const now = useNow(10_000);
  return (
    <time
      className={`figure ${className ?? ""}`}
      dateTime={new Date(since).toISOString()}
      title={fullText(since, zone)}
    >
      {now === undefined ? "" : spanText(Math.max(0, now - since))}
    </time>
  );
}
