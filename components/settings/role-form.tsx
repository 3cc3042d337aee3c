"use client";

import { type AnyRole, HOUSE_ROLES, ROLES } from "#lib/contract/permissions.ts";
import type { UserRecord } from "#lib/people/user-contract.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { settingsText } from "#lib/i18n/settings.ts";
import { Facts } from "#components/ui/facts.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useOf } from "#components/whose.tsx";
import { usePersonCommand } from "./people-data.ts";

const words = settingsText.people.changing;

/** Gives a person another role, once it was chosen and confirmed: arrows alone would give each on the way to it. */
export function RoleForm({ person, onClose }: { person: UserRecord; onClose: () => void }) {
  const { toast } = useStatus();
  const command = usePersonCommand();
  const roles: readonly AnyRole[] = useOf() === "house" ? HOUSE_ROLES : ROLES;
  const form = useDeskForm<{ role: AnyRole }>({
    defaults: { role: person.role },
    check: checkedIf(({ role }) => ({ role: role === person.role ? settingsText.change.same : undefined })),
    async send({ role }) {
      const { mailed } = await command.mutateAsync({ command: "change", userId: person.userId, values: { role } });
      if (mailed !== "waits") toast(settingsText.people.changed(person.name));
      onClose();
    },
  });
  const role = form.watch("role");
  return (
    <FormDialog
      action={role === person.role ? words.open : words.action(roleName(role))}
      failed={words.failed}
      form={form}
      onClose={onClose}
      summary={words.summary}
      title={words.title(person.name)}
    >
      <Facts of={[[settingsText.change.before, roleName(person.role)]]} />
      <SelectField
        first
        form={form}
        label={settingsText.people.columns.role}
        name="role"
        options={roles.map((one) => [one, roleName(one)])}
      />
    </FormDialog>
  );
}
