"use client";

import { useRef, useState } from "react";
import { walletsText } from "#lib/i18n/wallets.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input, TextArea } from "#components/ui/input.tsx";
import { MoreOfWallet } from "./more-of-wallet.tsx";
import { looksPrivate, USUAL_PATH, type WalletWritten, walletCheck } from "./wallet-form.ts";
import { isSafe, KINDS, useMakeWallet, type Wallet } from "./wallets-data.ts";
import { SelectField } from "#components/ui/select-field.tsx";

const words = walletsText.form;
const MOST_KEY = 200;

const EMPTY: WalletWritten = {
  kind: KINDS[0],
  xpub: "",
  path: USUAL_PATH[KINDS[0]],
  account: "",
  firstIndex: "",
  historyFrom: "",
  gapLimit: "",
};

/** Takes an extended public key; a secret pasted by mistake leaves the field at once and is sent nowhere. */
export function AddWallet({ onAdded, onClose }: { onAdded: (wallet: Wallet) => void; onClose: () => void }) {
  const make = useMakeWallet();
  const emptied = useRef(false);
  const [check] = useState(() => walletCheck(() => emptied.current));
  const form = useDeskForm({
    defaults: EMPTY,
    check,
    send: async (values) => onAdded(await make.mutateAsync(values)),
  });
  const emptySecret = (written: string) => {
    emptied.current = looksPrivate(written);
    if (!emptied.current) return form.clearErrors("xpub");
    form.setValue("xpub", "");
    form.setError("xpub", { message: words.private });
  };
  const usualPath = (kind: string) => {
    const known = KINDS.find((one) => one === kind);
    if (known && !form.isChanged("path")) form.setValue("path", USUAL_PATH[known]);
  };
  const ofSafe = isSafe(form.watch("kind"));
  return (
    <FormDialog form={form} onClose={onClose} words={words}>
      <SelectField
        form={form}
        label={words.kind}
        name="kind"
        onChange={usualPath}
        first
        options={KINDS.map((one) => [one, walletsText.kinds[one]])}
      />
      <FormField
        form={form}
        hint={ofSafe ? words.safeHint : words.xpubHint}
        label={ofSafe ? words.safe : words.xpub}
        name="xpub"
        onChange={emptySecret}
      >
        {(parts) => (
          <TextArea
            {...parts}
            autoComplete="off"
            className="font-mono text-12"
            maxLength={MOST_KEY}
            spellCheck={false}
          />
        )}
      </FormField>
      {ofSafe ? null : (
        <>
          <FormField form={form} hint={words.pathHint} label={words.path} name="path">
            {(parts) => <Input {...parts} className="font-mono" spellCheck={false} />}
          </FormField>
          <MoreOfWallet form={form} />
        </>
      )}
    </FormDialog>
  );
}
