"use client";

import { type AnyRole, HOUSE_ROLES, ROLES } from "#lib/contract/permissions.ts";
import { inviteHousePersonCall } from "#lib/people/house-user-calls.ts";
import { invitePersonCall } from "#lib/people/user-calls.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { checkedBy } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useOf } from "#components/whose.tsx";
import { type Mailed, usePersonCommand } from "./people-data.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { SelectField } from "#components/ui/select-field.tsx";

const words = settingsText.people.form;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

type Written = { email: string; role: AnyRole };
const READING = {
  get words() {
    return { email: words.emailFault };
  },
  faults: ({ email }: Written) => ({ email: EMAIL.test(email.trim()) ? undefined : words.emailFault }),
};
const EMPTY: Written = { email: "", role: "viewer" };

/** Where a link was sent, if letters leave at all. */
export type SentTo = { email: string; mailed: Mailed };

/** Invites a person into this account, or into the house. */
export function PersonForm({ onDone, onClose }: { onDone: (sent: SentTo) => void; onClose: () => void }) {
  const invite = usePersonCommand();
  const ofHouse = useOf() === "house";
  const form = useDeskForm({
    defaults: EMPTY,
    check: ofHouse ? checkedBy(inviteHousePersonCall, READING) : checkedBy(invitePersonCall, READING),
    async send({ email, role }) {
      const { mailed } = await invite.mutateAsync({ command: "invite", values: { email, role } });
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
      title={ofHouse ? words.ofHouse : words.title}
    >
      <FormField form={form} label={words.email} name="email">
        {(parts) => <Input {...parts} data-first inputMode="email" spellCheck={false} />}
      </FormField>
      <SelectField
        form={form}
        label={words.role}
        name="role"
        options={(ofHouse ? HOUSE_ROLES : ROLES).map((role) => [role, roleName(role)])}
      />
    </FormDialog>
  );
}
