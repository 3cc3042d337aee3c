"use client";

import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { usePreferences } from "#components/preferences.tsx";
import { State } from "#components/ui/state.tsx";
import { stateOf } from "./state-of.ts";

const REST_MS = 3_600_000;

/** A conversion's state; a running quote is updated every second. */
export function ConversionState({ record, plain = false }: { record: ConversionRecord; plain?: boolean }) {
  const { zone } = usePreferences();
  const runs = record.status === "QUOTED" && !record.quoteExpired;
  const now = useNow(runs ? 1_000 : REST_MS);
  const { why, ...facts } = stateOf(record, runs ? (now ?? serverNow()) : serverNow(), zone);
  return <State {...facts} why={plain ? undefined : why} />;
}
