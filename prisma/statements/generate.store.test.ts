import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { generator } from "./generate.ts";
import { parseStatements } from "./parse.ts";

let database: FreshDatabase;
let client: pg.Client;
let made: (path: string, source: string) => Promise<string>;

beforeAll(async () => {
  database = await freshDatabase();
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await owner.query(`create domain grams as numeric(78, 0);
    create table shelf (id uuid primary key, place text not null check (place in ('TOP', 'IT''S LOW')), note text);
    create table box (id bigint primary key, shelf_id uuid references shelf, weight grams not null, tags text[] not null,
      facts jsonb, sizes bigint[], made_at timestamptz not null default now());
    grant select, insert, update on shelf, box to desk`);
  await owner.end();
  client = new pg.Client(database.url);
  await client.connect();
  made = await generator(client);
});

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** Lines of the type or the value lists of the only statement. */
const lines = async (sql: string) => (await made("lib/shelf/shelf.sql", `-- name: it\n${sql}\n`)).split("\n");
const row = async (sql: string) => {
  const all = await lines(sql);
  return all.slice(all.indexOf("type ItRow = {") + 1, all.indexOf("};", all.indexOf("type ItRow = {")));
};
const values = async (sql: string) => {
  const all = await lines(sql);
  return all.slice(all.indexOf("type ItValues = {") + 1, all.indexOf("};"));
};

it("is one type for statements that answer the same row", async () => {
  const text = await made(
    "lib/shelf/shelf.sql",
    "-- name: all\nselect id, note from shelf\n\n-- name: same\nselect id, note from shelf where id = :id\n\n-- name: other\nselect id from shelf\n",
  );
  expect(text.match(/^type \w+Row/gm)).toEqual(["type AllRow", "type OtherRow"]);
  expect(text).toContain("query<SameValues, AllRow>");
});

describe("what a statement answers", () => {
  it("is null where its column may be, and a union where a check lists the words", async () => {
    expect(await row("select id, place, note from shelf")).toEqual([
      "  id: string;",
      `  place: "TOP" | "IT'S LOW";`,
      "  note: string | null;",
    ]);
  });

  it("has arrays, JSON, times, whole numbers of any size and what a domain stands on", async () => {
    expect(await row("select id, weight, tags, facts, sizes, made_at from box")).toEqual([
      "  id: bigint;",
      "  weight: Decimal;",
      "  tags: string[];",
      "  facts: JsonValue | null;",
      "  sizes: bigint[] | null;",
      "  made_at: Date;",
    ]);
  });

  it("may miss all columns of an outer join's other side, and of no other", async () => {
    const joined = "select b.id, s.place, s.id as shelf from box b left join shelf s on s.id = b.shelf_id";
    expect(await row(joined)).toEqual([
      "  id: bigint;",
      `  place: "TOP" | "IT'S LOW" | null;`,
      "  shelf: string | null;",
    ]);
    expect(await row(joined.replace("left join", "join"))).toContain("  shelf: string;");
    expect(await row(joined.replace("left join", "right join"))).toEqual([
      "  id: bigint | null;",
      `  place: "TOP" | "IT'S LOW";`,
      "  shelf: string;",
    ]);
    expect(
      await row(
        "select x.place from box b left join (select * from shelf where note is not null) x on x.id = b.shelf_id",
      ),
    ).toEqual([`  place: "TOP" | "IT'S LOW" | null;`]);
  });

  it("is sure of an expression only when it is said to be", async () => {
    expect(await row('select count(*) as boxes, count(*) as "sure!" from box')).toEqual([
      "  boxes: bigint | null;",
      "  sure: bigint;",
    ]);
  });

  it("is a count when it returns nothing, and rows when it does", async () => {
    expect(await lines("update box set weight = 1")).toContain("export const it = command<NoValues>({");
    expect(await row("update box set weight = 1 returning id, weight")).toEqual([
      "  id: bigint;",
      "  weight: Decimal;",
    ]);
  });
});

