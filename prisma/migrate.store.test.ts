import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FreshDatabase, freshDatabase, ruling, testCluster } from "#e2e/world/database.ts";
import { keyCheckOf, secretsUnder } from "#lib/kernel/secrets.ts";
import { endRecovery, isRestored } from "./epoch.ts";
import { rightsOn } from "./grants.ts";
import { ownsTables, prepareDatabase } from "./migrate.ts";

const SCHEMA = globSync("schema/*.prisma", { cwd: import.meta.dirname });
const MIGRATIONS = globSync("migrations/*/migration.sql", { cwd: import.meta.dirname }).length;

let database: FreshDatabase;
let owner: pg.Client;
let app: pg.Client;

beforeAll(async () => {
  database = await freshDatabase({ blank: true });
  expect(await prepareDatabase(database, "sandbox")).toHaveLength(MIGRATIONS);
  owner = new pg.Client(database.ownerUrl);
  app = new pg.Client(database.url);
  await Promise.all([owner.connect(), app.connect()]);
});

afterAll(async () => {
  await Promise.all([owner?.end(), app?.end()]);
  await database?.drop();
});

describe("a start", () => {
  it("applies nothing twice, also when several start at once", async () => {
    const starts = await Promise.all([1, 2, 3].map(() => prepareDatabase(database, "sandbox")));
    expect(starts).toEqual([[], [], []]);
    const { rows } = await owner.query("select count(*)::int as count from _prisma_migrations");
    expect(rows).toEqual([{ count: MIGRATIONS }]);
  });

  it("refuses a database whose secrets another key has sealed, and keeps the first one's value", async () => {
    const [own, other] = ["own", "other"].map((name) => keyCheckOf(secretsUnder(name.repeat(20)))) as [string, string];
    expect(own).not.toBe(other);
    expect(await prepareDatabase(database, "sandbox", own)).toEqual([]);
    await expect(prepareDatabase(database, "sandbox", other)).rejects.toThrow(
      /^The secrets of this database were sealed under another key: set SECRETS_KEY/,
    );
    expect(await prepareDatabase(database, "sandbox", own)).toEqual([]);
    await expect(app.query("update deployment set key_check = null")).rejects.toMatchObject({ code: "42501" });
  });

  it("refuses a database made for the other mode", async () => {
    await expect(prepareDatabase(database, "live")).rejects.toThrow(/^This database was made for MODE=sandbox/);
  });

  it("refuses in live a role that the database refuses nothing, and opens nothing by it", async () => {
    const cluster = await testCluster();
    for (const [role, right] of [
      ["postgres", ""],
      ["desk_passes", "bypassrls"],
    ] as const) {
      const url = right ? database.url.replace("//desk:", `//${role}:`) : cluster.urlFor(role, database.name);
      if (right)
        await ruling((ruler) => ruler.query(`create role ${role} login ${right} password '${new URL(url).password}'`));
      try {
        const refusal = prepareDatabase({ url, ownerUrl: database.ownerUrl }, "live");
        await expect(refusal).rejects.toThrow(new RegExp(`^DATABASE_URL signs in as ${role}, whom .* no superuser`));
      } finally {
        if (right) await ruling((ruler) => ruler.query(`drop role ${role}`));
      }
    }
  });

  it("refuses a server that is older than what migrations are written in, before the first of them", async () => {
    const superuser = new pg.Client((await testCluster()).urlFor("postgres", database.name));
    await superuser.connect();
    try {
      await superuser.query(`create schema older; grant usage on schema older to public;
        create function older.current_setting(name text) returns text language sql as $$ select '150014' $$`);
      const url = `${database.url}?options=${encodeURIComponent("-c search_path=older,pg_catalog")}`;
      await expect(prepareDatabase({ url, ownerUrl: database.ownerUrl }, "sandbox")).rejects.toThrow(
        /^DATABASE_URL leads to PostgreSQL 15: this program needs 16 or newer/,
      );
    } finally {
      await superuser.query("drop schema older cascade");
      await superuser.end();
    }
  });

  it("refuses a migration that was changed after it was applied", async () => {
    await onChanged("update _prisma_migrations set checksum = repeat('0', 64)", /was changed after it was applied/);
  });

  it("refuses a database of a newer program", async () => {
    await onChanged("update _prisma_migrations set migration_name = '29991231000000_later'", /does not know/);
  });

  it("refuses a migration that was begun elsewhere and never finished", async () => {
    await onChanged("update _prisma_migrations set finished_at = null", /never finished/);
  });

  it("names an address that does not answer, and keeps its password to itself", async () => {
    const url = "postgresql://desk:hidden-word@127.0.0.1:1/desk";
    const refusal = prepareDatabase({ url, ownerUrl: url }, "sandbox");
    await expect(refusal).rejects.toThrow(/^DATABASE_URL leads to no database that answers \(127\.0\.0\.1:1\/desk\)/);
    await expect(refusal).rejects.not.toThrow(/hidden-word/);
  });

  it("goes on with the application's role alone where nothing is missing, and refuses what the owner's would", async () => {
    const alone = { url: database.url, ownerUrl: database.url };
    const key = keyCheckOf(secretsUnder("own".repeat(20)));
    expect(await prepareDatabase(alone, "sandbox", key)).toEqual([]);
    expect(await isRestored(database.ownerUrl, undefined)).toBe(false);
    expect(await isRestored(database.url, undefined)).toBe(false);
    await expect(prepareDatabase(alone, "live")).rejects.toThrow(/^This database was made for MODE=sandbox/);
    await expect(prepareDatabase(alone, "sandbox", keyCheckOf(secretsUnder("other".repeat(20))))).rejects.toThrow(
      /sealed under another key/,
    );
  });

  it("names the variable that is missing where one role is given and something is to be prepared", async () => {
    const { rows } = await owner.query(
      "delete from _prisma_migrations where migration_name = (select max(migration_name) from _prisma_migrations) returning *",
    );
    await expect(prepareDatabase({ url: database.url, ownerUrl: database.url }, "sandbox")).rejects.toThrow(
      /^DATABASE_URL signs in as desk, who may not prepare the database: set DATABASE_OWNER_URL/,
    );
    await owner.query(
      "insert into _prisma_migrations select * from jsonb_populate_record(null::_prisma_migrations, $1)",
      [JSON.stringify(rows[0])],
    );
  });

  it("knows a role that owns the tables from one that they bind", async () => {
    expect([await ownsTables(database.ownerUrl), await ownsTables(database.url)]).toEqual([true, false]);
  });

  it("notes a restored database with the application's role alone, and says that only its owner ends the recovery", async () => {
    expect(await isRestored(database.ownerUrl, undefined)).toBe(false);
    await owner.query("update deployment set server = '1'");
    try {
      expect(await isRestored(database.url, undefined)).toBe(true);
      await expect(endRecovery(database.url)).rejects.toThrow(/^This database was restored, .* set DATABASE_OWNER_URL/);
    } finally {
      await owner.query(
        "update deployment set server = null, epoch = 1, restored_at = null, restored_clock = null, recovered_at = null",
      );
    }
  });

  async function onChanged(change: string, sentence: RegExp): Promise<void> {
    const { rows } = await owner.query("select * from _prisma_migrations order by migration_name limit 1");
    const [row] = rows as { id: string; checksum: string; migration_name: string; finished_at: Date }[];
    await owner.query(`${change} where id = $1`, [row?.id]);
    await expect(prepareDatabase(database, "sandbox")).rejects.toThrow(sentence);
    await owner.query(
      "update _prisma_migrations set checksum = $2, migration_name = $3, finished_at = $4 where id = $1",
      [row?.id, row?.checksum, row?.migration_name, row?.finished_at],
    );
  }
});

