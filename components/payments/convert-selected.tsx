"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useId, useState } from "react";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { planOf } from "#components/conversions/choice.ts";
import { obstacleWords } from "#components/conversions/obstacle-words.ts";
import { useMay } from "#components/may.ts";
import { useAccount } from "#components/staff.tsx";
import { paymentsText } from "#lib/i18n/payments.ts";
import { Button } from "#components/ui/button.tsx";

/** Loaded when it is opened. */
const CreateDialog = lazy(async () => ({
  default: (await import("#components/conversions/create-dialog.tsx")).CreateDialog,
}));

const words = paymentsText.convert;

/** One conversion of the selected bills, or the reason why they cannot be one. */
export function ConvertSelected({ selected }: { selected: readonly PaymentRecord[] }) {
  const router = useRouter();
  const id = useId();
  const [open, setOpen] = useState(false);
  const may = useMay("conversions:write");
  const role = useAccount()?.role ?? "";
  const planned = planOf(selected);
  const reason = may
    ? "obstacle" in planned
      ? obstacleWords(planned.obstacle)
      : undefined
    : words.needsRole(roleName(role));
  return (
    <>
      {reason ? (
        <span className="max-w-90 text-12 text-pretty text-ink-2" id={id}>
          {reason}
        </span>
      ) : null}
      <Button
        aria-describedby={reason ? id : undefined}
        look="primary"
        onClick={() => setOpen(true)}
        size="small"
        unavailable={reason !== undefined}
      >
        {words.create}
      </Button>
      {open && !reason ? (
        <Suspense>
          <CreateDialog
            bills={selected}
            onClose={() => setOpen(false)}
            onCreated={(invoiceId) => router.push(`/conversions?invoice=${invoiceId}`)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
