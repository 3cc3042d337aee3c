"use client";

import { serverNow, useNow } from "#components/clock.ts";
import { usePreferences } from "#components/preferences.tsx";
import { clockText, dayText, onSameDay, type Zone } from "#lib/i18n/times.ts";

/** A moment by its clock, and its day where that is another. */
export function momentText(at: number, now: number, zone: Zone): string {
  const clock = clockText(at, zone).slice(0, 5);
  return onSameDay(at, now, zone) ? clock : `${dayText(at, zone)} ${clock}`;
}

/** How a moment is written for the reader: its clock today, its day too on another. */
export function useMoment(): (at: number) => string {
  const { zone } = usePreferences();
  const now = useNow(10_000) ?? serverNow();
  return (at) => momentText(at, now, zone);
}
