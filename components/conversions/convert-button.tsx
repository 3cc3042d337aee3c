"use client";

import { useGo } from "#components/connection.ts";
import { Suspense, useId, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { Button } from "#components/ui/button.tsx";

/** Loaded when it is opened. */
const CreateDialog = lazyPart(async () => (await import("./create-dialog.tsx")).CreateDialog);

type Convert = {
  bills: readonly PaymentRecord[];
  label: string;
  /** Why they cannot be one conversion. */
  reason: string | undefined;
  /** False while the bills are not known yet. */
  isKnown?: boolean;
};

/** Makes one conversion of bills, and opens it; or says why they cannot be one. */
export function ConvertButton({ bills, label, reason, isKnown = true }: Convert) {
  const go = useGo();
  const id = useId();
  const [open, setOpen] = useState(false);
  const isReady = isKnown && reason === undefined;
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
        unavailable={!isReady}
      >
        {label}
      </Button>
      {open && isReady ? (
        <Suspense>
          <CreateDialog
            bills={bills}
            onClose={() => setOpen(false)}
            onCreated={(invoiceId) => go(`/conversions?invoice=${invoiceId}`)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
