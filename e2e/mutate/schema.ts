import pg from "pg";
import { closeTestCluster, freshDatabase } from "#e2e/world/database.ts";
import type { Mutant } from "./mutant.ts";
import { sqlChanges } from "./sql.ts";

/** A change of the migrated database itself. `on` is the table or function a test must touch to meet it. */
export type SchemaMutant = Mutant & { statements: readonly string[]; on: string };

type Found = Omit<SchemaMutant, "id" | "file" | "line" | "key"> & { name: string };

const FILE = "prisma/migrations";

/** Every change of the checks, keys, triggers and functions that all migrations together have made. */
export async function schemaMutants(): Promise<SchemaMutant[]> {
  const database = await freshDatabase();
  const client = new pg.Client(database.ownerUrl);
  await client.connect();
  try {
    const found = [...(await functions(client)), ...(await constraints(client)), ...(await triggers(client))];
    const seen = new Map<string, number>();
    return found.map(({ name, ...each }, id) => {
      const base = `${FILE} ${name}: ${each.operator}: ${each.original} → ${each.replacement}`;
      const nth = (seen.get(base) ?? 0) + 1;
      seen.set(base, nth);
      return { ...each, id, file: FILE, line: 1, key: nth === 1 ? base : `${base} #${nth}` };
    });
  } finally {
    await client.end();
    await database.drop();
    await closeTestCluster();
  }
}

async function functions(client: pg.Client): Promise<Found[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select p.proname as name, pg_get_functiondef(p.oid) as definition from pg_proc p
    join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and l.lanname in ('sql', 'plpgsql')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.oid::regprocedure::text`);
  return rows.flatMap(({ name, definition }) => {
    const from = definition.indexOf("$function$") + "$function$".length;
    const body = definition.slice(from, definition.lastIndexOf("$function$"));
    return sqlChanges(body).map(({ operator, start, end, text }) => ({
      name,
      on: name,
      operator: `sql: ${operator}`,
      original: around(body, start, end, body.slice(start, end)),
      replacement: around(body, start, end, text),
      statements: [
        definition.slice(0, from) +
          body.slice(0, start) +
          text +
          body.slice(end) +
          definition.slice(from + body.length),
      ],
    }));
  });
}

async function constraints(client: pg.Client): Promise<Found[]> {
  const { rows } = await client.query<{ owner: string; name: string; kind: string; definition: string }>(`
    select conrelid::regclass::text as owner, conname as name, contype as kind, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'u', 'f', 'x') and conrelid <> 0
    union all
    select i.indrelid::regclass::text, i.indexrelid::regclass::text, 'i', pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by 1, 2`);
  return rows.flatMap(({ owner, name, kind, definition }) => {
    const drop = kind === "i" ? `drop index ${name}` : `alter table ${owner} drop constraint "${name}"`;
    const dropped = { name: `${owner} ${name}`, on: owner, operator: "dropped", original: definition, replacement: "" };
    if (kind !== "c") return [{ ...dropped, statements: [drop] }];
    const changed = sqlChanges(definition).map(({ operator, start, end, text }) => ({
      ...dropped,
      operator: `sql: ${operator}`,
      original: around(definition, start, end, definition.slice(start, end)),
      replacement: around(definition, start, end, text),
      statements: [
        drop,
        `alter table ${owner} add constraint "${name}" ${definition.slice(0, start)}${text}${definition.slice(end)} not valid`,
      ],
    }));
    return [{ ...dropped, statements: [drop] }, ...changed];
  });
}

async function triggers(client: pg.Client): Promise<Found[]> {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(`
    select tgrelid::regclass::text as owner, tgname as name, pg_get_triggerdef(t.oid) as definition from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace order by 1, 2`);
  return rows.map(({ owner, name, definition }) => ({
    name: `${owner} ${name}`,
    on: owner,
    operator: "dropped",
    original: definition,
    replacement: "",
    statements: [`drop trigger "${name}" on ${owner}`],
  }));
}

const AROUND = 50;

function around(text: string, start: number, end: number, put: string): string {
  const [before, after] = [text.slice(Math.max(0, start - AROUND), start), text.slice(end, end + AROUND)];
  return `${before}${put}${after}`.replaceAll(/\s+/g, " ").trim();
}
