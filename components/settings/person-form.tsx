"use client";

import { type SyntheticEvent, useId, useState } from "react";
import { isRole, ROLES } from "#lib/access/scopes.ts";
import { DialogFault } from "#components/developers/parts.tsx";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { focusFault } from "#components/ui/focus-fault.ts";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { usePersonDeed } from "./people-data.ts";

const words = text.settings.people.form;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const MOST_NAME = 128;

/** Who was let in; somebody new has a password to be handed over. */
export type Handed = { name: string; email: string; password?: string | undefined };

/** Gives a person a role in this account. */
export function PersonForm({ onDone, onClose }: { onDone: (handed: Handed) => void; onClose: () => void }) {
  const form = useId();
  const [faults, setFaults] = useState<{ email?: string; name?: string }>({});
  const add = usePersonDeed();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const written = (name: string) => String(given.get(name) ?? "").trim();
    const role = written("role");
    const wish = { email: written("email"), name: written("name"), role: isRole(role) ? role : ROLES[0] };
    const found = {
      ...(!EMAIL.test(wish.email) && { email: words.emailFault }),
      ...(wish.name === "" && { name: words.nameMissing }),
    };
    setFaults(found);
    focusFault(event.currentTarget);
    if (Object.keys(found).length > 0 || add.isPending) return;
    add.mutate({ deed: "add", wish }, { onSuccess: ({ password }) => onDone({ ...wish, password }) });
  };
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose} size="large">
            {text.dialog.cancel}
          </Button>
          <Button busy={add.isPending} form={form} look="primary" size="large" type="submit">
            {words.action}
          </Button>
        </>
      }
      onClose={onClose}
      summary={words.summary}
      title={words.title}
    >
      <form className="grid gap-4" id={form} noValidate onSubmit={submit}>
        <Field error={faults.email} label={words.email}>
          {(parts) => <Input {...parts} data-first inputMode="email" name="email" spellCheck={false} />}
        </Field>
        <Field error={faults.name} label={words.name}>
          {(parts) => <Input {...parts} maxLength={MOST_NAME} name="name" />}
        </Field>
        <Field label={words.role}>
          {(parts) => (
            <Select {...parts} defaultValue="viewer" name="role">
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {text.settings.roles.names[role]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </form>
      <DialogFault error={add.error} title={words.failed} />
    </Dialog>
  );
}
