import { ruling } from "#e2e/world/database.ts";

/** What a server needs to be asked where its time goes. */
export const WATCHED = { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track": "all" };

/** Begins to count what statements take, those inside of triggers and functions as well. */
export function watchStatements(): Promise<void> {
  return ruling(async (ruler) => {
    await ruler.query("create extension if not exists pg_stat_statements");
    await ruler.query("select pg_stat_statements_reset()");
  });
}

const MOST = 40;

/** The dearest statements since then: of those that run others, their time is in it. */
export function showStatements(): Promise<void> {
  return ruling(async (ruler) => {
    const { rows } = await ruler.query<{ ms: string; calls: string; top: boolean; text: string }>(
      `select round(total_exec_time)::text as ms, calls::text, toplevel as top, left(regexp_replace(query, '\\s+', ' ', 'g'), 130) as text
       from pg_stat_statements order by total_exec_time desc limit ${MOST}`,
    );
    for (const { ms, calls, top, text } of rows)
      process.stdout.write(`${ms.padStart(8)} ms ${calls.padStart(8)} × ${top ? " " : "in"} ${text}\n`);
  });
}
