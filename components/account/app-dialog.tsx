"use client";

import { useEffect, useId } from "react";
import { sendPassword } from "#components/auth/password-fields.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { DialogFault } from "#components/ui/dialog.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { accountText } from "#lib/i18n/account.ts";
import { CopyLine } from "#components/ui/copy-line.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { FormButtons, FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import { CodeForm } from "#components/auth/code-form.tsx";
import { type Enrolled, useAsksPassword, useConfirmAuthenticator, useStartAuthenticator } from "./own-data.ts";

const words = accountText.app;
const GROUP = /(.{4})(?=.)/g;

/** Sets up an authenticator app: for the first second factor the password, then a secret to scan or type, and its first code. */
export function AppDialog({ onDone, onClose }: { onDone: (enrolled: Enrolled) => void; onClose: () => void }) {
  const asks = useAsksPassword();
  const start = useStartAuthenticator();
  if (asks && !start.data)
    return <PasswordStep onClose={onClose} onPassword={(typed) => start.mutateAsync(typed)} title={words.title} />;
  return asks === undefined ? null : <SecretStep onClose={onClose} onDone={onDone} start={start} />;
}

/** The person's own password, before their first second factor. */
function PasswordStep({
  title,
  onPassword,
  onClose,
}: {
  title: string;
  onPassword: (password: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useDeskForm({
    defaults: { password: "" },
    check: checkedIf(({ password }: { password: string }) => ({
      password: password === "" ? words.passwordMissing : undefined,
    })),
    async send({ password }) {
      await sendPassword(() => onPassword(password), { password: words.passwordWrong });
    },
  });
  return (
    <FormDialog
      action={words.next}
      failed={words.failed}
      form={form}
      onClose={onClose}
      summary={words.passwordSummary}
      title={title}
    >
      <FormField form={form} label={words.password} name="password">
        {(parts) => <Input {...parts} autoComplete="current-password" data-first type="password" />}
      </FormField>
    </FormDialog>
  );
}

function SecretStep({
  start,
  onDone,
  onClose,
}: {
  start: ReturnType<typeof useStartAuthenticator>;
  onDone: (enrolled: Enrolled) => void;
  onClose: () => void;
}) {
  const form = useId();
  const { mutate, data, error } = start;
  const { secret = "", secretUri = "" } = data ?? {};
  const confirm = useConfirmAuthenticator();
  const started = data !== undefined || error !== null;
  // The secret is made when the dialog opens, once, or was by the password; it counts for nothing until its first code came.
  useEffect(() => {
    if (!started) mutate(undefined);
  }, [mutate, started]);
  return (
    <Dialog
      footer={
        <FormButtons action={words.action} busy={confirm.isPending} form={form} onClose={onClose} unavailable={!data} />
      }
      onClose={onClose}
      summary={words.summary}
      title={words.title}
    >
      {data ? (
        <div className="grid gap-4">
          <div className="mx-auto w-48">
            <QrCode label={words.qr} value={secretUri} />
          </div>
          <CopyLine label={words.secret} name={words.secretName} value={secret}>
            <span className="font-mono text-12 wrap-anywhere">{secret.replace(GROUP, "$1 ")}</span>
          </CopyLine>
          <CodeForm
            id={form}
            label={words.code}
            missing={words.codeMissing}
            onCode={(code) => confirm.isPending || confirm.mutate(code, { onSuccess: onDone })}
          />
        </div>
      ) : null}
      {data || error ? null : <Waiting lines={6} />}
      <DialogFault error={error ?? confirm.error} title={words.failed} />
    </Dialog>
  );
}
