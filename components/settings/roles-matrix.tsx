import { type AnyRole, HOUSE_ROLES, houseRoleMay, type Permission, ROLES, roleMay } from "#lib/contract/permissions.ts";
import { useOf } from "#components/whose.tsx";
import { Section } from "#components/ui/section.tsx";
import { settingsText } from "#lib/i18n/settings.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { Icon } from "#components/ui/icons.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";

const words = settingsText.roles;

type Command<P> = [permission: P, name: string];

/** Each role's permissions in plain words, from the very tables that decide requests; among the house's people theirs alone. */
export function RolesMatrix() {
  const ofHouse = useOf() === "house";
  return (
    <>
      {ofHouse ? null : (
        <Matrix commands={words.commands} hint={words.hint} may={roleMay} roles={ROLES} title={words.title} />
      )}
      <Matrix
        commands={words.houseCommands}
        hint={words.houseHint}
        may={houseRoleMay}
        roles={HOUSE_ROLES}
        title={words.house}
      />
    </>
  );
}

type Roles<P extends Permission, R extends AnyRole> = {
  commands: Readonly<Record<P, string>>;
  hint: string;
  may: (role: R, permission: NoInfer<P>) => boolean;
  roles: readonly R[];
  title: string;
};

function Matrix<P extends Permission, R extends AnyRole>({ commands, hint, may, roles, title }: Roles<P, R>) {
  const columns: ShortColumn<Command<P>>[] = [
    { id: "command", label: words.columns.command, names: true, cell: ([, name]) => name },
    ...roles.map(
      (role): ShortColumn<Command<P>> => ({
        id: role,
        label: roleName(role),
        align: "end",
        className: "card:w-[11%]",
        cell: ([permission]) => <Mark may={may(role, permission)} />,
      }),
    ),
  ];
  return (
    <Section hint={hint} title={title}>
      <ShortTable
        columns={columns}
        keyOf={([permission]) => permission}
        label={title}
        rows={Object.entries(commands) as Command<P>[]}
      />
    </Section>
  );
}

function Mark({ may }: { may: boolean }) {
  return (
    <>
      {may ? <Icon className="inline text-done-mark" name="check" size={14} /> : <span aria-hidden="true">·</span>}
      <span className="sr-only">{may ? words.yes : words.no}</span>
    </>
  );
}
