import { Prisma } from "./database.ts";

/** What a list is sorted by, and its type. */
export type SortKey = { column: Prisma.Sql; cast: Prisma.Sql };
/** Where the page before ended: the key of its last row, exact as text, and what tells that row from others with it. */
export type LastRow = { key: string; id: string };

/** A sort as a list is asked for it: a minus before its name is descending. */
export type Sort<By extends string> = { by: By; descending: boolean };
export const sortOf = <By extends string>(sort: By | `-${By}`): Sort<By> => {
  const descending = sort.startsWith("-");
  return { by: (descending ? sort.slice(1) : sort) as By, descending };
};

/** The order of a list by its key, and by what tells its rows apart where that is the same. */
export function orderBy(key: Prisma.Sql, tie: Prisma.Sql, descending: boolean): Prisma.Sql {
  const direction = descending ? Prisma.sql`desc` : Prisma.sql`asc`;
  return Prisma.sql`${key} ${direction}, ${tie} ${direction}`;
}

/** The condition that a row comes after the last one of the page before, in {@link orderBy}'s order; of a first page none. */
export function comesAfter(key: SortKey, tie: SortKey, descending: boolean, last: LastRow | undefined): Prisma.Sql {
  if (!last) return Prisma.sql`true`;
  const beyond = descending ? Prisma.sql`<` : Prisma.sql`>`;
  return Prisma.sql`(${key.column}, ${tie.column}) ${beyond} (${last.key}::text::${key.cast}, ${last.id}::text::${tie.cast})`;
}
