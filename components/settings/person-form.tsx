"use client";

import { useState } from "react";
import { isRole, ROLES } from "#lib/contract/permissions.ts";
import { text } from "#components/text/text.ts";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
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
  const [faults, setFaults] = useState<{ email?: string; name?: string }>({});
  const add = usePersonDeed();
  const submit = (form: HTMLFormElement) => {
    const given = new FormData(form);
    const written = (name: string) => String(given.get(name) ?? "").trim();
    const role = written("role");
    const wish = { email: written("email"), name: written("name"), role: isRole(role) ? role : ROLES[0] };
    const found = {
      ...(!EMAIL.test(wish.email) && { email: words.emailFault }),
      ...(wish.name === "" && { name: words.nameMissing }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0 || add.isPending) return;
    add.mutate({ deed: "add", wish }, { onSuccess: ({ password }) => onDone({ ...wish, password }) });
  };
  return (
    <FormDialog
      action={words.action}
      busy={add.isPending}
      fault={{ error: add.error, title: words.failed }}
      onClose={onClose}
      onSubmit={submit}
      summary={words.summary}
      title={words.title}
    >
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
    </FormDialog>
  );
}
