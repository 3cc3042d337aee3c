import pg from "pg";

/** A statement with one of its conditions on the account taken out. */
export type Removal = { text: string; without: string; condition: string };

type Statement = string | { text?: string; name?: string };

const pgQuery = pg.Client.prototype.query as unknown as (this: pg.Client, ...given: unknown[]) => unknown;
let heard: Set<string> | undefined;
let taken: Removal | undefined;

/** In the place of pg's own: hears every statement of this process, and sends one without its condition. */
function query(this: pg.Client, given: Statement, ...rest: unknown[]): unknown {
  const text = typeof given === "string" ? given : given?.text;
  if (text === undefined) return pgQuery.call(this, given, ...rest);
  heard?.add(text);
  const sent = taken && instead(text, taken);
  if (sent === undefined) return pgQuery.call(this, given, ...rest);
  if (typeof given === "string") return pgQuery.call(this, sent, ...rest);
  const { name: _name, ...unnamed } = given;
  return pgQuery.call(this, { ...unnamed, text: sent }, ...rest);
}
Object.assign(pg.Client.prototype, { query });

/** What is done without a condition is undone at its end, so that the next is tried on the same records. */
function instead(text: string, { text: whole, without }: Removal): string | undefined {
  if (/^commit$/i.test(text)) return "ROLLBACK";
  return text === whole ? without : undefined;
}

/** The statements that `work` has sent. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Set<string>> {
  heard = new Set();
  const found = heard;
  await work();
  heard = undefined;
  return found;
}

/** Runs `work` while a statement goes without its condition. */
export async function without<T>(removal: Removal, work: () => Promise<T>): Promise<T> {
  taken = removal;
  try {
    return await work();
  } finally {
    taken = undefined;
  }
}

const VALUE = String.raw`\$\d+(?:::uuid)?`;
const COLUMN = String.raw`(?:"?\w+"?\.)*"?account_id"?`;
/** `account_id = $1`, and the joins and sub-queries that carry an account from one table to another. */
const CONDITION = new RegExp(
  [
    `(?:coalesce\\(\\w+\\.account_id, \\w+\\.account_id\\)|${COLUMN}) (?:=|is not distinct from) (${VALUE})`,
    `(?:coalesce\\(\\w+\\.account_id, \\w+\\.account_id\\)|\\w+\\.account_id) = (?:account|c\\.id|\\w+\\.account_id)\\b`,
  ].join("|"),
  "g",
);
/** Joins that only look the account's name up. */
const LOOKUP = /join account \w+ on \S+ = \S+$/;

/** Every condition on the account in a statement, each taken out by itself; its value stays named, so that none is unused. */
export function removalsOf(text: string): Removal[] {
  return [...text.matchAll(CONDITION)].flatMap((found) => {
    const [condition, value] = found;
    const before = text.slice(0, found.index);
    if (LOOKUP.test(before + condition) || /\bset\s*$/.test(before)) return [];
    const always = value ? `(${value.includes("::") ? value : `${value}::text`} is null or true)` : "true";
    return [{ text, condition, without: before + always + text.slice(found.index + condition.length) }];
  });
}
