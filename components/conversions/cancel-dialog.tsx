"use client";

import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { text } from "#components/i18n/text.ts";
import { useTypedAbove } from "#components/typed-above.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { cryptoText } from "./rates.ts";
import { billsOf } from "./state-of.ts";

const words = text.conversions.cancel;

/** Frees the crypto again; keeping the conversion is what the focus is on. */
export function CancelDialog({
  record,
  ...command
}: {
  record: ConversionRecord;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const amount = cryptoText(record.quantity, record.baseSymbol);
  const typed = useTypedAbove(record.invoiceId, record.baseSymbol, record.quantity);
  return (
    <ConfirmDialog
      {...command}
      action={words.action}
      failed={words.failed}
      keep={words.keep}
      summary={words.summary(billsOf(record), amount)}
      title={words.title(amount, record.quoteSymbol)}
      typed={typed}
    />
  );
}
