"use client";

import { retireWalletCall } from "#lib/wallets/calls.ts";
import { walletsText } from "#lib/i18n/wallets.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useRetireWallet, type Wallet } from "./wallets-data.ts";
import { NoteField } from "#components/ui/note-field.tsx";

const words = walletsText.retire;

/** Has an account go back to the house's wallet, with a note for the audit record. */
export function RetireWallet({ wallet, onClose }: { wallet: Wallet & { account: string }; onClose: () => void }) {
  const { account, walletId, kind } = wallet;
  const { toast } = useStatus();
  const retire = useRetireWallet();
  const form = useDeskForm({
    defaults: { note: "" },
    check: checkedBy(retireWalletCall, { missing: { note: words.noteMissing } }),
    async send({ note }) {
      await retire.mutateAsync({ walletId, note });
      toast(words.done(account));
      onClose();
    },
  });
  return (
    <FormDialog
      action={words.action}
      failed={words.failed}
      form={form}
      onClose={onClose}
      summary={words.summary(account, walletsText.kinds[kind])}
      title={words.title(account)}
    >
      <NoteField first form={form} label={words.note} />
    </FormDialog>
  );
}
