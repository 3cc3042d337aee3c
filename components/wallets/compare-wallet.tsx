"use client";

import { useState } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { text } from "#components/text/text.ts";
import { Field } from "#components/ui/field.tsx";
import { focusFault } from "#components/ui/focus-fault.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { Addresses } from "./wallet-detail.tsx";
import { useActivateWallet, type Wallet } from "./wallets-data.ts";

const words = text.wallets.compare;

/** Customers' money goes where these addresses lead: whoever activates has seen the first one in the owner's own wallet. */
export function CompareWallet({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const { toast } = useStatus();
  const [typed, setTyped] = useState("");
  const [missing, setMissing] = useState(false);
  const activate = useActivateWallet();
  const kind = text.wallets.kinds[wallet.kind];
  const differs = isAboutAddress(activate.error);
  const submit = (form: HTMLFormElement) => {
    const firstAddress = typed.trim();
    setMissing(firstAddress === "");
    if (firstAddress === "" || activate.isPending) return;
    activate.mutate(
      { walletId: wallet.walletId, firstAddress },
      {
        onSuccess: () => {
          toast(words.done(kind, wallet.account));
          onClose();
        },
        onError: () => focusFault(form),
      },
    );
  };
  return (
    <FormDialog
      action={words.action}
      busy={activate.isPending}
      fault={{ error: differs ? undefined : activate.error, title: words.failed }}
      leave={{ label: words.later, first: true }}
      onClose={onClose}
      onSubmit={submit}
      summary={words.summary(kind, wallet.account)}
      title={words.title}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-ink-3">{words.fingerprint}</dt>
        <dd className="font-mono font-medium">{wallet.fingerprint}</dd>
        <dt className="text-ink-3">{words.path}</dt>
        <dd className="font-mono">{wallet.path}</dd>
      </dl>
      <div className="grid gap-1">
        <h3 className="text-12 text-ink-2">{words.addresses}</h3>
        <Addresses addresses={wallet.addresses} />
        <p className="text-12 text-pretty text-ink-3">{words.same}</p>
      </div>
      <Field
        error={missing ? words.missing : differs ? words.differs : undefined}
        hint={words.typedHint}
        label={words.typed}
      >
        {(parts) => (
          <Input
            {...parts}
            className="font-mono"
            onChange={(event) => {
              setTyped(event.target.value);
              setMissing(false);
              activate.reset();
            }}
            spellCheck={false}
            value={typed}
          />
        )}
      </Field>
      <p className="text-12 text-pretty text-ink-3">{words.second}</p>
    </FormDialog>
  );
}

const isAboutAddress = (error: unknown): boolean =>
  isApiFault(error) && error.errors.some(({ field }) => field === "firstAddress");
