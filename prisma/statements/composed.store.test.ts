import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SENT, sentBy } from "#e2e/world/composed.ts";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { COMPOSED } from "../../.config/data-access-rules.ts";
import { type Declared, readDeclared } from "../../.config/declared-rows.ts";
import { readCatalogue } from "./catalogue.ts";
import { describe as described, type Described } from "./describe.ts";

let database: FreshDatabase;
let client: pg.Client;
let declared: Map<string, Declared>;
let answerOf: (text: string) => Promise<NonNullable<Described["columns"]>>;

beforeAll(async () => {
  declared = readDeclared(COMPOSED);
  database = await freshDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  const catalogue = await readCatalogue(client);
  answerOf = async (text) => {
    const written = { name: "it", line: 1, note: "", text, values: [], sure: new Set<string>() };
    return (await described(client, catalogue, "composed", written)).columns ?? [];
  };
});

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

test("every composed statement is tried here", () => {
  expect(Object.keys(SENT).sort()).toEqual([...COMPOSED].sort());
});

describe("the row type of a composed statement is what PostgreSQL answers", () => {
  test.each(COMPOSED)("%s", async (name) => {
    const texts = await sentBy(SENT[name] ?? (() => []));
    expect(texts.length).toBeGreaterThan(0);
    const row = declared.get(name) ?? {};
    for (const text of texts) {
      const columns = await answerOf(text);
      expect(Object.fromEntries(columns.map(({ name: column, type }) => [column, kindOf(type)]))).toEqual(
        Object.fromEntries(Object.entries(row).map(([column, { kind }]) => [column, kind])),
      );
      const missing = columns.filter(
        ({ name: column, plain, type }) => plain && / \| null$/.test(type) && !row[column]?.isNullable,
      );
      expect(missing.map(({ name: column }) => column)).toEqual([]);
    }
  });
});

/** A union of words is a text, and what may be null is what it is when it is there. */
function kindOf(type: string): string {
  const bare = type.replace(/ \| null$/, "");
  return bare.startsWith('"') ? "string" : bare;
}
