import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase, testCluster } from "#e2e/world/database.ts";
import { SETTINGS } from "#lib/settings/definitions.ts";
import { FACTS_FILE, FACTS_OF, factsOf } from "#prisma/statements/facts.ts";
import { BOTH, OTHER_MATTER, READ } from "./two-languages.ts";

let database: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client((await testCluster()).urlFor("postgres", database.name));
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const FUNCTION =
  /^(?:export )?(?:(?:async )?function (\w+)|const (\w+) = (?:async )?(?:<[^>]*>)?\([^=;]*=>|const (\w+) = \w+ =>)/gm;

/** Functions of TypeScript by the name SQL would give them, without those that ask the SQL function of that name. */
function ruledHere(): Map<string, string> {
  const files = globSync("lib/**/*.ts").filter((path) => !/generated|\.(?:test|fixture|sql)\.ts$/.test(path));
  const found = new Map<string, string>();
  for (const path of files) {
    const source = readFileSync(path, "utf8");
    const texts = [source, ...globSync(`${dirname(path)}/*.sql`).map((file) => readFileSync(file, "utf8"))].join("\n");
    for (const [, first, second, third] of source.matchAll(FUNCTION)) {
      const name = snake(first ?? second ?? third ?? "");
      if (!new RegExp(`\\b${name}\\(`).test(name.includes("_") ? texts : "")) found.set(name, path);
    }
  }
  return found;
}

test("no function stands in both languages but those that are compared, or mean something else", async () => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct proname as name from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  );
  const here = ruledHere();
  const both = rows.map(({ name }) => name).filter((name) => here.has(name));
  const known = [...Object.keys(BOTH), ...FACTS_OF, ...Object.keys(OTHER_MATTER)];
  expect(rows.length).toBeGreaterThan(200);
  expect(both.filter((name) => !known.includes(name)).map((name) => `${name}: ${here.get(name)}`)).toEqual([]);
  expect(Object.keys(OTHER_MATTER).filter((name) => !both.includes(name))).toEqual([]);
});

test("what TypeScript reads of the database's own rules is what they answer", async () => {
  expect(await factsOf(client)).toBe(readFileSync(FACTS_FILE, "utf8"));
});

const COMPARED = [...Object.entries(BOTH).map(([name, { pairs }]) => [name, pairs] as const), ...Object.entries(READ)];
test.each(COMPARED)("%s says the same in both", async (_name, pairs) => {
  const { rows } = await client.query<{ answers: string[] }>(
    `select array[${pairs.map(({ sql }) => `(${sql})::text`).join(", ")}] as answers`,
  );
  expect(pairs.length).toBeGreaterThan(1);
  expect(pairs.map(({ sql }, at) => [sql, rows[0]?.answers[at]])).toEqual(pairs.map(({ sql, says }) => [sql, says]));
});

test("where the house has set no bound of a network's fee, the database holds to the setting's own default", async () => {
  const { rows } = await client.query<{ name: string; standard: string }>(
    `select distinct m[1] as name, m[2] as standard
     from pg_proc, regexp_matches(prosrc, $$fee_limit\\('(\\w+)', [\\w.]+, (\\d+)\\)$$, 'g') m
     where pronamespace = 'public'::regnamespace order by 1`,
  );
  const bounds = ["energyPrice", "gasPrice", "networkFeeBps", "networkFeeRate"] as const;
  expect(rows).toEqual(bounds.map((name) => ({ name, standard: SETTINGS[name].standard })));
});
