import type { CaseEntry, CasePerson } from "#lib/cases/contract.ts";

export const calledBy = ({ name }: CasePerson): string => `@${name}`;

/** Whom a text calls by `@` and their name; of names that begin alike the longest. */
export function mentionedIn(written: string, people: readonly CasePerson[]): CasePerson[] {
  const longest = people.toSorted((one, other) => other.name.length - one.name.length);
  const at = [...written.matchAll(/@/gu)].map(({ index }) => written.slice(index));
  return [...new Set(at.flatMap((rest) => longest.find((person) => rest.startsWith(calledBy(person))) ?? []))];
}

/** A comment in parts: what is a person's name, and what is not. */
export function spokenTo({
  detail,
  mentions = [],
}: Pick<CaseEntry, "detail" | "mentions">): { at: number; part: string; isName: boolean }[] {
  const names = mentions.map(calledBy).toSorted((one, other) => other.length - one.length);
  const parts: { at: number; part: string; isName: boolean }[] = [];
  let from = 0;
  for (let at = 0; at < detail.length; at += 1) {
    const name = names.find((each) => detail.startsWith(each, at));
    if (!name) continue;
    parts.push({ at: from, part: detail.slice(from, at), isName: false }, { at, part: name, isName: true });
    from = at + name.length;
    at = from - 1;
  }
  return [...parts, { at: from, part: detail.slice(from), isName: false }].filter(({ part }) => part !== "");
}
