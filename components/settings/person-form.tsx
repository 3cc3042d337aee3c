"use client";

import { type Role, ROLES } from "#lib/contract/permissions.ts";
import { makeUserCall } from "#lib/people/user-calls.ts";
import { settingsText } from "#components/i18n/settings.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { usePersonCommand } from "./people-data.ts";

const words = settingsText.people.form;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const MOST_NAME = 128;

type Written = { email: string; name: string; role: Role };
const EMPTY: Written = { email: "", name: "", role: "viewer" };

/** The person who was added; a new person has a password to be handed over. */
export type Handed = { name: string; email: string; password?: string | undefined };

/** Gives a person a role in this account. */
export function PersonForm({ onDone, onClose }: { onDone: (handed: Handed) => void; onClose: () => void }) {
  const add = usePersonCommand();
  const form = useDeskForm({
    defaults: EMPTY,
    check: checkedBy(makeUserCall, {
      missing: { name: words.nameMissing },
      words: { email: words.emailFault },
      faults: ({ email }: Written) => ({ email: EMAIL.test(email.trim()) ? undefined : words.emailFault }),
    }),
    async send(wish) {
      const { password } = await add.mutateAsync({ command: "add", wish });
      onDone({ ...wish, password });
    },
  });
  return (
    <FormDialog
      action={words.action}
      failed={words.failed}
      form={form}
      onClose={onClose}
      summary={words.summary}
      title={words.title}
    >
      <FormField form={form} label={words.email} name="email">
        {(parts) => <Input {...parts} data-first inputMode="email" spellCheck={false} />}
      </FormField>
      <FormField form={form} label={words.name} name="name">
        {(parts) => <Input {...parts} maxLength={MOST_NAME} />}
      </FormField>
      <FormField form={form} label={words.role} name="role">
        {(parts) => (
          <Select {...parts}>
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {settingsText.roles.names[role]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    </FormDialog>
  );
}
