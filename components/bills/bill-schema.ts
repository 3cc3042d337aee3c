import { z } from "zod";
import { fiatLimits } from "#lib/bills/bill.ts";
import { type RequestPaymentAddress, requestPaymentAddressEndpoint } from "#lib/bills/contract.ts";
import { type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { text } from "#components/text/text.ts";
import { amountText, typedDecimal } from "#components/ui/amount.ts";
import { type BillDraft, hasTwoForms } from "./draft.ts";

const words = text.bills;

type Fault = { path: keyof BillDraft; message: string };

/** An amount as it is typed on this page; none is negative. */
export function amountFrom(typed: string): Decimal | undefined {
  const amount = typedDecimal(typed);
  return amount && amount.units >= 0n ? amount : undefined;
}

/** What is wrong with the amount that was typed; undefined when nothing is. */
export function amountFault(typed: string, fiat: Fiat): string | undefined {
  if (typed.trim() === "") return words.faults.fiatReceivable;
  const amount = amountFrom(typed);
  if (!amount) return words.faults.notAmount;
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

/** A draft that passes is the request, checked by the contract's own schema. */
export const billSchema = z.custom<BillDraft>().transform((draft, context): RequestPaymentAddress => {
  const told = typedFaults(draft);
  const read = requestPaymentAddressEndpoint.body.safeParse(requestOf(draft));
  const faults = [...told, ...(read.success ? [] : read.error.issues.map(faultOf))];
  const known = new Set<string>();
  for (const { path, message } of faults) {
    if (known.has(path)) continue;
    known.add(path);
    context.addIssue({ code: "custom", path: [path], message });
  }
  return read.success ? read.data : z.NEVER;
});

/** What only the form can know: what was typed and could not be read. */
function typedFaults(draft: BillDraft): Fault[] {
  const faults: Fault[] = [];
  if (draft.subaccount === "") faults.push({ path: "subaccount", message: words.faults.subaccount });
  const amount = amountFault(draft.fiatReceivable, draft.fiat);
  if (amount) faults.push({ path: "fiatReceivable", message: amount });
  if (draft.strategy === "LMT" && draft.limitPrice.trim() !== "" && !amountFrom(draft.limitPrice)) {
    faults.push({ path: "limitPrice", message: words.faults.notPrice });
  }
  return faults;
}

/** The contract's messages are predicates that follow the field's name. */
function faultOf(issue: z.core.$ZodIssue): Fault {
  const path = String(issue.path[0] ?? "subaccount") as keyof BillDraft;
  return { path, message: words.faults.fieldWith(labelOf(path), issue.message) };
}

/** The name of a field as the form shows it. */
export function labelOf(path: keyof BillDraft): string {
  const label = words.fields[path];
  return typeof label === "string" ? label : label.BTC;
}
