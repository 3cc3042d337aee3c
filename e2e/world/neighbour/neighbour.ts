import pg from "pg";
import type { ApiRequest, Client, Got, Key } from "#e2e/world/client.ts";
import type { FreshDatabase } from "#e2e/world/database.ts";
import { openReceiver, type Receiver } from "#e2e/world/receiver.ts";
import type { Violation } from "#lib/check/books.ts";
import { listenerFor } from "./canaries.ts";
import { MEMORY_SCHEMA, type Memory } from "./memory.ts";
import { isOwnDoing, type Snapshot } from "./own-doings.ts";
import { answersOf, lasting } from "./questions.ts";
import { type Change, changesBetween, digestsOf, storedRows, type Row, type Rows, rowsOf } from "./rows.ts";
import { type Counts, nextTransaction, stirredSince, strayRows } from "./strays.ts";

/** Another account in a test's world, with records of every kind, that nothing of the test may reach. */
export type Neighbour = {
  accountId: string;
  username: string;
  /** The ledger's last posting before anybody else was there: balances of the house hold what came before, too. */
  lastPosting: string;
  /** Its key, with every scope. */
  key: Key;
  /** Refuses an answer to somebody else that holds anything of the neighbour. */
  overheard(request: ApiRequest, got: Got): void;
  /**
   * What differs from the neighbour's own memory of its records, and where anything of it stands in somebody else's, in
   * sentences, as far as anything was written since it last looked. Its own time is allowed for: what expires, and what is
   * swept.
   */
  complaints(): Promise<string[]>;
  /** The same of all that was written since it moved in, and of every record; with `send` its own lists are read again too. */
  lastWords(send?: Client): Promise<string[]>;
  /** For tests that do it harm on purpose: nothing is complained of from now on. */
  forgive(): void;
  /** Ends the watch; the database may be removed then, or `worldStays` and is as the program left it. */
  leave(how?: { worldStays?: boolean }): Promise<void>;
};

/** The neighbour of a world that has none. */
export const NOBODY: Neighbour = {
  accountId: "",
  username: "",
  lastPosting: "0",
  key: { keyId: "", secret: "" },
  overheard: () => undefined,
  complaints: async () => [],
  lastWords: async () => [],
  forgive: () => undefined,
  leave: async () => undefined,
};

/** Those whose worlds are open in this process. */
const present = new Set<Neighbour>();

/** The neighbour of a copy of a settled world; it is watched until it leaves. */
export async function moveIn(database: FreshDatabase): Promise<Neighbour> {
  // A pool, as a test may cut off all connections of its database.
  const client = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  client.on("error", () => undefined);
  const { rows } = await client.query<{ whole: Memory }>(`select whole from ${MEMORY_SCHEMA}.memory`);
  const memory = rows[0]?.whole;
  if (!memory) throw new Error("nobody has lived in this database");
  const receiver = await theReceiver();
  const home = await moveEndpoint(client, memory.accountId, receiver.url);
  const movedIn = await nextTransaction(client);
  const { digests, counts: first } = await startOf(client, memory.accountId, movedIn);
  let last = { since: movedIn, counts: first };
  const received = receiver.received.length;
  const hear = listenerFor(memory.canaries);
  let forgiven = false;
  /** Only of tables that were written to, or lack a row they had `before`: that is cheap to ask. */
  const changesSince = async (since: string, before: Counts): Promise<string[]> => {
    const { counts, stirred } = await stirredSince(client, since, before);
    last.counts = counts;
    const now = await digestsOf(
      client,
      memory.accountId,
      stirred.filter((table) => digests.has(table)),
    );
    const changed = [...now].filter(([table, digest]) => digests.get(table) !== digest).map(([table]) => table);
    const strays = await strayRows(client, memory.accountId, memory.canaries, since, stirred);
    // What the house was answered is kept with its own requests.
    const house = strays.length > 0 ? await houseIn(client) : undefined;
    const foreign = receiver.received.slice(received).filter(({ text }) => hear(text) === undefined);
    return [
      ...(await changedRecords(client, memory, changed, receiver.url)),
      ...strays
        .filter((row) => !memory.strays.includes(row) && !row.startsWith(`request_log (${house},`))
        .map((row) => `another account has ${row}`),
      ...foreign.map(({ text }) => `its receiver got ${text}`),
    ];
  };
  const neighbour: Neighbour = {
    accountId: memory.accountId,
    username: memory.username,
    lastPosting: memory.lastPosting,
    key: memory.key,
    overheard({ key, target }, { text }) {
      const heard = isOurs(memory, key) || mayName(target) ? undefined : hear(text);
      if (heard !== undefined) throw new Error(`${target} told another account of ${memory.username}: ${heard}`);
    },
    forgive() {
      forgiven = true;
    },
    async complaints() {
      if (forgiven) return [];
      const { since, counts } = last;
      last = { since: await nextTransaction(client), counts };
      return changesSince(since, counts);
    },
    async lastWords(send) {
      if (forgiven) return [];
      const found = await changesSince(movedIn, first);
      if (!send) return found;
      const answers = await answersOf(send, memory.reader, memory.key.keyId);
      return [...found, ...changedAnswers(answers, memory, await clockOf(client))];
    },
    async leave({ worldStays = false } = {}) {
      present.delete(neighbour);
      if (worldStays) await moveEndpoint(client, memory.accountId, home);
      await client.end();
    },
  };
  present.add(neighbour);
  return neighbour;
}

