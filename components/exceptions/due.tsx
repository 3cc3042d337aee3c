"use client";

import type { CaseRecord } from "#lib/cases/contract.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { usePreferences } from "#components/preferences.tsx";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { exactSpanText, fullText, momentText, spanText, startOfDay, type Zone } from "#lib/i18n/times.ts";

const words = exceptionsText.due;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SOON_MS = 2 * HOUR_MS;

export type DueGroup = "soon" | "today" | "later";

/** When the reader's day ends; noon of the next day is on it whatever the clocks do. */
export const endOfDay = (now: number, zone: Zone): number => startOfDay(startOfDay(now, zone) + 36 * HOUR_MS, zone);

/** By when a case is to be decided, as the list counts it. */
export function groupOf({ dueAt }: CaseRecord, now: number, dayEndsAt: number): DueGroup {
  if (dueAt === undefined) return "later";
  if (dueAt <= now + SOON_MS) return "soon";
  return dueAt < dayEndsAt ? "today" : "later";
}

const LOOKS: Record<DueGroup, string> = {
  soon: "font-medium text-fail-text",
  today: "text-wait-text",
  later: "text-ink-3",
};

/** How long is left, red within two hours, amber today; a later day by its name unless `asSpan`. */
export function Due({
  record,
  asSpan = false,
  className = "",
}: {
  record: CaseRecord;
  asSpan?: boolean;
  className?: string;
}) {
  const { zone } = usePreferences();
  const now = useNow(10_000) ?? serverNow();
  const { dueAt } = record;
  if (dueAt === undefined) return null;
  const group = groupOf(record, now, endOfDay(now, zone));
  return (
    <time
      className={`figure whitespace-nowrap ${LOOKS[group]} ${className}`}
      dateTime={new Date(dueAt).toISOString()}
      suppressHydrationWarning
      title={fullText(dueAt, zone)}
    >
      {dueText(dueAt, now, zone, group === "later" && !asSpan)}
    </time>
  );
}

/** In its two largest units; of more than two minutes no seconds, which say nothing and take the case's name its room. */
export function leftText(ms: number): string {
  return exactSpanText(ms < 2 * MINUTE_MS ? ms : ms - (ms % MINUTE_MS));
}

function dueText(dueAt: number, now: number, zone: Zone, byDay: boolean): string {
  if (dueAt <= now) return words.overdue((now - dueAt >= DAY_MS ? spanText : leftText)(now - dueAt));
  return byDay ? momentText(dueAt, now, zone) : leftText(dueAt - now);
}
