import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the migrations make, as {@link HELD} reads it of a new database; `node .config/statements.ts` writes it. */
export const GUARDS_FILE = join(import.meta.dirname, "guards.txt");

/** Each version prints constraints and conditions in its own words; of these they agree. */
export const SAME_WORDS = "current_setting('server_version_num')::integer / 10000 between 16 and 18";

/** Lines of `digest what`, of which a table, function, trigger, constraint or unique index is one. */
export const readGuards = (): string[] => readFileSync(GUARDS_FILE, "utf8").trim().split("\n");

/** Brackets and spaces differ between versions, and whether `public` is named by the path of the connection. */
const plain = (text: string) => `regexp_replace(${text}, '[()\\s]|\\mpublic\\.', '', 'g')`;
const digest = (...facts: readonly string[]) =>
  `left(encode(sha256(convert_to(concat_ws('|', ${facts.map((fact) => `coalesce((${fact})::text, '-')`).join(", ")}), 'UTF8')), 'hex'), 16)`;

/** The path that each start fixes for functions of triggers that have none. */
const CONFIG = "case when prosecdef then proconfig else array_remove(proconfig, 'search_path=public, pg_temp') end";
const columns = `select string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, a.attidentity,
    ${plain("pg_get_expr(d.adbin, d.adrelid)")}), ',' order by a.attname collate "C")
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;
const watched = `select string_agg(a.attname, ',' order by a.attname collate "C") from pg_attribute a where a.attrelid = c.oid and a.attnum = any (t.tgattr)`;

/**
 * What the database holds that makes its rows keep the rules: `what` and a digest of all it says. Functions are compared by
 * the text they were made of. The table of migrations is whoever's has applied them.
 */
export const HELD = `with c as (select oid, relname, relpersistence, relrowsecurity, relforcerowsecurity from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> '_prisma_migrations')
  select 'table ' || relname as what, ${digest("relpersistence", "relrowsecurity", "relforcerowsecurity", columns)} as says from c
  union all select 'function ' || proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
    ${digest("prosrc", "prosqlbody is null", "prosecdef", "provolatile", "proisstrict", "prorettype::regtype", "proretset", "l.lanname", CONFIG)}
  from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
  union all select 'trigger ' || c.relname || '.' || t.tgname,
    ${digest("t.tgtype", "f.proname", watched, "t.tgdeferrable", "t.tginitdeferred", "t.tgoldtable", "t.tgnewtable", "encode(t.tgargs, 'hex')", plain("substring(pg_get_triggerdef(t.oid) from ' WHEN (.*) EXECUTE ')"))}
  from c join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal join pg_proc f on f.oid = t.tgfoid
  union all select 'constraint ' || c.relname || '.' || k.conname, ${digest("k.contype", "k.convalidated", plain("pg_get_constraintdef(k.oid)"))}
  from c join pg_constraint k on k.conrelid = c.oid and k.contype in ('c', 'f', 'p', 'u', 'x')
  union all select 'unique index ' || c.relname || '.' || i.relname, ${digest("x.indisvalid", plain("pg_get_indexdef(x.indexrelid)"))}
  from c join pg_index x on x.indrelid = c.oid and x.indisunique join pg_class i on i.oid = x.indexrelid
  where not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
  ${["state_transition", "setting_rule", "ledger_event"]
    .map(
      (table) =>
        `union all select 'rows of ${table}', ${digest(`select string_agg(t::text, ',' order by t::text collate "C") from ${table} t`)}`,
    )
    .join(" ")}
  union all select 'rule ' || c.relname || '.' || r.rulename, '' from c join pg_rewrite r on r.ev_class = c.oid`;
