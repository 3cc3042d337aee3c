import type pg from "pg";

/** What the catalogue says of a column. */
export type Column = { notNull: boolean; union: readonly string[] | undefined };
export type Catalogue = {
  /** TypeScript's type of a PostgreSQL type; undefined: there is none that holds inside and outside of transactions. */
  typeOf(oid: number, use: "read" | "sent"): string | undefined;
  nameOf(oid: number): string;
  column(table: number, attribute: number): Column | undefined;
};

const READ: Readonly<Record<string, string>> = {
  bool: "boolean",
  bytea: "Uint8Array",
  date: "Date",
  float4: "number",
  float8: "number",
  int2: "number",
  int4: "number",
  int8: "bigint",
  json: "JsonValue",
  jsonb: "JsonValue",
  name: "string",
  numeric: "Decimal",
  text: "string",
  timestamptz: "Date",
  uuid: "string",
  varchar: "string",
};
/** JSON is sent as its text. */
const SENT: Readonly<Record<string, string>> = {
  ...READ,
  int8: "bigint | number",
  json: "string",
  jsonb: "string",
  numeric: "bigint | string",
  int8multirange: "string",
  xid8: "string",
};

type TypeRow = { oid: number; name: string; base: number; element: number };
type ColumnRow = { table: number; attribute: number; notNull: boolean; type: number };
type CheckRow = { table: number; attribute: number; definition: string };

export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const types = await client.query<TypeRow>(`select oid::integer, typname as name, typbasetype::integer as base,
    case when typcategory = 'A' then typelem::integer else 0 end as element from pg_type`);
  const columns = await client.query<ColumnRow>(`
    select attrelid::integer as table, attnum::integer as attribute, attnotnull as "notNull", atttypid::integer as type
    from pg_attribute where attnum > 0 and attrelid in (select oid from pg_class where relkind in ('r', 'p'))`);
  const checks = await client.query<CheckRow>(`
    select conrelid::integer as table, conkey[1]::integer as attribute, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and array_length(conkey, 1) = 1`);
  const byOid = new Map(types.rows.map((row) => [row.oid, row]));
  const unions = new Map<string, readonly string[]>(
    checks.rows.flatMap(({ table, attribute, definition }) => {
      const union = unionOf(definition);
      return union ? [[`${table}.${attribute}`, union] as const] : [];
    }),
  );
  const known = new Map<string, Column>(
    columns.rows.map(({ table, attribute, notNull }) => {
      const key = `${table}.${attribute}`;
      return [key, { notNull, union: unions.get(key) }];
    }),
  );
  const baseOf = (oid: number): TypeRow | undefined => {
    const row = byOid.get(oid);
    return row && row.base !== 0 ? baseOf(row.base) : row;
  };
  const typeOf = (oid: number, use: "read" | "sent"): string | undefined => {
    const row = baseOf(oid);
    if (!row) return undefined;
    if (row.element === 0) return (use === "read" ? READ : SENT)[row.name];
    const element = typeOf(row.element, use);
    if (element === undefined) return undefined;
    return use === "read" ? `${element}[]` : `readonly (${element} | null)[]`;
  };
  return {
    typeOf,
    nameOf: (oid) => byOid.get(oid)?.name ?? String(oid),
    column: (table, attribute) => known.get(`${table}.${attribute}`),
  };
}

/** The words that a check allows a column: `CHECK ((status = ANY (ARRAY['A'::text, 'B'::text])))`. */
function unionOf(definition: string): string[] | undefined {
  const list = /^CHECK \(\("?\w+"? = ANY \(ARRAY\[((?:'(?:[^']|'')*'::text(?:, )?)+)\]\)\)\)$/.exec(definition)?.[1];
  if (list === undefined) return undefined;
  return [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, word = ""]) => word.replaceAll("''", "'"));
}
