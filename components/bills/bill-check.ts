import { requestPaymentAddressCall } from "#lib/bills/calls.ts";
import type { requestPaymentAddressEndpoint } from "#lib/bills/contract.ts";
import { decimalMark } from "#lib/i18n/amount.ts";
import { billsText } from "#lib/i18n/bills.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { amountFault, amountFrom, requestOf } from "./bill-request.ts";
import type { BillDraft } from "./draft.ts";

const words = billsText;

/** A draft that passes is the request, checked by the contract's own schema; its messages are predicates of a field's name. */
export const checkBill = checkedBy<BillDraft, typeof requestPaymentAddressEndpoint.body>(requestPaymentAddressCall, {
  bodyOf: requestOf,
  faults: ({ subaccount, fiatReceivable, fiat, strategy, limitPrice }) => ({
    subaccount: subaccount === "" ? words.faults.subaccount : undefined,
    fiatReceivable: amountFault(fiatReceivable, fiat),
    limitPrice:
      strategy === "LMT" && limitPrice.trim() !== "" && !amountFrom(limitPrice)
        ? words.faults.notPrice(decimalMark())
        : undefined,
  }),
  say: (name, message) => words.faults.fieldWith(labelOf(name), message),
});

/** The name of a field as the form shows it. */
function labelOf(name: keyof BillDraft): string {
  const label = words.fields[name];
  return typeof label === "string" ? label : label.BTC;
}
