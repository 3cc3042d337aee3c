"use client";

import { declineDepositCall, releaseDepositCall } from "#lib/payments/hold-calls.ts";
import { useNotifyWaiting } from "#components/approvals/second-person.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { useTypedAbove } from "#components/typed-above.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { type HeldDeposit, useDecideHold } from "./actions-data.ts";

const words = paymentText.actions;
const MOST_NOTE = 1_000;
const CALLS = { release: releaseDepositCall, decline: declineDepositCall };

/** Releases or declines one held deposit. It says what follows, and asks why: the note stays in the audit record. */
export function HoldDialog({
  deposit,
  command,
  own,
  follows,
  onClose,
}: {
  deposit: HeldDeposit;
  command: "release" | "decline";
  own?: boolean;
  /** What follows now, where it was worked out. */
  follows?: string;
  onClose: () => void;
}) {
  const { toast } = useStatus();
  const amount = `${rateText(deposit.quantity)}\u00a0${deposit.cryptoType}`;
  const labels = words.hold[command];
  const above = useTypedAbove(deposit.txId, deposit.cryptoType, deposit.quantity);
  const notifyWaiting = useNotifyWaiting();
  const decide = useDecideHold((outcome) => {
    if (outcome === "waits") notifyWaiting(labels.action(amount));
    else toast(labels.done(amount));
    onClose();
  });
  const form = useDeskForm({
    defaults: { note: "" },
    check: checkedBy(CALLS[command], { missing: { note: words.hold.noteMissing } }),
    send: ({ note }) => decide.mutateAsync({ deposit, command, note, own }),
    typed: command === "decline" ? above : undefined,
  });
  return (
    <FormDialog
      action={labels.action(amount)}
      failed={words.hold.failed}
      form={form}
      leave={{ first: true }}
      look={command === "release" ? "primary" : "stop"}
      onClose={onClose}
      summary={follows ?? labels.summary}
      title={labels.title(amount)}
    >
      <FormField form={form} hint={words.hold.noteHint} label={words.hold.note} name="note">
        {(parts) => <TextArea {...parts} maxLength={MOST_NOTE} required />}
      </FormField>
    </FormDialog>
  );
}
