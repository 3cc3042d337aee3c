"use client";

import type { ReactNode } from "react";
import type { PasskeyRecord } from "#lib/people/me-contract.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { sendPassword } from "#components/auth/password-fields.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { DialogFault } from "#components/ui/dialog.tsx";
import { accountText } from "#lib/i18n/account.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { browserOf } from "./browser-of.ts";
import { type Enrolled, useAddPasskey, useAsksPassword, useRemovePasskey, useRenamePasskey } from "./own-data.ts";
import { isDeclined } from "#components/auth/passkey.ts";

const words = accountText.passkeys;
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
  const asks = useAsksPassword();
  if (asks === undefined) return null;
  return (
    <NameDialog
      asks={asks}
      action={words.adding.action}
      faultOf={(error) => <PasskeyFault error={error} title={words.adding.failed} />}
      first={browserOf(navigator.userAgent) ?? ""}
      onClose={onClose}
      onName={async (name, password) => {
        const adding = () => add.mutateAsync({ name, password: asks ? password : undefined });
        onDone(await sendPassword(adding, { password: accountText.app.passwordWrong }), name);
      }}
      summary={words.adding.summary}
      title={words.adding.title}
    />
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: PasskeyRecord; onClose: () => void }) {
  const rename = useRenamePasskey();
  return (
    <NameDialog
      action={words.renaming.action}
      faultOf={(error) => <DialogFault error={error} title={words.renaming.failed} />}
      first={passkey.name}
      onClose={onClose}
      onName={async (name) => {
        await rename.mutateAsync({ passkeyId: passkey.passkeyId, name });
        onClose();
      }}
      title={words.renaming.title(passkey.name)}
    />
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
  first,
  asks = false,
  onName,
  faultOf,
  ...look
}: {
  /** Asks for the person's own password too. */
  asks?: boolean;
  title: string;
  summary?: string;
  action: string;
  first: string;
  onName: (name: string, password: string) => Promise<void>;
  faultOf: (error: unknown) => ReactNode;
  onClose: () => void;
}) {
  const form = useDeskForm({
    defaults: { name: first, password: "" },
    check: checkedIf(({ name, password }: { name: string; password: string }) => ({
      name: name.trim() === "" ? words.nameMissing : undefined,
      password: asks && password === "" ? accountText.app.passwordMissing : undefined,
    })),
    send: ({ name, password }) => onName(name.trim(), password),
  });
  return (
    <FormDialog {...look} error={null} form={form}>
      <FormField form={form} hint={words.nameHint} label={words.name} name="name">
        {(parts) => <Input {...parts} data-first maxLength={MOST_NAME} />}
      </FormField>
      {asks ? (
        <FormField form={form} label={accountText.app.password} name="password">
          {(parts) => <Input {...parts} autoComplete="current-password" type="password" />}
        </FormField>
      ) : null}
      {faultOf(form.fault)}
    </FormDialog>
  );
}
