import { scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { PayerState } from "#lib/payments/payer-contract.ts";
import { amountText, rateText } from "#lib/i18n/amount.ts";

/**
 * What a payer is shown: pay, pay the rest, seen, being checked, paid, paid too much, not in time, too little, taken back
 * by the network, not accepted, ended. The end counts as soon as the clock reaches it, before the server is polled again.
 */
export type PayerView =
  | "pay"
  | "rest"
  | "seen"
  | "checking"
  | "paid"
  | "over"
  | "late"
  | "under"
  | "reversed"
  | "declined"
  | "ended";

/** Nobody is asked again for what they have sent, nor thanked for what has not settled the bill (rulebook 5.16). */
export function viewOf(state: PayerState, now: number): PayerView {
  const isComplete = state.quantityMissing.isZero();
  if (!isComplete && !hasEnded(state, now)) return sentOf(state).isZero() ? none(state, "pay") : "rest";
  if (!state.quantitySeen.isZero()) return state.status === "PROCESSING" ? "checking" : "seen";
  return state.status === "PROCESSING" && isComplete ? "checking" : outcomeOf(state);
}

function outcomeOf(state: PayerState): PayerView {
  switch (state.amountStatus) {
    case "UNPAID":
      return none(state, "ended");
    case "PARTIAL":
    case "UNDERPAID":
      return "under";
    case "PAID":
      return settled(state, "paid");
    case "OVERPAID":
      return settled(state, "over");
  }
}

/** Of a bill whose sum is there. */
function settled({ late, reversed }: PayerState, view: "paid" | "over"): PayerView {
  if (late) return "late";
  return reversed ? "reversed" : view;
}

/** Of a bill to which nothing counts. */
function none({ reversed, quantityDeclined }: PayerState, view: "pay" | "ended"): PayerView {
  if (reversed) return "reversed";
  return quantityDeclined.isZero() ? view : "declined";
}

const hasEnded = ({ serverTime, expiryTime }: PayerState, now: number): boolean =>
  Math.max(now, serverTime) > expiryTime;

/** What the payer has sent towards the bill: counted, or seen and not counted yet. */
export const sentOf = (state: PayerState): Decimal => state.quantityReceived.plus(state.quantitySeen);

/** Amounts in sentences. */
export const cryptoText = (state: PayerState, value: Decimal): string => `${rateText(value)}\u00a0${state.cryptoType}`;
export const fiatText = (state: PayerState): string =>
  `${amountText(state.fiatReceivable, scaleOf(state.fiat))}\u00a0${state.fiat}`;
