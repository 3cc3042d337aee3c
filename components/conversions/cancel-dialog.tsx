"use client";

import { cancelConversionCall } from "#lib/conversions/calls.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { conversionText } from "#lib/i18n/conversion.ts";
import { useTypedAbove } from "#components/typed-above.ts";
import { checkedBy, writtenIn } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { cryptoText } from "./rates.ts";
import { billsOf } from "./state-of.ts";

const words = conversionText.cancel;
const MOST_NOTE = 500;

/** The API takes a cancellation without a reason; a person gives one. */
const checkOf = (invoiceId: string) =>
  checkedBy(cancelConversionCall, {
    bodyOf: (typed: { note: string }) => ({ invoiceId, ...writtenIn(typed) }),
    faults: ({ note }) => (note.trim() === "" ? { note: words.noteMissing } : {}),
  });

/** Frees the crypto again, and asks why; keeping the conversion is what the focus is on. */
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
  onConfirm: (note: string | undefined) => void;
  onClose: () => void;
}) {
  const { invoiceId, baseSymbol, quoteSymbol, quantity } = record;
  const amount = cryptoText(quantity, baseSymbol);
  const form = useDeskForm({
    defaults: { note: "" },
    check: checkOf(invoiceId),
    send: ({ note }) => onConfirm(note),
    typed: useTypedAbove(invoiceId, baseSymbol, quantity),
  });
  return (
    <FormDialog
      action={words.action}
      busy={busy}
      error={error}
      failed={words.failed}
      form={form}
      leave={{ label: words.keep, first: true }}
      look="stop"
      onClose={onClose}
      summary={words.summary(billsOf(record), amount)}
      title={words.title(amount, quoteSymbol)}
    >
      <FormField form={form} label={words.note} name="note">
        {(parts) => <TextArea {...parts} maxLength={MOST_NOTE} />}
      </FormField>
    </FormDialog>
  );
}
