import { type Permission, ROLES, roleMay } from "#lib/contract/permissions.ts";
import { Section } from "#components/overview/section.tsx";
import { settingsText } from "#components/i18n/settings.ts";
import { Icon } from "#components/ui/icons.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";

const words = settingsText.roles;

type Command = [permission: Permission, name: string];

/** Each role's permissions in plain words, from the very table that decides requests. */
export function RolesMatrix() {
  return (
    <Section hint={words.hint} title={words.title}>
      <ShortTable
        columns={columns()}
        keyOf={([permission]) => permission}
        label={words.title}
        rows={Object.entries(words.commands) as Command[]}
      />
    </Section>
  );
}

const columns = (): ShortColumn<Command>[] => [
  { id: "deed", label: words.columns.command, names: true, cell: ([, name]) => name },
  ...ROLES.map(
    (role): ShortColumn<Command> => ({
      id: role,
      label: words.names[role] ?? role,
      align: "end",
      cell: ([permission]) => <Mark may={roleMay(role, permission)} />,
    }),
  ),
];

function Mark({ may }: { may: boolean }) {
  return (
    <>
      {may ? <Icon className="inline text-done-mark" name="check" size={14} /> : <span aria-hidden="true">·</span>}
      <span className="sr-only">{may ? words.yes : words.no}</span>
    </>
  );
}
