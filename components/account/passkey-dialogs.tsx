"use client";

import { useState } from "react";
import type { PasskeyRecord } from "#lib/people/own-contract.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { DialogFault } from "#components/ui/dialog.tsx";
import { text } from "#components/text/text.ts";
import { Field } from "#components/ui/field.tsx";
import { FormDialog, writtenIn } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { browserOf } from "./browser-of.ts";
import { type Enrolled, useAddPasskey, useRemovePasskey, useRenamePasskey } from "./own-data.ts";
import { isDeclined } from "./passkey.ts";

const words = text.account.passkeys;
const MOST_NAME = 64;

/** Names a passkey and has the browser make it. */
export function AddPasskeyDialog({
  onDone,
  onClose,
}: {
  onDone: (enrolled: Enrolled, name: string) => void;
  onClose: () => void;
}) {
  const add = useAddPasskey();
  return (
    <NameDialog
      action={words.adding.action}
      busy={add.isPending}
      first={browserOf(navigator.userAgent) ?? ""}
      onClose={onClose}
      onName={(name) => add.mutate(name, { onSuccess: (enrolled) => onDone(enrolled, name) })}
      summary={words.adding.summary}
      title={words.adding.title}
    >
      <PasskeyFault error={add.error} title={words.adding.failed} />
    </NameDialog>
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: PasskeyRecord; onClose: () => void }) {
  const rename = useRenamePasskey();
  return (
    <NameDialog
      action={words.renaming.action}
      busy={rename.isPending}
      first={passkey.name}
      onClose={onClose}
      onName={(name) => rename.mutate({ passkeyId: passkey.passkeyId, name }, { onSuccess: onClose })}
      title={words.renaming.title(passkey.name)}
    >
      <DialogFault error={rename.error} title={words.renaming.failed} />
    </NameDialog>
  );
}

export function RemovePasskeyDialog({ passkey, onClose }: { passkey: PasskeyRecord; onClose: () => void }) {
  const { toast } = useStatus();
  const remove = useRemovePasskey();
  const done = () => {
    toast(words.removed(passkey.name));
    onClose();
  };
  return (
    <ConfirmDialog
      action={words.removing.action}
      busy={remove.isPending}
      error={remove.error}
      failed={words.removing.failed}
      onClose={onClose}
      onConfirm={() => remove.mutate(passkey.passkeyId, { onSuccess: done })}
      summary={words.removing.summary}
      title={words.removing.title(passkey.name)}
    />
  );
}

/** What our API refuses says why; what the browser ends is the person's own doing, or it cannot do it at all. */
export function PasskeyFault({ error, title }: { error: unknown; title: string }) {
  if (!error || isApiFault(error)) return <DialogFault error={error} title={title} />;
  return (
    <p className="mt-3 text-fail-text" role="alert">
      {isDeclined(error) ? words.declined : words.unsupported}
    </p>
  );
}

function NameDialog({
  title,
  summary,
  action,
  first,
  busy,
  onName,
  onClose,
  children,
}: {
  title: string;
  summary?: string;
  action: string;
  first: string;
  busy: boolean;
  onName: (name: string) => void;
  onClose: () => void;
  children: React.ReactNode;
}) {
  const [fault, setFault] = useState<string>();
  const submit = (form: HTMLFormElement) => {
    const name = writtenIn(form, "name");
    setFault(name === "" ? words.nameMissing : undefined);
    if (name !== "" && !busy) onName(name);
  };
  return (
    <FormDialog action={action} busy={busy} onClose={onClose} onSubmit={submit} summary={summary} title={title}>
      <Field error={fault} hint={words.nameHint} label={words.name}>
        {(parts) => <Input {...parts} data-first defaultValue={first} maxLength={MOST_NAME} name="name" />}
      </Field>
      {children}
    </FormDialog>
  );
}
