import { type Slots, slot } from "./slots.ts";
import type { AccountRef, Actor, Claim, Ctx } from "./context.ts";
import type { Database, Db } from "./database.ts";
import { sqlState } from "./sql-state.ts";
import type { Env } from "./env.ts";
import * as sql from "./app.sql.ts";
import { isId, uuidv7 } from "./ids.ts";
import type { Log } from "./log.ts";
import type { Secrets } from "./secrets.ts";

/** What the nouns add to {@link App}: each declares its adapters here, where their interface is. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the nouns' declarations.
export interface Adapters {}

/** Everything a process of this program shares: built once, reached from every copy of the modules. */
export type App = Readonly<Adapters> & {
  readonly env: Env;
  readonly mode: "sandbox" | "live";
  readonly database: Database;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly slots: Slots;
  close(): Promise<void>;
};

/** How far business time is ahead of this process's clock, in milliseconds, as last read. */
export const CLOCK_OFFSET = slot<number>("clock offset");

export const APP = Symbol.for("desk.house");
/** The global object with this process's app, once it is being built. */
export type Global = typeof globalThis & { [APP]?: Promise<App> };

/** The app that openApp (lib/services.ts) has built; Next's copies of the modules reach it through this function. */
export function theApp(): Promise<App> {
  const app = (globalThis as Global)[APP];
  if (!app) throw new Error("the house is not open yet");
  return app;
}

export type ContextFacts = {
  actor: Actor;
  account?: AccountRef | undefined;
  requestId?: string;
  clientAddress?: string | undefined;
  claim?: Claim | undefined;
};

/** A context outside any transaction, for one request or one piece of due work. */
export function contextFor(app: App, facts: ContextFacts): Ctx {
  const requestId = facts.requestId ?? uuidv7();
  return contextOn(app, { ...facts, requestId }, app.database.prisma);
}

function contextOn(app: App, facts: ContextFacts & { requestId: string }, db: Db): Ctx {
  const inside = db !== app.database.prisma;
  const ctx: Ctx = {
    app,
    db,
    actor: facts.actor,
    account: facts.account,
    requestId: facts.requestId,
    clientAddress: facts.clientAddress,
    claim: facts.claim,
    transaction: (work, atMostMs) =>
      inside
        ? work(ctx)
        : again(() =>
            app.database.prisma.$transaction(
              async (tx) => {
                await proveActor(tx, facts.actor);
                return work(contextOn(app, facts, tx));
              },
              atMostMs === undefined ? {} : { timeout: atMostMs },
            ),
          ),
    now: () => businessNow(app, db),
    id: () => uuidv7(),
  };
  return ctx;
}

/** The database takes what is done in a person's name only where their session stands behind it (rulebook 3.34). */
async function proveActor(tx: Db, actor: Actor): Promise<void> {
  if (actor.kind === "staff" && actor.sessionId !== undefined && isId(actor.sessionId))
    await sql.proveSession(tx, { sessionId: actor.sessionId });
}

async function businessNow(app: App, db: Db): Promise<Date> {
  const { database } = app;
  const read = () => sql.read(db);
  const [row] = await (db === database.prisma ? database.share("now", read) : read());
  if (!row) throw new Error("the database is not stamped with a mode yet");
  app.slots.set(CLOCK_OFFSET, row.now.getTime() - Date.now());
  return row.now;
}

/** PostgreSQL rolled the whole transaction back for another one's sake: nothing has happened, so it may run again. */
const ROLLED_BACK = new Set(["40P01", "40001"]);
const MAX_TRIES = 4;

async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const state = sqlState(error);
      if (tries >= MAX_TRIES || state === undefined || !ROLLED_BACK.has(state)) throw error;
    }
  }
}
