"use client";

import { useState } from "react";
import { text } from "#components/text/text.ts";
import { Field } from "#components/ui/field.tsx";
import { FormDialog, writtenIn } from "#components/ui/form-dialog.tsx";
import { TextArea } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useRetireWallet, type Wallet } from "./wallets-data.ts";

const words = text.wallets.retire;
const MOST_NOTE = 1_000;

/** Has an account go back to the house's wallet, with a note for the audit record. */
export function RetireWallet({ wallet, onClose }: { wallet: Wallet & { account: string }; onClose: () => void }) {
  const { account, walletId, kind } = wallet;
  const { toast } = useStatus();
  const [missing, setMissing] = useState(false);
  const retire = useRetireWallet();
  const done = () => {
    toast(words.done(account));
    onClose();
  };
  const submit = (form: HTMLFormElement) => {
    const note = writtenIn(form, "note");
    setMissing(note === "");
    if (note !== "" && !retire.isPending) retire.mutate({ walletId, note }, { onSuccess: done });
  };
  return (
    <FormDialog
      action={words.action}
      busy={retire.isPending}
      fault={{ error: retire.error, title: words.failed }}
      onClose={onClose}
      onSubmit={submit}
      summary={words.summary(account, text.wallets.kinds[kind])}
      title={words.title(account)}
    >
      <Field error={missing ? words.noteMissing : undefined} label={words.note}>
        {(parts) => <TextArea {...parts} data-first maxLength={MOST_NOTE} name="note" required rows={2} />}
      </Field>
    </FormDialog>
  );
}