/** Where its events go from now on, behind the program's back; answers where they went. */
async function moveEndpoint(client: pg.Pool, accountId: string, url: string): Promise<string> {
  const { rows } = await client.query<{ url: string }>(
    `update webhook_endpoint w set url = $2 from webhook_endpoint before where w.account_id = $1 and before.id = w.id
     returning before.url`,
    [accountId, url],
  );
  return rows[0]?.url ?? url;
}

type Start = { digests: ReadonlyMap<string, string | null>; counts: Counts };
let start: Promise<Start> | undefined;

/** How all is when it moves in: alike in all copies of the settled world that share its receiver. */
function startOf(client: pg.Pool, accountId: string, movedIn: string): Promise<Start> {
  start ??= (async () => ({
    digests: await digestsOf(client, accountId),
    counts: (await stirredSince(client, movedIn)).counts,
  }))();
  return start;
}

/** What all neighbours of this process complain of. */
export async function complaintsOfAll(): Promise<string[]> {
  return (await Promise.all([...present].map((neighbour) => neighbour.complaints()))).flat();
}

/** A world's violations but one: as long as it lives there, its endpoint is this process's receiver behind the program's back. */
export const withoutMoving = (found: readonly Violation[], { accountId }: Pick<Neighbour, "accountId">): Violation[] =>
  found.filter((one) => !one.found.startsWith("endpoint ") || !one.found.endsWith(`of ${accountId}`));

/** Fails with all complaints, if there are any. */
export function failOn(complaints: readonly string[]): void {
  if (complaints.length > 0) throw new Error(`The neighbour complains:\n${complaints.join("\n")}`);
}

let opened: Promise<Receiver> | undefined;

function theReceiver(): Promise<Receiver> {
  opened ??= openReceiver({ background: true });
  return opened;
}

async function houseIn(client: pg.Pool): Promise<string> {
  const { rows } = await client.query<{ id: string }>("select id from account where is_house");
  return rows[0]?.id ?? "";
}

const isOurs = ({ key, reader }: Memory, presented: ApiRequest["key"]): boolean =>
  presented?.keyId === key.keyId || presented?.keyId === reader.keyId;

/** What the house alone is answered names every account; the former path of the wallets asks for the same permission. */
const mayName = (target: string): boolean => /^\/(house\/v1\/|manage\/v1\/wallets(\?|$))/.test(target);

/** Of these its own time is told: what a row may have become hangs on them. */
const OWN_TIME = ["event", "bill", "export_job"];

async function changedRecords(
  client: pg.Pool,
  memory: Memory,
  changed: readonly string[],
  url: string,
): Promise<string[]> {
  if (changed.length === 0) return [];
  const after = await rowsOf(client, memory.accountId, [...new Set([...changed, ...OWN_TIME])]);
  const changes = await changesBetween(client, await storedRows(client, MEMORY_SCHEMA, changed), after);
  const moment = { ...(await momentOf(client, memory, after)), url };
  return changes.filter((change) => !isOwnDoing(change, moment)).map(sentenceOf);
}

async function momentOf(client: pg.Pool, memory: Memory, rows: Rows): Promise<Omit<Snapshot, "url">> {
  const byId = (table: string) =>
    new Map([...(rows.get(table) ?? [])].map((row) => JSON.parse(row) as Row).map((row) => [String(row["id"]), row]));
  const events = [...byId("event").values()].filter((event) => event["account_id"] === memory.accountId);
  return {
    business: await clockOf(client),
    wall: Date.now(),
    readerKeyId: memory.reader.keyId,
    events: new Set(events.map((event) => Number(event["seq"]))),
    bills: byId("bill"),
    exports: byId("export_job"),
  };
}

async function clockOf(client: pg.Pool): Promise<number> {
  const { rows } = await client.query<{ at: Date }>("select business_now() as at");
  return rows[0]?.at.getTime() ?? 0;
}

function sentenceOf({ table, before, after }: Change): string {
  if (before === undefined) return `${table} has a row it did not make: ${JSON.stringify(after)}`;
  if (after === undefined) return `${table} lacks a row of it: ${JSON.stringify(before)}`;
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const values = changed.map((name) => `${name} ${JSON.stringify(before[name])} → ${JSON.stringify(after[name])}`);
  return `${table} ${JSON.stringify(before["id"] ?? "")} changed: ${values.join(", ")}`;
}

function changedAnswers(answers: Memory["answers"], memory: Memory, now: number): string[] {
  const textOf = (answer: unknown) => JSON.stringify(lasting(answer, now));
  return Object.entries(memory.answers)
    .filter(([question, before]) => textOf(answers[question]) !== textOf(before))
    .map(([question, before]) => `${question} answers ${differing(textOf(answers[question]), textOf(before))}`);
}

const SHOWN = 300;

/** Two long texts from where they part. */
function differing(now: string, before: string): string {
  const parts = [...now].findIndex((character, at) => character !== before[at]);
  const from = Math.max(0, parts - SHOWN / 3);
  return `…${now.slice(from, from + SHOWN)}… instead of …${before.slice(from, from + SHOWN)}…`;
}
