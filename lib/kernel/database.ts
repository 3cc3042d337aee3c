import { createHash } from "node:crypto";
import pg from "pg";
import { PrismaClient, type Prisma } from "#lib/generated/prisma/client.ts";
import { Decimal } from "./decimal.ts";
import { must } from "./errors.ts";
import { type Gather, gathering } from "./gather.ts";
import { InTurn } from "./in-turn.ts";
import { type ShareRead, sharing } from "./share-read.ts";
import { READ_ONLY } from "./sql-state.ts";

export { Prisma } from "#lib/generated/prisma/client.ts";

/** Prisma's client or its open transaction; only stores call it. */
export type Db = Prisma.TransactionClient;

export type Database = {
  prisma: PrismaClient;
  /** The pool under Prisma: for the few statements that carry the load, sent as prepared statements. */
  pool: pg.Pool;
  /** The name under which a connection keeps the plan of a statement, by its text. */
  nameOf(sql: string): string;
  /** For what many requests ask in the same words: the clock, an account's settings. */
  share: ShareRead;
  /** For what many requests write at once: nonces, claims, bills. */
  gather: Gather;
  close(): Promise<void>;
};

const POOL_SIZE = 20;
const STATEMENT_TIMEOUT_MS = 30_000;

export function connect(url: string, poolSize: number = POOL_SIZE): Database {
  const { pool, nameOf, close } = openPool(url, poolSize);
  const prisma = new PrismaClient({
    adapter: new InTurn(pool, { statementNameGenerator: ({ sql }) => nameOf(sql) }),
    transactionOptions: { maxWait: 10_000, timeout: STATEMENT_TIMEOUT_MS },
    // Any other format takes down the stack of each call, for an error that seldom comes: up to half of a statement's time.
    errorFormat: "minimal",
  });
  pools().set(prisma, { pool, nameOf });
  return {
    prisma,
    pool,
    nameOf,
    share: sharing(),
    gather: gathering(),
    async close() {
      await prisma.$disconnect();
      await close();
    },
  };
}

type Pooled = Pick<Database, "pool" | "nameOf">;

/** Connections for statements of `.sql` files alone: Prisma's client would hold its picture of the schema once more. */
export type Connections = Pooled & { close(): Promise<void> };

export function openPool(url: string, poolSize: number): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: 10_000,
    application_name: "desk",
    onConnect: needChanges,
  });
  // An idle connection that the server closes is replaced by the next query; without a listener it would end the process.
  pool.on("error", () => undefined);
  const { nameOf, forgetOn } = statementNames();
  pool.on("acquire", forgetOn);
  const connections: Connections = {
    pool,
    nameOf,
    async close() {
      if (!pool.ended) await pool.end();
    },
  };
  pools().set(connections, connections);
  return connections;
}

/**
 * Lets go of a connection to a server that takes no changes: after a failover the address may lead to the standby for a moment,
 * and a connection that is used all the time would stay there for ever.
 */
async function needChanges(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
  if (rows[0]?.transaction_read_only === "off") return;
  const sentence = "The database server takes no changes: it is a standby, or set to be read alone.";
  throw Object.assign(new Error(sentence), { code: READ_ONLY });
}

/** Clients and the pools under them; under a global symbol, as the process holds several copies of this module. */
function pools(): WeakMap<object, Pooled> {
  const held = globalThis as { [POOLS]?: WeakMap<object, Pooled> };
  held[POOLS] ??= new WeakMap();
  return held[POOLS];
}
const POOLS = Symbol.for("desk.pools");

/** Where a statement goes: to the pool, or to the open transaction, which has a connection of its own. */
export function wayOf(db: Db | Connections): Pooled | { open: Db } {
  return pools().get(db) ?? { open: db as Db };
}

/** Each connection keeps the plans of at most about this many statements: those that were asked for last. */
const MAX_PREPARED = 200;
const PREFIX = "desk-";

/** Names statements by their text, so that a connection plans each once: planning costs more than running most of ours. */
type StatementNames = {
  nameOf(sql: string): string;
  /** Has a connection let go of plans that nobody has asked for since `MAX_PREPARED` others. */
  forgetOn(client: pg.PoolClient): void;
};

/** Closes them by the protocol's own message, which a pooler understands as well; what is asked for next waits behind it. */
const closing = (names: readonly string[]): pg.Submittable & Record<string, unknown> => ({
  submit(connection: pg.Connection) {
    for (const name of names) connection.close({ type: "S", name }, true);
    connection.sync();
  },
  handleReadyForQuery: () => undefined,
  // A connection that fails here would fail the next caller as well.
  handleError: () => undefined,
});

/** What `pg` keeps of a connection: the names it has prepared there, and whether the server waits for the next statement. */
type Prepared = { readyForQuery?: boolean; connection?: { parsedStatements?: Record<string, string> } };

function statementNames(): StatementNames {
  const names = new Map<string, string>();
  let forgotten = 0;
  const seen = new WeakMap<object, number>();
  return {
    nameOf(sql) {
      const name = names.get(sql) ?? `${PREFIX}${createHash("sha256").update(sql).digest("hex").slice(0, 24)}`;
      names.delete(sql);
      names.set(sql, name);
      if (names.size > MAX_PREPARED) {
        const [oldest] = names.keys();
        if (oldest !== undefined) names.delete(oldest);
        forgotten += 1;
      }
      return name;
    },
    forgetOn(client) {
      // One that was let go of before its last refusal was answered to the end has its next time.
      if (seen.get(client) === forgotten || !(client as Prepared).readyForQuery) return;
      seen.set(client, forgotten);
      const prepared = (client as Prepared).connection?.parsedStatements ?? {};
      const current = new Set(names.values());
      const unasked = Object.keys(prepared).filter((name) => name.startsWith(PREFIX) && !current.has(name));
      if (unasked.length === 0) return;
      for (const name of unasked) delete prepared[name];
      client.query(closing(unasked));
    },
  };
}

/**
 * Runs a statement that carries the load: on the connection of the open transaction, or outside of one straight through
 * the pool, where it is planned for these very values: a plan for any would walk all rows for a value that none has.
 * Both give texts, numbers, booleans, times and JSON alike; cast the rest.
 */
export async function runLean<Row extends pg.QueryResultRow>(
  { prisma, pool }: Database,
  db: Db,
  statement: Prisma.Sql,
): Promise<Row[]> {
  if (db !== prisma) return db.$queryRaw<Row[]>(statement);
  const { text, values } = statement;
  const { rows } = await pool.query<Row>(text, values);
  return rows;
}

type NumericColumn = string | { toFixed(): string };

/** A whole-number column as bigint. */
export function unitsFrom(column: NumericColumn): bigint {
  return BigInt(typeof column === "string" ? column : column.toFixed());
}

/** An exact decimal column. */
export function decimalFrom(column: NumericColumn): Decimal {
  return Decimal.from(typeof column === "string" ? column : column.toFixed());
}

/** A column of a fixed list of words, where its statement does not know the list; any other word is a fault of ours. */
export function wordFrom<Word extends string>(words: readonly Word[], column: string): Word {
  const word = words.find((one) => one === column);
  must(word !== undefined, `a column holds one of ${words.join(", ")}, not ${column}`);
  return word;
}
