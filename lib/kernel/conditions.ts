import { Prisma } from "./database.ts";

/**
 * What a store makes of each filter of its list, by the filter's name: one that is described and has no condition here
 * does not compile.
 */
export type Conditions<Given extends object, Condition> = {
  readonly [Name in keyof Given]-?: (value: NonNullable<Given[Name]>) => Condition;
};

/** The conditions of the filters that are given; those of a contract that are not in the table are paging. */
export function conditionsOf<Given extends object, Condition>(
  table: Conditions<Given, Condition>,
  given: Given,
): Condition[] {
  const conditionOf = <Name extends keyof Given>(name: Name): Condition[] => {
    const value = given[name];
    return value === undefined || value === null ? [] : [table[name](value)];
  };
  return (Object.keys(table) as (keyof Given)[]).flatMap(conditionOf);
}

/** Whether it is one of the values; one alone is compared as itself, which the planner knows best. */
export const isOneOf = (what: Prisma.Sql, value: string | readonly string[]): Prisma.Sql =>
  typeof value === "string" ? Prisma.sql`${what} = ${value}` : Prisma.sql`${what} = any(${[...value]}::text[])`;

/** Whether a time is from one instant on and before another. */
export const isWithin = (time: Prisma.Sql, { from, to }: { from: Date; to: Date }): Prisma.Sql =>
  Prisma.sql`(${time} >= ${from} and ${time} < ${to})`;

/** How many rows each of some selections has, as one array; none is counted beyond `most`. */
export const countsUpTo = (selections: readonly Prisma.Sql[], most: number): Prisma.Sql => {
  const each = selections.map((rows) => Prisma.sql`(select count(*)::int from (${rows} limit ${most}) found)`);
  return Prisma.sql`array[${Prisma.join(each)}]`;
};
