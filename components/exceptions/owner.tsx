import type { CasePerson } from "#lib/cases/contract.ts";
import { text } from "#components/i18n/text.ts";

/** Whose case it is. */
export function Owner({ person }: { person: CasePerson | undefined }) {
  if (!person) return <span className="text-ink-3">{text.exceptions.nobody}</span>;
  return <span className="truncate">{person.name}</span>;
}