describe("what a statement takes", () => {
  it("is named, typed, in the order of its first use", async () => {
    const sql = "insert into box (id, weight, tags, facts, made_at) values (:id, :weight, :tags, :facts, :madeAt)";
    expect(await values(sql)).toEqual([
      "  id: bigint | number;",
      "  weight: bigint | string;",
      "  tags: readonly (string | null)[];",
      "  facts: string;",
      "  madeAt: Date;",
    ]);
    expect(await lines(sql)).toContain('  values: ["id", "weight", "tags", "facts", "madeAt"],');
  });

  it("may be left out when it says so, and is one value however often it stands there", async () => {
    const sql = "select id from shelf where (:place?::text is null or place = :place?) and id = any(:ids::uuid[])";
    expect(await values(sql)).toEqual(["  place?: string | null | undefined;", "  ids: readonly (string | null)[];"]);
    expect((await lines(sql)).join("\n")).toContain("where ($1::text is null or place = $1) and id = any($2::uuid[])");
  });

  it("is neither a cast, nor a text, nor a comment", () => {
    const [only] = parseStatements(
      "a.sql",
      `-- name: it\n-- :note\nselect ':no' as "a:b", id::text\n-- :neither\nfrom shelf`,
    );
    expect(only).toMatchObject({ values: [], note: ":note", text: `select ':no' as "a:b", id::text\nfrom shelf` });
  });
});

describe("a part of another file", () => {
  const files: Record<string, string> = {
    "lib/box/box.sql":
      "-- name: count\nselect count(*) from box\n\n-- part: put\n-- A note.\nupdate box b set shelf_id = :shelfId::uuid\nfrom placing p where b.id = p.id",
  };
  const read = (path: string) => files[path] ?? "";

  it("stands in place of the line that includes it, with its values", () => {
    const source =
      "-- name: it\nwith placing as (select :id as id), put as (\n-- include: lib/box/box.sql put\n)\nselect 1 as one";
    expect(parseStatements("a.sql", source, read)).toMatchObject([
      {
        name: "it",
        text: "with placing as (select $1 as id), put as (\n  update box b set shelf_id = $2::uuid\n  from placing p where b.id = p.id\n)\nselect 1 as one",
        values: [{ name: "id" }, { name: "shelfId" }],
      },
    ]);
    expect(parseStatements("lib/box/box.sql", read("lib/box/box.sql"), read).map(({ name }) => name)).toEqual([
      "count",
    ]);
  });

  it("is refused when it is not there, or is no part", () => {
    for (const part of ["lift", "count"])
      expect(() => parseStatements("a.sql", `-- name: it\n-- include: lib/box/box.sql ${part}`, read)).toThrow(
        `a.sql:1: lib/box/box.sql has no part ${part}`,
      );
  });
});

describe("what is refused, with file, line and name", () => {
  it.each([
    ["a statement that does not parse", "selec id", /^lib\/shelf\/shelf\.sql:1: it: syntax error at or near "selec"$/],
    ["a column there is not", "select nme from shelf", /^lib\/shelf\/shelf\.sql:1: it: column "nme" does not exist$/],
    ["a column without a name", "select 1 + 1", /it: a column \?column\? has no name of its own$/],
    ["two columns of one name", "select id, id from shelf", /it: a column id has no name of its own$/],
    ["a type without one of ours", "select interval '1 day' as day", /it: column day is interval; cast it$/],
    [
      "rights the program has not",
      "delete from ledger_account a using shelf s left join box b on true",
      /it: permission denied/,
    ],
    ["no statement", "-- only a note", /^lib\/shelf\/shelf\.sql:1: it has no statement$/],
  ])("%s", async (_what, sql, sentence) => {
    await expect(made("lib/shelf/shelf.sql", `-- name: it\n${sql}\n`)).rejects.toThrow(sentence);
  });

  it("names that are none or taken, and lines without a heading", () => {
    expect(() => parseStatements("a.sql", "-- name: Two words\nselect 1")).toThrow('a.sql:1: "Two words" is no name');
    expect(() => parseStatements("a.sql", "-- name: it\nselect 1\n-- name: it\nselect 2")).toThrow(
      "a.sql:3: it stands here twice",
    );
    expect(() => parseStatements("a.sql", "\nselect 1")).toThrow('a.sql:2: no "-- name: …" stands above it');
  });

  it("tells all faults of a file at once", async () => {
    await expect(made("a.sql", "-- name: one\nselec 1\n-- name: two\nselect no from shelf")).rejects.toThrow(
      /a\.sql:1: one.*\na\.sql:3: two/,
    );
  });
});
