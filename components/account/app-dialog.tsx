"use client";

import { useEffect, useId } from "react";
import { DialogFault } from "#components/ui/dialog.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { text } from "#components/i18n/text.ts";
import { CopyLine } from "#components/ui/copy-line.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { FormButtons } from "#components/ui/form-dialog.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import { CodeForm } from "./code-form.tsx";
import { type Enrolled, useConfirmAuthenticator, useStartAuthenticator } from "./own-data.ts";

const words = text.account.app;
const GROUP = /(.{4})(?=.)/g;

/** Sets up an authenticator app: a secret to scan or to type, and its first code. */
export function AppDialog({ onDone, onClose }: { onDone: (enrolled: Enrolled) => void; onClose: () => void }) {
  const form = useId();
  const { mutate, data, error } = useStartAuthenticator();
  const { secret = "", secretUri = "" } = data ?? {};
  const confirm = useConfirmAuthenticator();
  // The secret is made when the dialog opens, once; it counts for nothing until its first code came.
  useEffect(() => mutate(undefined), [mutate]);
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
