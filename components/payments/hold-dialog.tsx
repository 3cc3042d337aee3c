"use client";

import { useState } from "react";
import type { DepositRecord } from "#lib/payments/contract.ts";
import { text } from "#components/text/text.ts";
import { useTypedAbove } from "#components/typed-above.ts";
import { rateText } from "#components/ui/amount.ts";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useDecideHold } from "./actions-data.ts";

const words = text.payments.actions;
const MOST_NOTE = 1_000;

/** Releases or declines one held deposit. It says what follows, and asks why: the note stays in the audit record. */
export function HoldDialog({
  deposit,
  deed,
  onClose,
}: {
  deposit: DepositRecord;
  deed: "release" | "decline";
  onClose: () => void;
}) {
  const { toast } = useStatus();
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const amount = `${rateText(deposit.quantity)}\u00a0${deposit.cryptoType}`;
  const said = words.hold[deed];
  const above = useTypedAbove(deposit.txId, deposit.cryptoType, deposit.quantity);
  const decide = useDecideHold(() => {
    toast(said.done(amount));
    onClose();
  });
  const submit = (_: HTMLFormElement, isTyped: boolean) => {
    const written = note.trim();
    setMissing(written === "");
    if (written === "" || !isTyped || decide.isPending) return;
    decide.mutate({ txId: deposit.txId, deed, note: written });
  };
  return (
    <FormDialog
      action={said.action(amount)}
      busy={decide.isPending}
      fault={{ error: decide.error, title: words.hold.failed }}
      leave={{ first: true }}
      look={deed === "release" ? "primary" : "stop"}
      onClose={onClose}
      onSubmit={submit}
      summary={said.summary}
      title={said.title(amount)}
      typed={deed === "decline" ? above : undefined}
    >
      <Field error={missing ? words.hold.noteMissing : undefined} hint={words.hold.noteHint} label={words.hold.note}>
        {(parts) => (
          <TextArea
            {...parts}
            maxLength={MOST_NOTE}
            onChange={(event) => setNote(event.target.value)}
            required
            value={note}
          />
        )}
      </Field>
    </FormDialog>
  );
}
