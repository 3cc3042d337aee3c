import { z } from "zod";
import { type RequestPaymentAddress, requestPaymentAddressEndpoint } from "#lib/bills/contract.ts";
import { text } from "#components/text/text.ts";
import { amountFault, amountFrom, requestOf } from "./bill-request.ts";
import type { BillDraft } from "./draft.ts";

const words = text.bills;

type Fault = { path: keyof BillDraft; message: string };

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
