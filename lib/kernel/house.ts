import { type Slots, slot } from "./slots.ts";
import type { AccountRef, Actor, Claim, Ctx } from "./context.ts";
import { type Database, type Db, sqlState } from "./database.ts";
import type { Env } from "./env.ts";
import * as sql from "./house.sql.ts";
import { uuidv7 } from "./ids.ts";
import type { Log } from "./log.ts";
import type { Secrets } from "./secrets.ts";

/** What the nouns add to {@link House}: each declares its adapters here, where their interface is. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the nouns' declarations.
export interface Adapters {}

/** Everything a process of this program shares: built once, reached from every copy of the modules. */
export type House = Readonly<Adapters> & {
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

export const HOUSE = Symbol.for("desk.house");
/** The global object with this process's house, once it is being built. */
export type Global = typeof globalThis & { [HOUSE]?: Promise<House> };

/** The house that openHouse (lib/services.ts) has built; Next's copies of the modules come in by this door. */
export function theHouse(): Promise<House> {
  const house = (globalThis as Global)[HOUSE];
  if (!house) throw new Error("the house is not open yet");
  return house;
}

export type ContextFacts = {
  actor: Actor;
  account?: AccountRef | undefined;
  requestId?: string;
  clientAddress?: string | undefined;
  claim?: Claim | undefined;
};

/** A context outside any transaction, for one request or one piece of due work. */
export function contextFor(house: House, facts: ContextFacts): Ctx {
  const requestId = facts.requestId ?? uuidv7();
  return contextOn(house, { ...facts, requestId }, house.database.prisma);
}

function contextOn(house: House, facts: ContextFacts & { requestId: string }, db: Db): Ctx {
  const inside = db !== house.database.prisma;
  const ctx: Ctx = {
    house,
    db,
    actor: facts.actor,
    account: facts.account,
    requestId: facts.requestId,
    clientAddress: facts.clientAddress,
    claim: facts.claim,
    transaction: (work) =>
      inside ? work(ctx) : again(() => house.database.prisma.$transaction((tx) => work(contextOn(house, facts, tx)))),
    now: () => businessNow(house, db),
    id: () => uuidv7(),
  };
  return ctx;
}

async function businessNow(house: House, db: Db): Promise<Date> {
  const { database } = house;
  const read = () => sql.read(db);
  const [row] = await (db === database.prisma ? database.share("now", read) : read());
  if (!row) throw new Error("the database is not stamped with a mode yet");
  house.slots.set(CLOCK_OFFSET, row.now.getTime() - Date.now());
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
