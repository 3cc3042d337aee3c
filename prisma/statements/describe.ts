import type pg from "pg";
import type { Catalogue } from "./catalogue.ts";
import { StatementFault, type Written } from "./parse.ts";

/** `plain`: a column of a table, of which the catalogue knows whether it may be null. */
type Answered = { name: string; type: string; plain: boolean };

export type Described = {
  values: readonly { name: string; type: string; optional: boolean }[];
  /** Undefined: the statement answers a count. */
  columns: readonly Answered[] | undefined;
};

type Field = { name: string; tableID: number; columnID: number; dataTypeID: number };
type Wire = { parameters: readonly number[]; fields: readonly Field[] | undefined };

/** What PostgreSQL says a statement takes and answers. It is planned, so the role needs its rights, but never run. */
export async function describe(
  client: pg.Client,
  catalogue: Catalogue,
  path: string,
  written: Written,
): Promise<Described> {
  const fault = (sentence: string) => new StatementFault(`${path}:${written.line}: ${written.name}: ${sentence}`);
  const wire = await onTheWire(client, written.text).catch((error: Error) => Promise.reject(fault(error.message)));
  const outer = /\b(left|right|full)\b(\s+outer)?\s+join\b/i.test(written.text)
    ? await outerJoined(client, written.text).catch((error: Error) => Promise.reject(fault(error.message)))
    : () => false;
  const typed = (what: string, oid: number, use: "read" | "sent") => {
    const type = catalogue.typeOf(oid, use);
    if (type === undefined) throw fault(`${what} is ${catalogue.nameOf(oid)}; cast it`);
    return type;
  };
  const names = wire.fields?.map(({ name }) => name) ?? [];
  const twice = names.find((name, at) => name === "?column?" || names.indexOf(name) !== at);
  if (twice !== undefined) throw fault(`a column ${twice} has no name of its own`);
  const strange = [...written.sure].find((name) => !names.includes(name));
  if (strange !== undefined) throw fault(`it answers no column ${strange}`);
  return {
    values: written.values.map(({ name, optional }, at) => ({
      name,
      optional,
      type: typed(`:${name}`, wire.parameters[at] ?? 0, "sent"),
    })),
    columns: wire.fields?.map((field, at) => {
      const column = catalogue.column(field.tableID, field.columnID);
      const type = typed(`column ${field.name}`, field.dataTypeID, "read");
      const isSure = written.sure.has(field.name) || (column?.notNull === true && !outer(at));
      const union = column?.union?.map((word) => JSON.stringify(word)).join(" | ");
      return { name: field.name, plain: column !== undefined, type: `${union ?? type}${isSure ? "" : " | null"}` };
    }),
  };
}

/** Parse and Describe of the extended protocol, which tell the table behind each column. */
function onTheWire(client: pg.Client, text: string): Promise<Wire> {
  return new Promise((done, fail) => {
    let parameters: readonly number[] = [];
    let fields: readonly Field[] | undefined;
    let failed: Error | undefined;
    const ask = {
      submit(connection: pg.Connection) {
        connection.once("parameterDescription", (types: { dataTypeIDs: number[] }) => {
          parameters = types.dataTypeIDs;
        });
        connection.parse({ name: "", text, types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription(row: { fields: Field[] }) {
        fields = row.fields;
      },
      handleError(error: Error) {
        failed = error;
        fail(error);
      },
      handleReadyForQuery() {
        if (!failed) done({ parameters, fields });
      },
    };
    client.query(ask);
  });
}

type Plan = {
  Output?: string[];
  Alias?: string;
  "Join Type"?: string;
  "Parent Relationship"?: string;
  Plans?: Plan[];
};

const NULLED: Readonly<Record<string, readonly string[]>> = {
  Left: ["Inner"],
  Right: ["Outer"],
  Full: ["Inner", "Outer"],
};

/** Whether a column comes from the side of an outer join that may be missing. */
async function outerJoined(client: pg.Client, text: string): Promise<(at: number) => boolean> {
  const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
    `explain (generic_plan, verbose, format json) ${text}`,
  );
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan ?? {};
  const missing = new Set<string>();
  const collect = (node: Plan, isMissing: boolean) => {
    if (isMissing && node.Alias) missing.add(node.Alias);
    for (const child of node.Plans ?? []) {
      const side = child["Parent Relationship"] ?? "";
      collect(child, isMissing || (NULLED[node["Join Type"] ?? ""]?.includes(side) ?? false));
    }
  };
  collect(plan, false);
  return (at) => {
    const alias = /^\(?"?(\w+)"?\./.exec(plan.Output?.[at] ?? "")?.[1];
    return alias === undefined ? missing.size > 0 : missing.has(alias);
  };
}
