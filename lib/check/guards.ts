import { rightsOn } from "#prisma/grants.ts";
import { HELD, readGuards, SAME_WORDS } from "#prisma/guards.ts";
import type { CheckRule } from "./store.ts";

const GUARDS = readGuards();
/** Text as a literal of SQL. */
const literal = (text: string) => `$guards$${text}$guards$`;
const TABLES = [
  "_prisma_migrations",
  ...GUARDS.map((line) => line.split(" ")).flatMap(([, kind, name = ""]) => (kind === "table" ? [name] : [])),
];

/** Lines of `mode table right` and, where it is a column's alone, `column`. */
const RIGHTS = ["sandbox", "live"].flatMap((mode) =>
  TABLES.flatMap((table) =>
    [...rightsOn(table, mode).matchAll(/(\w+)(?: \((\w+)\))?(?:, |$)/g)].map(([, right = "", column = ""]) =>
      `${mode} ${table} ${right.toUpperCase()} ${column}`.trim(),
    ),
  ),
);

/**
 * What keeps the rows as they should be, held against what migrations and starts make: a session that drops a guard, changes
 * rows by the program's own rights, and puts it back or not. Reads the catalogue alone.
 */
export const GUARDS_RULES: readonly CheckRule[] = [
  {
    name: "tables, functions, triggers and constraints are those that the migrations make",
    sql: `with wanted as (select substr(line, 18) as what, left(line, 16) as says from string_to_table(${literal(GUARDS.join("\n"))}, e'\\n') line),
        held as (${HELD})
      select what || case when w.what is null then ' is none that the migrations make' when h.what is null then ' is gone'
          else ' is not as the migrations make it' end
      from wanted w full join held h using (what)
      where case when h.what is null then true
        when w.what is not null then w.says <> h.says and (what like 'function %' or ${SAME_WORDS})
        when what ~ '^(table|function) ' then split_part(what, '(', 1) in (select split_part(w.what, '(', 1) from wanted w)
        else split_part(split_part(what, '.', 1), ' ', -1) in (select substr(w.what, 7) from wanted w where w.what like 'table %') end`,
  },
  {
    name: "nobody but the owner may do more than the program needs",
    sql: `with rights as (select p[2] as of, p[3] as what, coalesce(p[4], '') as attname
          from string_to_table(${literal(RIGHTS.join("\n"))}, e'\\n') line cross join lateral string_to_array(line, ' ') p
          where p[1] = (select mode from deployment)),
        made as (select oid, relname, relkind, relowner, relacl from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S', 'v')),
        given as (select c.relname, '' as attname, a.grantee, a.privilege_type from made c cross join lateral aclexplode(c.relacl) a where a.grantee <> c.relowner
          union all select c.relname, t.attname, a.grantee, a.privilege_type from made c join pg_attribute t on t.attrelid = c.oid
            cross join lateral aclexplode(t.attacl) a where a.grantee <> c.relowner),
        mine as (select relname, pg_has_role(relowner, 'usage') as own from made)
      select coalesce(nullif(g.grantee::regrole::text, '-'), 'everybody') || ' may ' || g.privilege_type || ' '
          || concat_ws('.', g.relname, nullif(g.attname, '')) from given g
        where g.privilege_type in ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER') and not exists (
          select from rights r where r.of = g.relname and r.what = g.privilege_type and r.attname in ('', g.attname))
      union all select current_user || ' owns ' || relname from mine where own and not (select bool_and(own) from mine)
      union all select coalesce(nullif(a.grantee::regrole::text, '-'), 'everybody') || ' may call ' || p.proname
        from pg_proc p cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype and a.grantee = 0
          and exists (select from given)`,
  },
  {
    name: "no role passes by the guards, and nothing stands in front of a table or function",
    sql: `select coalesce(nullif(s.setrole::regrole::text, '-'), 'everybody') || ' has ' || c from pg_db_role_setting s cross join unnest(s.setconfig) c
        where c like 'session_replication_role=%' and c <> 'session_replication_role=origin'
      union all select 'this session has session_replication_role=' || current_setting('session_replication_role')
        where current_setting('session_replication_role') <> 'origin'
      union all select 'table ' || relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not pg_table_is_visible(oid)
      union all select 'function ' || proname from pg_proc p where pronamespace = 'public'::regnamespace and not pg_function_is_visible(oid)
        and not exists (select from pg_proc b where b.pronamespace = 'pg_catalog'::regnamespace and b.proname = p.proname)`,
  },
];
