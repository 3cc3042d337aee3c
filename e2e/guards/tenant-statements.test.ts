import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadModule, parseSync } from "libpg-query";
import { beforeAll, describe, expect, test } from "vitest";
import { SENT, sentBy } from "#e2e/world/composed.ts";
import { parseStatements } from "#prisma/statements/parse.ts";
import { ACROSS_ACCOUNTS } from "./across-accounts.ts";
import { unowned } from "./owned.ts";

// The second wall of tenancy: each statement that is committed or composed, parsed by PostgreSQL's own parser, says whose
// the rows are that it reads or changes, or stands on the list of those that do not, with the reason.

const ROOT = join(import.meta.dirname, "../..");

const tenants = new Set(
  globSync("prisma/schema/*.prisma", { cwd: ROOT }).flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(/^model \w+ \{([\s\S]*?)^\}/gm)].flatMap(([, body = ""]) =>
      body.includes('@map("account_id")') ? [/@@map\("(\w+)"\)/.exec(body)?.[1] ?? ""] : [],
    ),
  ),
);

const found = new Map<string, string[]>();
let statements = 0;

beforeAll(async () => {
  await loadModule();
  for (const path of globSync("lib/**/*.sql", { cwd: ROOT }).sort())
    for (const { name, text } of parseStatements(path, readFileSync(join(ROOT, path), "utf8")))
      note(`${path}: ${name}`, text);
  for (const [name, run] of Object.entries(SENT)) for (const text of await sentBy(run)) note(name, text);
});

function note(name: string, text: string): void {
  statements += 1;
  const tables = unowned(parseSync(text), tenants);
  if (tables.length > 0) found.set(name, [...new Set([...(found.get(name) ?? []), ...tables])].sort());
}

test("every statement that reads or changes an account's rows says whose, or is named with a reason", () => {
  expect(tenants.size).toBeGreaterThan(20);
  expect(statements).toBeGreaterThan(250);
  const named = Object.entries(ACROSS_ACCOUNTS).flatMap(([reason, names]) => names.map((name) => ({ name, reason })));
  expect([...found.keys()].filter((name) => !named.some((one) => one.name === name))).toEqual([]);
  expect(named.filter(({ name }) => !found.has(name)).map(({ name }) => name)).toEqual([]);
});

describe("a statement", () => {
  const loose = (text: string) => unowned(parseSync(text), new Set(["bill", "deposit"]));

  test.each([
    ["select from bill where account_id = $1"],
    ["select from bill b where b.id = $1 and b.account_id = any($2)"],
    ["select from bill b join deposit d on d.bill_id = b.id where b.account_id = $1"],
    ["select from bill b where b.account_id = $1 and exists (select from deposit d where d.bill_id = b.id)"],
    [
      "with b as (select id from bill where account_id = $1) update deposit d set note = $2 from b where d.bill_id = b.id",
    ],
    ["insert into bill (id, account_id) values ($1, $2)"],
    ["select from bill where account_id = $1 union all select from bill b where b.account_id = $1"],
    ["select from bill b join account a on a.id = b.account_id where b.account_id = $1"],
    ["select from bill b join account a on a.id = b.account_id where a.id = $1"],
    ["select from unnest($1::uuid[]) a(id) join bill b on b.account_id = a.id"],
  ])("says whose: %s", (text) => {
    expect(loose(text)).toEqual([]);
  });

  test.each([
    ["select from bill where id = $1", ["bill"]],
    ["select from bill where account_id = $1 or id = $2", ["bill"]],
    ["select from bill b where b.account_id = coalesce($1, b.account_id)", ["bill"]],
    ["select from bill b, deposit d where b.account_id = $1", ["deposit"]],
    ["select from bill b join deposit d on d.fiat = b.fiat where b.account_id = $1", ["deposit"]],
    ["select from bill where account_id <> $1", ["bill"]],
    ["update deposit set note = $1 where id = $2", ["deposit"]],
    ["insert into bill (id) values ($1)", ["bill"]],
    ["select from account a where a.id in (select account_id from bill)", ["bill"]],
    ["select from bill b join account a on a.id = b.account_id where b.id = $1", ["bill"]],
    ["select from bill b join account a on a.id = b.account_id where b.account_id = $1 or b.status = $2", ["bill"]],
    ["select from bill where account_id = $1 union all select from bill", ["bill"]],
  ])("says not whose: %s", (text, tables) => {
    expect(loose(text)).toEqual(tables);
  });
});
