"use client";

import { serverNow, useNow } from "#components/clock.ts";
import { usePreferences } from "#components/preferences.tsx";
import { momentText } from "#lib/i18n/times.ts";

/** How a moment is written for the reader: its clock today, its day too on another. */
export function useMoment(): (at: number) => string {
  const { zone } = usePreferences();
  const now = useNow(10_000) ?? serverNow();
  return (at) => momentText(at, now, zone);
}
