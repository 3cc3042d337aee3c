import { type Permission, ROLES, roleMay } from "#lib/access/scopes.ts";
import { TableFrame } from "#components/developers/parts.tsx";
import { Section } from "#components/overview/section.tsx";
import { text } from "#components/text/text.ts";
import { Icon } from "#components/ui/icons.tsx";

const words = text.settings.roles;

/** Each role's permissions in plain words, from the very table that decides requests. */
export function RolesMatrix() {
  return (
    <Section hint={words.hint} title={words.title}>
      <TableFrame label={words.title}>
        <thead>
          <tr>
            <th scope="col">{words.columns.deed}</th>
            {ROLES.map((role) => (
              <th className="text-center!" key={role} scope="col">
                {words.names[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(words.deeds).map(([permission, deed]) => (
            <tr className="hover:bg-hover" key={permission}>
              <th scope="row">{deed}</th>
              {ROLES.map((role) => (
                <td className="text-center!" key={role}>
                  <Mark may={roleMay(role, permission as Permission)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </TableFrame>
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
