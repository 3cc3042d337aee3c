"use client";

import { cancelPreparedCall, prepareTransactionCall, sendPreparedCall } from "#lib/signing/calls.ts";
import type { cancelPreparedEndpoint } from "#lib/signing/contract.ts";
import { signingText } from "#lib/i18n/signing.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { feeOf, type Prepared, useSigning, whatOf } from "./signing-data.ts";

type Props = { record: Prepared; onClose: () => void };

/** Gives what is signed to the network. */
export function SendDialog({ record, onClose }: Props) {
  const words = signingText.send;
  const { toast } = useStatus();
  const send = useSigning(sendPreparedCall);
  const amount = `${rateText(record.quantity)}\u00a0${record.asset}`;
  const done = () => {
    toast(words.done);
    onClose();
  };
  return (
    <ConfirmDialog
      action={words.action(amount)}
      busy={send.isPending}
      error={send.error}
      failed={words.failed}
      keep={words.keep}
      onClose={onClose}
      onConfirm={() => send.mutate({ preparedId: record.preparedId }, { onSuccess: done })}
      summary={words.summary(whatOf(record), feeOf(record))}
      title={words.title(amount)}
    />
  );
}

/** Prepares another in its place, for a greater fee. */
export function ReplaceDialog({ record, onClose }: Props) {
  const words = signingText.replace;
  const { toast } = useStatus();
  const replace = useSigning(prepareTransactionCall);
  const done = () => {
    toast(words.done);
    onClose();
  };
  const { network, preparedId: replacesId } = record;
  return (
    <ConfirmDialog
      action={words.action}
      busy={replace.isPending}
      error={replace.error}
      failed={words.failed}
      keep={words.keep}
      onClose={onClose}
      onConfirm={() => replace.mutate({ network, replacesId }, { onSuccess: done })}
      summary={words.summary}
      title={words.title}
    />
  );
}

/** Takes back what is not signed. */
export function CancelDialog({ record, onClose }: Props) {
  const words = signingText.cancel;
  const { toast } = useStatus();
  const cancel = useSigning(cancelPreparedCall);
  const form = useDeskForm({
    defaults: { note: "" },
    check: checkedBy<{ note: string }, typeof cancelPreparedEndpoint.body>(cancelPreparedCall, {
      bodyOf: ({ note }) => ({ note: note.trim() || undefined }),
      missing: { note: words.noteMissing },
    }),
    send: async ({ note }) => {
      await cancel.mutateAsync({ preparedId: record.preparedId, note });
      toast(words.done);
      onClose();
    },
  });
  return (
    <FormDialog form={form} look="stop" onClose={onClose} words={words}>
      <FormField form={form} label={words.note} name="note">
        {(parts) => <Input {...parts} data-first maxLength={1_000} />}
      </FormField>
    </FormDialog>
  );
}
