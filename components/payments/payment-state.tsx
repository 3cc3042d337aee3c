"use client";

import type { PaymentRecord } from "#lib/payments/contract.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { State } from "#components/ui/state.tsx";
import { stateOf } from "./state-of.ts";

/** A payment's state, with the time that is left renewed as it goes. */
export function PaymentState({ record, plain = false }: { record: PaymentRecord; plain?: boolean }) {
  const now = useNow(10_000) ?? serverNow();
  const { why, ...facts } = stateOf(record, now);
  return <State {...facts} why={plain ? undefined : why} />;
}
