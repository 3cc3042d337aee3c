import type { CasePerson } from "#lib/cases/contract.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { initialsOf } from "#components/ui/initials.ts";

/** Whose case it is. */
export function Owner({ person }: { person: CasePerson | undefined }) {
  if (!person) return <span className="text-ink-3">{exceptionsText.nobody}</span>;
  return <span className="truncate">{person.name}</span>;
}

/** The same in a list, by initials; the name for a reader and on hover. */
export function Face({ person }: { person: CasePerson | undefined }) {
  const name = person?.name ?? exceptionsText.nobody;
  return (
    <span className="face" data-nobody={person ? undefined : true} title={name}>
      <span className="sr-only">{name}</span>
      <span aria-hidden="true">{person ? initialsOf(person.name) : "–"}</span>
    </span>
  );
}
