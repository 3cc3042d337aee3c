"use client";

import { useId } from "react";
import { DialogFault } from "#components/ui/dialog.tsx";
import { accountText } from "#lib/i18n/account.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { FormButtons } from "#components/ui/form-dialog.tsx";
import { CodeForm } from "#components/auth/code-form.tsx";
import { useMe, useProveByCode, useProveByPasskey } from "./own-data.ts";
import { isDeclined } from "#components/auth/passkey.ts";

const words = accountText;

/** Proves who is signed in once more, by a code or a passkey. */
export function ProofDialog({ onDecided }: { onDecided: (proven: boolean) => void }) {
  const form = useId();
  const me = useMe();
  const byCode = useProveByCode();
  const byPasskey = useProveByPasskey();
  const busy = byCode.isPending || byPasskey.isPending;
  const passkeyFault = isDeclined(byPasskey.error) ? undefined : byPasskey.error;
  const proven = { onSuccess: () => onDecided(true) };
  const offersPasskey = (me.data?.passkeys.length ?? 0) > 0;
  return (
    <Dialog
      footer={
        <FormButtons action={words.prove.action} busy={busy} form={form} onClose={() => onDecided(false)}>
          {offersPasskey ? (
            <Button busy={busy} onClick={() => byPasskey.mutate(undefined, proven)} size="large">
              {words.prove.passkey}
            </Button>
          ) : null}
        </FormButtons>
      }
      onClose={() => onDecided(false)}
      summary={words.prove.summary}
      title={words.prove.title}
    >
      <CodeForm
        id={form}
        label={words.prove.code}
        letters
        missing={words.prove.codeMissing}
        onCode={(code) => busy || byCode.mutate(code, proven)}
      />
      {isDeclined(byPasskey.error) ? <p className="mt-3 text-ink-2">{words.passkeys.declined}</p> : null}
      <DialogFault error={byCode.error ?? passkeyFault} title={words.prove.failed} />
    </Dialog>
  );
}
