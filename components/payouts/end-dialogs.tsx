"use client";

import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { isWaiting } from "#lib/contract/is-waiting.ts";
import type { PayoutRecord, rejectPayoutEndpoint } from "#lib/payouts/contract.ts";
import { rejectPayoutCall } from "#lib/payouts/calls.ts";
import { payoutsText } from "#lib/i18n/payouts.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { type TakenBack, useCancelPayout, useTakeBack } from "./payouts-data.ts";
import { amountOf } from "./state-of.ts";

type Props = { record: PayoutRecord; onClose: () => void };

/** Takes a payout of one's own account back. */
export function CancelDialog({ record, onClose }: Props) {
  const words = payoutsText.cancel;
  const { toast } = useStatus();
  const amount = amountOf(record);
  const cancel = useCancelPayout(() => {
    toast(words.done(amount));
    onClose();
  });
  return (
    <ConfirmDialog
      action={words.action}
      busy={cancel.isPending}
      error={cancel.error}
      failed={words.failed}
      keep={words.keep}
      onClose={onClose}
      onConfirm={() => cancel.mutate({ payoutId: record.payoutId })}
      summary={words.summary}
      title={words.title(amount)}
    />
  );
}

/**
 * Takes back, for the house, what was approved and has not left, or what stands in a file that the bank has not executed, or
 * ends what its transaction has paid in another quantity; the account reads why.
 */
export function TakeBackDialog({ record, how, onClose }: Props & { how: TakenBack }) {
  const words = payoutsText[how];
  const { toast } = useStatus();
  const notifyWaiting = useNotifyWaiting();
  const amount = amountOf(record);
  const paid = record.paidOtherwise && amountOf({ ...record, quantity: record.paidOtherwise });
  const takeBack = useTakeBack(how, (out) => {
    if (isWaiting(out)) notifyWaiting(payoutsText.otherwise.waits);
    else toast(words.done(amount));
    onClose();
  });
  const form = useDeskForm({
    defaults: { note: "" },
    check: checkedBy<{ note: string }, typeof rejectPayoutEndpoint.body>(rejectPayoutCall, {
      bodyOf: ({ note }) => ({ note: note.trim() || undefined }),
      missing: { note: words.noteMissing },
    }),
    send: ({ note }) => takeBack.mutateAsync({ payoutId: record.payoutId, note }),
  });
  return (
    <FormDialog
      action={words.action}
      failed={words.failed}
      form={form}
      look="stop"
      onClose={onClose}
      summary={typeof words.summary === "string" ? words.summary : words.summary(paid ?? amount)}
      title={words.title(amount)}
    >
      <FormField form={form} label={words.note} name="note">
        {(parts) => <Input {...parts} data-first maxLength={1_000} />}
      </FormField>
    </FormDialog>
  );
}
