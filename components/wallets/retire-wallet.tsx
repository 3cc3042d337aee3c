"use client";

import { type SyntheticEvent, useId, useState } from "react";
import { DialogFault } from "#components/developers/parts.tsx";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { focusFault } from "#components/ui/focus-fault.ts";
import { TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useRetireWallet, type Wallet } from "./wallets-data.ts";

const words = text.wallets.retire;
const MOST_NOTE = 1_000;

/** Has an account go back to the house's wallet, with a note for the audit record. */
export function RetireWallet({ wallet, onClose }: { wallet: Wallet & { account: string }; onClose: () => void }) {
  const { account, walletId, kind } = wallet;
  const form = useId();
  const { toast } = useStatus();
  const [missing, setMissing] = useState(false);
  const retire = useRetireWallet();
  const done = () => {
    toast(words.done(account));
    onClose();
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get("note") ?? "").trim();
    setMissing(note === "");
    focusFault(event.currentTarget);
    if (note !== "" && !retire.isPending) retire.mutate({ walletId, note }, { onSuccess: done });
  };
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose} size="large">
            {text.dialog.cancel}
          </Button>
          <Button busy={retire.isPending} form={form} look="primary" size="large" type="submit">
            {words.action}
          </Button>
        </>
      }
      onClose={onClose}
      summary={words.summary(account, text.wallets.kinds[kind])}
      title={words.title(account)}
    >
      <form className="grid gap-4" id={form} noValidate onSubmit={submit}>
        <Field error={missing ? words.noteMissing : undefined} label={words.note}>
          {(parts) => <TextArea {...parts} data-first maxLength={MOST_NOTE} name="note" required rows={2} />}
        </Field>
      </form>
      <DialogFault error={retire.error} title={words.failed} />
    </Dialog>
  );
}
