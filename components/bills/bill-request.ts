import { fiatLimits } from "#lib/bills/bill.ts";
import type { RequestPaymentAddress } from "#lib/bills/contract.ts";
import { type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { billsText } from "#lib/i18n/bills.ts";
import { faultsText } from "#lib/i18n/faults.ts";
import { amountText, decimalMark, meansTwo, typedDecimal } from "#lib/i18n/amount.ts";
import { type BillDraft, hasTwoForms } from "./draft.ts";

const words = billsText;

/** An amount as it is typed on this page; none is negative. */
export function amountFrom(typed: string): Decimal | undefined {
  const amount = typedDecimal(typed);
  return amount && amount.units >= 0n ? amount : undefined;
}

/** What is wrong with the amount that was typed; undefined when nothing is. */
export function amountFault(typed: string, fiat: Fiat): string | undefined {
  if (typed.trim() === "") return words.faults.fiatReceivable;
  const amount = amountFrom(typed);
  if (!amount) return meansTwo(typed) ? faultsText.twoNumbers(decimalMark()) : words.faults.notAmount(decimalMark());
  if (amount.scale > scaleOf(fiat)) return words.faults.decimals(fiat, scaleOf(fiat));
  const { minimumUnits, maximumUnits } = fiatLimits(fiat);
  const units = amount.floorUnits(scaleOf(fiat));
  return units < minimumUnits || units > maximumUnits ? words.faults.range(...limitTexts(fiat)) : undefined;
}

/** The least and the most of a fiat, as they are said. */
export function limitTexts(fiat: Fiat): [least: string, most: string] {
  const { minimumUnits, maximumUnits } = fiatLimits(fiat);
  const say = (units: bigint) => `${amountText(amountOf(fiat, units), scaleOf(fiat))}\u00a0${fiat}`;
  return [say(minimumUnits), say(maximumUnits)];
}

/** The request of a draft: fields that the choice of crypto or strategy rules out stay out, defaults too. */
export function requestOf(draft: BillDraft): Partial<RequestPaymentAddress> {
  const fiatReceivable = amountFrom(draft.fiatReceivable);
  const limitPrice = draft.strategy === "LMT" ? amountFrom(draft.limitPrice) : undefined;
  return {
    cryptoType: draft.cryptoType,
    ...(draft.cryptoType === "USDT" ? { networkType: draft.networkType } : {}),
    fiat: draft.fiat,
    ...(fiatReceivable ? { fiatReceivable } : {}),
    subaccount: draft.subaccount,
    ...(draft.reference === "" ? {} : { reference: draft.reference }),
    ...(draft.bech32 && hasTwoForms(draft.cryptoType) ? { bech32: true } : {}),
    ...(draft.strategy === "RFQ" ? {} : { strategy: draft.strategy }),
    ...(draft.feeModel === "SPREAD" ? {} : { feeModel: draft.feeModel }),
    ...(limitPrice ? { limitPrice } : {}),
  };
}
