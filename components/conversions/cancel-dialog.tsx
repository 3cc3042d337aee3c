"use client";

import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { cryptoText } from "./rates.ts";
import { billsOf } from "./state-of.ts";

const words = text.conversions.cancel;

/** Frees the crypto again; keeping the conversion is what the focus is on. */
export function CancelDialog({
  record,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  record: ConversionRecord;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const amount = cryptoText(record.quantity, record.baseSymbol);
  return (
    <Dialog
      footer={
        <>
          <Button data-first onClick={onClose} size="large">
            {words.keep}
          </Button>
          <Button busy={busy} look="stop" onClick={onConfirm} size="large">
            {words.action}
          </Button>
        </>
      }
      onClose={onClose}
      summary={words.summary(billsOf(record), amount)}
      title={words.title(amount, record.quoteSymbol)}
    >
      {error ? (
        <div className="-mx-5 -my-4">
          <ErrorNote error={error} title={words.failed} />
        </div>
      ) : null}
    </Dialog>
  );
}
