"use client";

import { useState } from "react";
import { text } from "#components/text/text.ts";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input, TextArea } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { MoreOfWallet, type MoreWritten, NOTHING_MORE } from "./more-of-wallet.tsx";
import { looksPrivate, readWalletForm, USUAL_PATH, type WalletFaults } from "./wallet-form.ts";
import { KINDS, useMakeWallet, type Wallet } from "./wallets-data.ts";

const words = text.wallets.form;
const MOST_KEY = 200;

/** Takes an extended public key; a secret pasted by mistake leaves the field at once and is sent nowhere. */
export function AddWallet({ onAdded, onClose }: { onAdded: (wallet: Wallet) => void; onClose: () => void }) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>(KINDS[0]);
  const [xpub, setXpub] = useState("");
  const [path, setPath] = useState<string>();
  const [more, setMore] = useState<MoreWritten>(NOTHING_MORE);
  const [faults, setFaults] = useState<WalletFaults>({});
  const make = useMakeWallet();
  const write = (written: string) => {
    const secret = looksPrivate(written);
    setXpub(secret ? "" : written);
    setFaults(secret ? { ...faults, xpub: "private" } : {});
  };
  const submit = () => {
    const { wish, faults: found } = readWalletForm(kind, { ...more, xpub, path: path ?? USUAL_PATH[kind] });
    setFaults(found ?? {});
    if (wish && !make.isPending) make.mutate(wish, { onSuccess: onAdded });
  };
  return (
    <FormDialog
      action={words.action}
      busy={make.isPending}
      fault={{ error: make.error, title: words.failed }}
      onClose={onClose}
      onSubmit={submit}
      summary={words.summary}
      title={words.title}
    >
      <Field label={words.kind}>
        {(parts) => (
          <Select
            {...parts}
            className="w-full"
            data-first
            onChange={(event) => setKind(KINDS.find((one) => one === event.target.value) ?? kind)}
            value={kind}
          >
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {text.wallets.kinds[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field error={keyFault(faults.xpub)} hint={words.xpubHint} label={words.xpub}>
        {(parts) => (
          <TextArea
            {...parts}
            autoComplete="off"
            className="font-mono text-12"
            maxLength={MOST_KEY}
            onChange={(event) => write(event.target.value)}
            spellCheck={false}
            value={xpub}
          />
        )}
      </Field>
      <Field error={faults.path ? words.pathFault : undefined} hint={words.pathHint} label={words.path}>
        {(parts) => (
          <Input
            {...parts}
            className="font-mono"
            onChange={(event) => setPath(event.target.value)}
            spellCheck={false}
            value={path ?? USUAL_PATH[kind]}
          />
        )}
      </Field>
      <MoreOfWallet faults={faults} onWrite={(field, value) => setMore({ ...more, [field]: value })} written={more} />
    </FormDialog>
  );
}

const keyFault = (fault: WalletFaults["xpub"]): string | undefined =>
  fault === "private" ? words.private : fault ? words.xpubMissing : undefined;
