/** A node of PostgreSQL's own parse tree. */
type Node = { readonly [key: string]: unknown };
type Table = { name: string; alias: string };
/** What is known where a query stands: the names that stand for rows of the account, or for none of any account's. */
type Scope = { owned: ReadonlySet<string>; ctes: ReadonlySet<string> };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const of = (node: unknown, kind: string): Node | undefined => {
  const found = isNode(node) ? node[kind] : undefined;
  return isNode(found) ? found : undefined;
};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const QUERIES = ["SelectStmt", "UpdateStmt", "DeleteStmt", "InsertStmt"] as const;

/**
 * The tables of a statement, of those given, that are read or changed without a condition on whose rows they are: neither
 * compared by their account, nor joined by an id to a row that is.
 */
export function unowned(tree: { stmts?: readonly unknown[] }, tenants: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const { stmt } of listOf(tree.stmts) as { stmt: Node }[])
    within(stmt, { owned: new Set(), ctes: new Set() }, { tenants, found });
  return [...new Set(found)].sort();
}

/** Looks for queries in any part of a tree. */
function within(part: unknown, scope: Scope, looking: Looking): void {
  if (Array.isArray(part)) {
    for (const each of part) within(each, scope, looking);
    return;
  }
  if (!isNode(part)) return;
  for (const [kind, value] of Object.entries(part)) {
    if ((QUERIES as readonly string[]).includes(kind) && isNode(value)) query(kind, value, scope, looking);
    else within(value, scope, looking);
  }
}

type Looking = { tenants: ReadonlySet<string>; found: string[] };

function query(kind: string, node: Node, outer: Scope, looking: Looking): void {
  const ctes = new Set([...outer.ctes, ...ctesOf(node)]);
  if (node["op"] !== undefined && node["op"] !== "SETOP_NONE") {
    within(node["withClause"], { ...outer, ctes }, looking);
    for (const side of [node["larg"], node["rarg"]])
      if (isNode(side)) query("SelectStmt", side, { ...outer, ctes }, looking);
    return;
  }
  if (kind === "InsertStmt") lookAtInsert(node, looking);
  const owned = lookAtTables(kind, node, { owned: outer.owned, ctes }, looking);
  for (const [key, value] of Object.entries(node)) if (key !== "relation") within(value, { owned, ctes }, looking);
}

const ctesOf = (node: Node): string[] =>
  listOf(of({ with: node["withClause"] }, "with")?.["ctes"]).map((one) =>
    String(of(one, "CommonTableExpr")?.["ctename"]),
  );

function lookAtInsert({ relation, cols }: Node, { tenants, found }: Looking): void {
  if (!isNode(relation)) return;
  const { name } = tableOf(relation);
  const columns = listOf(cols).map((one) => of(one, "ResTarget")?.["name"]);
  if (tenants.has(name) && !columns.includes("account_id")) found.push(name);
}

/** Answers the names that stand for rows of the account in this query, and notes the tables that are tied to none. */
function lookAtTables(kind: string, node: Node, { owned: before, ctes }: Scope, { tenants, found }: Looking) {
  const from = [...listOf(node["fromClause"]), ...listOf(node["usingClause"])];
  const sources = from.flatMap(sourcesOf);
  const target = isNode(node["relation"]) && kind !== "InsertStmt" ? [tableOf(node["relation"])] : [];
  const tables = [...sources, ...target].filter(({ name }) => !ctes.has(name));
  // A query of its own is looked at by itself: what it brings is owned, or was noted there.
  const brought = [
    ...from.flatMap((item) => derivedOf(item)),
    ...sources.filter(({ name }) => ctes.has(name)).map(({ alias }) => alias),
  ];
  const conditions = [node["whereClause"], ...from.flatMap(qualsOf)].flatMap(conjuncts);
  const owned = new Set([...before, ...brought]);
  const given = new Set(from.flatMap((item) => derivedOf(item, "RangeFunction")));
  const known = { owned, given, alone: tables.length === 1 };
  for (let size = -1; size !== owned.size; ) {
    size = owned.size;
    for (const table of tables)
      if (!owned.has(table.alias) && conditions.some((each) => ties(each, table, known))) owned.add(table.alias);
  }
  found.push(...tables.filter(({ name, alias }) => tenants.has(name) && !owned.has(alias)).map(({ name }) => name));
  return owned;
}

