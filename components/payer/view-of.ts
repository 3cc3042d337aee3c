import { scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { PayerState } from "#lib/payments/payer-contract.ts";
import { amountText, rateText } from "#lib/i18n/amount.ts";

/**
 * What a payer is shown: pay, pay the rest, seen, being checked, paid, paid too much, too little in time, ended.
 * The end counts as soon as the clock reaches it, before the server is polled again.
 */
export type PayerView = "pay" | "rest" | "seen" | "checking" | "paid" | "over" | "under" | "ended";

export function viewOf(state: PayerState, now: number): PayerView {
  if (state.status === "DETECTED") return "seen";
  const ended = now > state.expiryTime;
  switch (state.amountStatus) {
    case "PAID":
      return "paid";
    case "OVERPAID":
      return "over";
    case "UNDERPAID":
      return "under";
    case "PARTIAL":
      return ended ? "under" : "rest";
    case "UNPAID":
      if (state.status === "PROCESSING") return "checking";
      return state.status === "PENDING" && !ended ? "pay" : "ended";
  }
}

/** What is still to be sent. */
export function restOf(state: PayerState): Decimal {
  const rest = state.quantity.minus(state.quantityReceived);
  return rest.units > 0n ? rest : state.quantity;
}

/** Amounts in sentences. */
export const cryptoText = (state: PayerState, value: Decimal): string => `${rateText(value)}\u00a0${state.cryptoType}`;
export const fiatText = (state: PayerState): string =>
  `${amountText(state.fiatReceivable, scaleOf(state.fiat))}\u00a0${state.fiat}`;