describe("the application's role", () => {
  it("has on each table the rights the program says, and no others", async () => {
    const { rows } = await owner.query<{ table: string; rights: string[] }>(`
      select c.relname as table, array(
        select p from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p where has_table_privilege('desk', c.oid, p)
      ) as rights from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`);
    expect(rows.length).toBeGreaterThan(30);
    for (const { table, rights } of rows) {
      const granted = rightsOn(table, "sandbox")
        .split(", ")
        .filter((right) => !right.includes("("));
      expect({ table, rights }).toEqual({ table, rights: granted });
    }
  });

  it.each([
    "update ledger_account set balance = 0",
    "delete from posting",
    "update event set data = ''",
    "delete from audit",
    "truncate bill",
    "update fill set fiat_units = 0",
    "update deployment set mode = 'live'",
    "insert into deployment (mode) values ('live')",
    "delete from deposit",
    "insert into state_transition values ('deposit', 'CONVERTED', 'HELD')",
    "alter table bill disable trigger all",
    "create table spare (id integer)",
  ])("may not: %s", async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: "42501" });
  });

  it("alone does what a function does with its owner's rights", async () => {
    const { rows } = await app.query<{ app: number; all: number; of: number }>(
      `select count(*) filter (where has_function_privilege(current_user, oid, 'execute'))::int as app,
        count(*) filter (where has_function_privilege('public', oid, 'execute'))::int as all, count(*)::int as of
       from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype`,
    );
    const [{ app: may, all, of } = { app: 0, all: 0, of: 0 }] = rows;
    expect([may > 0, may, all]).toEqual([true, of, 0]);
  });

  it("may move the clock of the sandbox, and of the sandbox only", async () => {
    await expect(app.query("update deployment set clock_offset_ms = clock_offset_ms")).resolves.toBeDefined();
    expect(rightsOn("deployment", "live")).toBe("select");
  });
});

