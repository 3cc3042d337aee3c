import { Decimal, makeTypedQueryFactory, type TypedSql } from "@prisma/client/runtime/client";
import pg from "pg";
import { type Connections, type Db, wayOf } from "./database.ts";

export type { Decimal } from "@prisma/client/runtime/client";

/**
 * A statement of a `.sql` file: its text with `$1`, `$2` …, and the names of those values in their order. The text is
 * read at each use, as `npm run mutate` changes it in a running process.
 */
type Sheet = { text: () => string; values: readonly string[] };
type Given<Values> = keyof Values extends never ? [] : [values: Values];

/** A statement that answers rows: in the open transaction, or outside of one prepared on a connection of the pool. */
export type Query<Values, Row> = (db: Db | Connections, ...given: Given<Values>) => Promise<Row[]>;
/** A statement that answers how many rows it wrote. */
export type Command<Values> = (db: Db | Connections, ...given: Given<Values>) => Promise<number>;
/** The row that PostgreSQL says a query answers. */
export type RowOf<Statement> = Statement extends (db: Db, ...given: never[]) => Promise<(infer Row)[]> ? Row : never;
export type NoValues = Record<never, never>;

/** What the generated modules beside the `.sql` files are made of; types come from the database's own description. */
export function query<Values extends object, Row extends pg.QueryResultRow>({
  text: textOf,
  values: names,
}: Sheet): Query<Values, Row> {
  return async (db, ...given) => {
    const [text, values, way] = [textOf(), inOrder(names, given[0]), wayOf(db)];
    if ("open" in way)
      return way.open.$queryRawTyped(makeTypedQueryFactory(text)(...values) as TypedSql<unknown[], Row>);
    return (await way.pool.query<Row>({ name: way.nameOf(text), text, values, types: TYPES })).rows;
  };
}

export function command<Values extends object>({ text: textOf, values: names }: Sheet): Command<Values> {
  return async (db, ...given) => {
    const [text, values, way] = [textOf(), inOrder(names, given[0]), wayOf(db)];
    if ("open" in way) return way.open.$executeRawUnsafe(text, ...values);
    return (await way.pool.query({ name: way.nameOf(text), text, values })).rowCount ?? 0;
  };
}

function inOrder(names: readonly string[], given: object = {}): unknown[] {
  const values: Readonly<Record<string, unknown>> = { ...given };
  return names.map((name) => asSent(values[name]));
}

/** Whole numbers of any size as text, which PostgreSQL reads by the type it has found for the value. */
function asSent(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === "bigint") return value.toString();
  return Array.isArray(value) ? value.map(asSent) : value;
}

const [INT8, NUMERIC, DATE, INT8_ARRAY, NUMERIC_ARRAY] = [20, 1700, 1082, 1016, 1231];
const textsOf = (list: string): string[] => (list === "{}" ? [] : list.slice(1, -1).split(","));
const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, BigInt],
  [NUMERIC, (text) => new Decimal(text)],
  [DATE, (text) => new Date(`${text}T00:00:00Z`)],
  [INT8_ARRAY, (text) => textsOf(text).map(BigInt)],
  [NUMERIC_ARRAY, (text) => textsOf(text).map((each) => new Decimal(each))],
]);
/** Reads columns as Prisma does, so that one row type holds inside and outside of transactions. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    (format === "binary" ? undefined : PARSERS.get(oid)) ??
    pg.types.getTypeParser(oid, format === "binary" ? format : "text"),
};
