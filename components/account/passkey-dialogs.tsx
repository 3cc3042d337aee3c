"use client";

import type { ReactNode } from "react";
import { renamePasskeyCall } from "#lib/people/me-calls.ts";
import type { PasskeyRecord } from "#lib/people/me-contract.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { DialogFault } from "#components/ui/dialog.tsx";
import { text } from "#components/i18n/text.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
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
      faultOf={(error) => <PasskeyFault error={error} title={words.adding.failed} />}
      first={browserOf(navigator.userAgent) ?? ""}
      onClose={onClose}
      onName={async (name) => onDone(await add.mutateAsync(name), name)}
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
  onName,
  faultOf,
  ...look
}: {
  title: string;
  summary?: string;
  action: string;
  first: string;
  onName: (name: string) => Promise<void>;
  faultOf: (error: unknown) => ReactNode;
  onClose: () => void;
}) {
  const form = useDeskForm({
    defaults: { name: first },
    check: checkedBy(renamePasskeyCall, { missing: { name: words.nameMissing } }),
    send: ({ name }) => onName(name),
  });
  return (
    <FormDialog {...look} error={null} form={form}>
      <FormField form={form} hint={words.nameHint} label={words.name} name="name">
        {(parts) => <Input {...parts} data-first maxLength={MOST_NAME} />}
      </FormField>
      {faultOf(form.fault)}
    </FormDialog>
  );
}