const tableOf = (range: Node): Table => ({
  name: String(range["relname"]),
  alias: String(isNode(range["alias"]) ? range["alias"]["aliasname"] : range["relname"]),
});

function sourcesOf(item: unknown): Table[] {
  const table = of(item, "RangeVar");
  if (table) return [tableOf(table)];
  const join = of(item, "JoinExpr");
  return join ? [...sourcesOf(join["larg"]), ...sourcesOf(join["rarg"])] : [];
}

function derivedOf(item: unknown, kind: "RangeSubselect" | "RangeFunction" = "RangeSubselect"): string[] {
  const join = of(item, "JoinExpr");
  if (join) return [...derivedOf(join["larg"], kind), ...derivedOf(join["rarg"], kind)];
  const derived = of(item, kind);
  const alias = derived?.["alias"];
  return isNode(alias) ? [String(alias["aliasname"])] : [];
}

function qualsOf(item: unknown): unknown[] {
  const join = of(item, "JoinExpr");
  return join ? [join["quals"], ...qualsOf(join["larg"]), ...qualsOf(join["rarg"])] : [];
}

/** What holds together; of alternatives each would have to. */
function conjuncts(condition: unknown): unknown[] {
  const all = of(condition, "BoolExpr");
  if (all?.["boolop"] === "AND_EXPR") return listOf(all["args"]).flatMap(conjuncts);
  return condition === undefined ? [] : [condition];
}

/** `given`: what a function makes of what was given, such as accounts out of a list. */
type Known = { owned: ReadonlySet<string>; given: ReadonlySet<string>; alone: boolean };

function ties(condition: unknown, table: Table, known: Known): boolean {
  const { name, alias } = table;
  const either = of(condition, "BoolExpr");
  if (either?.["boolop"] === "OR_EXPR")
    return listOf(either["args"]).every((each) => conjuncts(each).some((one) => ties(one, table, known)));
  const comparison = of(condition, "A_Expr");
  if (
    !comparison ||
    !["AEXPR_OP", "AEXPR_OP_ANY", "AEXPR_IN", "AEXPR_NOT_DISTINCT"].includes(String(comparison["kind"]))
  )
    return false;
  if (comparison["kind"] !== "AEXPR_NOT_DISTINCT" && of(listOf(comparison["name"])[0], "String")?.["sval"] !== "=")
    return false;
  const sides = [columnOf(comparison["lexpr"]), columnOf(comparison["rexpr"])];
  return sides.some((side, at) => {
    if (!side || (side.table === undefined ? !known.alone : side.table !== alias)) return false;
    const other = sides[1 - at];
    if (other) return tiesTo(other, side.column, alias, known);
    // An account that is merely joined is any account: it is one's own by its id.
    const isWhose = side.column === "account_id" || (name === "account" && side.column === "id");
    return isWhose && !speaksOf(comparison, at, alias);
  });
}

/** Whether another row, by the column that this one is compared with, says whose this is. */
function tiesTo({ table, column }: Column, own: string, alias: string, { owned, given }: Known): boolean {
  if (table === alias) return false;
  const isOwned = table !== undefined && owned.has(table);
  if (own === "account_id") return column === "account_id" || table === undefined || isOwned || given.has(table);
  return isOwned && (own === "id" || own.endsWith("_id"));
}

/** Whether the other side of a comparison names the account of the same row, which then compares with itself. */
function speaksOf(comparison: Node, at: number, alias: string): boolean {
  const other = JSON.stringify(comparison[at === 0 ? "rexpr" : "lexpr"]);
  return other.includes('"account_id"') && other.includes(`"${alias}"`);
}

type Column = { table: string | undefined; column: string };

function columnOf(side: unknown): Column | undefined {
  const cast = of(side, "TypeCast");
  if (cast) return columnOf(cast["arg"]);
  const names = listOf(of(side, "ColumnRef")?.["fields"]).map((each) => String(of(each, "String")?.["sval"] ?? "*"));
  const column = names.at(-1);
  return column === undefined ? undefined : { table: names.at(-2), column };
}
