import type pg from "pg";
import * as sql from "./app.sql.ts";
import type { Database } from "./database.ts";
import { nowWaiting } from "./waited-for.ts";

/** What has run for less ends sooner by itself; Prisma Client may ask for several callers by one such statement. */
const SHORT_MS = 100;

const READS = /^\s*(?:--[^\n]*\n\s*)*(?:select|with)\b/iu;
const WRITES = /\b(?:insert|update|delete|merge)\b/iu;
/** As Prisma Client writes its own statements. */
const OF_PRISMA = /"public"\./u;
const isRead = (text: string): boolean => READS.test(text) && !WRITES.test(text) && !OF_PRISMA.test(text);

type Ask = (statement: string | pg.QueryConfig, ...rest: unknown[]) => Promise<unknown>;

/** Has the pool end what reads ask of it once nobody waits for them; any other statement goes on to its end. */
export function endWhenGone(database: Database): void {
  const { pool } = database;
  const ask = pool.query.bind(pool) as Ask;
  const query: Ask = (statement, ...rest) => {
    const goneOf = nowWaiting();
    if (!goneOf || !isRead(typeof statement === "string" ? statement : statement.text)) return ask(statement, ...rest);
    return askWhile(database, goneOf(), (client) => (client.query as Ask).call(client, statement, ...rest));
  };
  pool.query = query as typeof pool.query;
}

async function askWhile(
  { pool, prisma }: Database,
  gone: AbortSignal,
  ask: (client: pg.PoolClient) => Promise<unknown>,
) {
  const client = await pool.connect();
  let ended = false;
  const end = () => {
    ended = true;
    // The server takes it from the same role. Behind a pooler nobody has that number, and the statement goes on.
    sql.endStatement(prisma, { processId: processOf(client) }).catch(() => undefined);
  };
  let timer: NodeJS.Timeout | undefined;
  const begun = performance.now();
  const leave = () => {
    timer = setTimeout(end, Math.max(0, SHORT_MS - (performance.now() - begun)));
  };
  let failed = false;
  try {
    gone.throwIfAborted();
    gone.addEventListener("abort", leave, { once: true });
    return await ask(client);
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    clearTimeout(timer);
    gone.removeEventListener("abort", leave);
    // A connection that was told to end is closed, so that no statement after it can be meant.
    client.release(failed || ended);
  }
}

const processOf = (client: pg.PoolClient): number => (client as pg.PoolClient & { processID: number }).processID;