describe("Prisma's schema", () => {
  it("names the columns that the migrations make, with the same nulls", async () => {
    const { rows } = await owner.query<{ column: string }>(`
      select table_name || '.' || column_name || case is_nullable when 'YES' then '?' else '' end as column
      from information_schema.columns where table_schema = 'public' and table_name <> '_prisma_migrations' order by 1`);
    expect(columnsOfSchema()).toEqual(rows.map(({ column }) => column).sort());
  });

  it("has each foreign key as a relation", async () => {
    const { rows } = await owner.query<{ key: string }>(`
      select conrelid::regclass || '(' || (select string_agg(attname, ', ' order by nth) from unnest(conkey) with ordinality k(n, nth)
          join pg_attribute on attrelid = conrelid and attnum = n) || ') ' || confrelid::regclass as key
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1`);
    expect(rows.length).toBeGreaterThanOrEqual(60);
    expect(relationsOfSchema()).toEqual(rows.map(({ key }) => key).sort());
  });
});

const schemaText = () => SCHEMA.map((path) => readFileSync(join(import.meta.dirname, path), "utf8")).join("\n");

/** `table(columns) table referred to`. */
function relationsOfSchema(): string[] {
  const models = [...schemaText().matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, model = "", body = ""]) => ({
    model,
    body,
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model,
  }));
  const tableOf = (wanted: string) => models.find(({ model }) => model === wanted)?.table;
  return models
    .flatMap(({ table, body }) =>
      [...body.matchAll(/^ {2}\w+ +(\w+)\??\s+@relation\(.*?fields: \[([^\]]+)\]/gm)].map(
        ([, to = "", fields = ""]) => {
          const columns = fields.split(", ").map((field) => {
            const line = new RegExp(`^ {2}${field} .*?@map\\("(\\w+)"\\)`, "m").exec(body);
            return line?.[1] ?? field;
          });
          return `${table}(${columns.join(", ")}) ${tableOf(to)}`;
        },
      ),
    )
    .sort();
}

function columnsOfSchema(): string[] {
  const text = schemaText();
  const models = new Set([...text.matchAll(/^model (\w+) /gm)].map(([, name]) => name));
  return [...text.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)]
    .flatMap(([, model, body = ""]) => {
      const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model;
      const fields = [...body.matchAll(/^ {2}(\w+) +([A-Z]\w*)(?:\("\w+"\))?(\[\])?(\?)?(.*)$/gm)];
      const scalars = fields.filter(([, , type]) => !models.has(type));
      return scalars.map(([, name, , , optional = "", rest = ""]) => {
        const column = /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name;
        return `${table}.${column}${optional}`;
      });
    })
    .sort();
}
