"use client";

import { type SyntheticEvent, useId, useState } from "react";
import type { DepositRecord } from "#lib/payments/contract.ts";
import { text } from "#components/text/text.ts";
import { rateText } from "#components/ui/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Field } from "#components/ui/field.tsx";
import { focusFault } from "#components/ui/focus-fault.ts";
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
  const form = useId();
  const amount = `${rateText(deposit.quantity)}\u00a0${deposit.cryptoType}`;
  const said = words.hold[deed];
  const decide = useDecideHold(() => {
    toast(said.done(amount));
    onClose();
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFault(event.currentTarget);
    const written = note.trim();
    setMissing(written === "");
    if (written === "" || decide.isPending) return;
    decide.mutate({ txId: deposit.txId, deed, note: written });
  };
  return (
    <Dialog
      footer={
        <>
          <Button data-first onClick={onClose} size="large">
            {text.dialog.cancel}
          </Button>
          <Button
            busy={decide.isPending}
            form={form}
            look={deed === "release" ? "primary" : "stop"}
            size="large"
            type="submit"
          >
            {said.action(amount)}
          </Button>
        </>
      }
      onClose={onClose}
      summary={said.summary}
      title={said.title(amount)}
    >
      <form id={form} noValidate onSubmit={submit}>
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
      </form>
      {decide.error ? (
        <div className="-mx-5 mt-4 -mb-4">
          <ErrorNote error={decide.error} title={words.hold.failed} />
        </div>
      ) : null}
    </Dialog>
  );
}
