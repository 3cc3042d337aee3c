"use client";

import { type Role, ROLES } from "#lib/contract/permissions.ts";
import { invitePersonCall } from "#lib/people/user-calls.ts";
import { settingsText } from "#components/i18n/settings.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { type Mailed, usePersonCommand } from "./people-data.ts";

const words = settingsText.people.form;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

type Written = { email: string; role: Role };
const EMPTY: Written = { email: "", role: "viewer" };

/** Where a link was sent, if letters leave at all. */
export type SentTo = { email: string; mailed: Mailed };

/** Invites a person into this account. */
export function PersonForm({ onDone, onClose }: { onDone: (sent: SentTo) => void; onClose: () => void }) {
  const invite = usePersonCommand();
  const form = useDeskForm({
    defaults: EMPTY,
    check: checkedBy(invitePersonCall, {
      words: { email: words.emailFault },
      faults: ({ email }: Written) => ({ email: EMAIL.test(email.trim()) ? undefined : words.emailFault }),
    }),
    async send({ email, role }) {
      const { mailed } = await invite.mutateAsync({ command: "invite", wish: { email, role } });
      onDone({ email, mailed });
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
