"use client";

import { useState } from "react";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { conversionsText } from "#lib/i18n/conversions.ts";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { planOf } from "./choice.ts";
import { useCreateConversion } from "./conversions-data.ts";
import { CreateFault, PlanFacts } from "./create-parts.tsx";
import { obstacleWords } from "./obstacle-words.ts";
import { cryptoText } from "./rates.ts";

const words = conversionsText.create;

/** Makes one conversion of bills as they were when it opened; what cannot be one is refused here, before anything is sent. */
export function CreateDialog({
  bills: given,
  onCreated,
  onClose,
}: {
  bills: readonly PaymentRecord[];
  onCreated: (invoiceId: string) => void;
  onClose: () => void;
}) {
  const [bills] = useState(given);
  const create = useCreateConversion(onCreated);
  const busy = create.isPending || create.isSuccess;
  const planned = planOf(bills);
  const plan = "plan" in planned ? planned.plan : undefined;
  const make = () => {
    if (plan) create.mutate(plan);
  };
  return (
    <Dialog
      footer={
        <>
          <Button data-first onClick={onClose} size="large">
            {text.dialog.cancel}
          </Button>
          {plan ? (
            <Button busy={busy} look="primary" onClick={make} size="large">
              {words.action(cryptoText(plan.quantity, plan.base))}
            </Button>
          ) : null}
        </>
      }
      onClose={onClose}
      summary={plan ? words.summary : undefined}
      title={plan ? words.dialogTitle(bills.length, conversionsText.pair(plan.base, plan.quote)) : words.title}
    >
      {"obstacle" in planned ? <p>{obstacleWords(planned.obstacle)}</p> : null}
      {plan ? <PlanFacts plan={plan} /> : null}
      {plan && create.error ? (
        <div className="-mx-5 mt-4 -mb-4">
          <CreateFault error={create.error} plan={plan} />
        </div>
      ) : null}
    </Dialog>
  );
}
