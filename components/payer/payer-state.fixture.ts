import { Decimal } from "#lib/kernel/decimal.ts";
import type { PayerState } from "#lib/payments/payer-contract.ts";

export const QUANTITY = Decimal.from("0.002");

/** What a payer's page is answered of a bill, of which what has not come is missing; it waits unless it is said otherwise. */
export function payerState(given: Partial<PayerState> & Pick<PayerState, "expiryTime" | "serverTime">): PayerState {
  const { quantityReceived = Decimal.ZERO, quantitySeen = Decimal.ZERO } = given;
  const rest = QUANTITY.minus(quantityReceived).minus(quantitySeen);
  return {
    cryptoType: "BTC",
    network: "bitcoin",
    quantity: QUANTITY,
    quantityReceived,
    quantitySeen,
    quantityMissing: rest.units > 0n ? rest : Decimal.ZERO,
    quantityDeclined: Decimal.ZERO,
    late: false,
    reversed: false,
    wrongAsset: false,
    confirmationsRequired: 2,
    fiat: "EUR",
    fiatReceivable: Decimal.from(100),
    address: "bc1q",
    status: "PENDING",
    amountStatus: "UNPAID",
    ...given,
  };
}
