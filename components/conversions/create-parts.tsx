"use client";

import { isApiFault } from "#lib/contract/api-fault.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { conversionsText } from "#lib/i18n/conversions.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Money } from "#components/ui/money.tsx";
import type { Plan } from "./choice.ts";
import { Fact } from "#components/ui/facts.tsx";
import { cryptoText } from "./rates.ts";

const words = conversionsText.create;

/** What would be made: how much, under which fee model, and what it means. */
export function PlanFacts({ plan }: { plan: Plan }) {
  return (
    <>
      <dl className="grid gap-1.5">
        <Fact name={words.sell} strong>
          <span className="sum">
            <Money asset={plan.base} value={plan.quantity} />
          </span>{" "}
          {plan.base} <span className="font-normal text-ink-3">{conversionsText.bills(plan.bills.length)}</span>
        </Fact>
        <Fact name={words.fee}>{words.feeModel[plan.feeModel]}</Fact>
        <Fact name={words.after}>{words.thenText}</Fact>
      </dl>
      {plan.explicitAmongSpread > 0 ? (
        <p className="mt-2 text-12 text-pretty text-ink-2">{words.mixedFee(plan.explicitAmongSpread)}</p>
      ) : null}
    </>
  );
}

/** Why no conversion was made, bill by bill where the API names them. */
export function CreateFault({ error, plan, onRenew }: { error: unknown; plan: Plan; onRenew?: () => void }) {
  const fault = isApiFault(error) ? error : undefined;
  const expected = fault?.body["expectedQuantity"];
  const namesItems = fault?.errors.some((one) => one.field.startsWith("items["));
  return (
    <ErrorNote
      error={error}
      safe={
        <>
          {words.safe}
          {expected instanceof Decimal ? ` ${words.changed(cryptoText(expected, plan.base))}` : null}
          {namesItems ? <FaultItems error={fault?.errors ?? []} plan={plan} /> : null}
        </>
      }
      title={words.failed}
      {...(onRenew ? { onRetry: onRenew } : {})}
    />
  );
}

const SHOWN = 5;

function FaultItems({ error, plan }: { error: readonly { field: string; message: string }[]; plan: Plan }) {
  const bills = error.slice(0, SHOWN).flatMap(({ field, message }) => {
    const at = Number(/^items\[(\d+)\]/.exec(field)?.[1]);
    const bill = plan.bills[at];
    return bill ? [{ id: bill.paymentId, message: message.replace(`${field} `, "") }] : [];
  });
  return (
    <span className="mt-1 block">
      {bills.map(({ id, message }) => (
        <span className="block" key={id}>
          {words.billFault(id.slice(-6))} {message}
        </span>
      ))}
    </span>
  );
}
