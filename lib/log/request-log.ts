import { slot } from "#lib/kernel/slots.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { RETENTION_DAYS } from "./request-log-days.ts";
import { deleteRequests, insertRequests } from "./request-log-store.ts";
import { loggedOf } from "./redact-request.ts";

/** One call as it was answered, before anything of it is struck out. */
export type Noted = {
  requestId: string;
  /** Wall clock, epoch milliseconds. */
  at: number;
  ms: number;
  method: string;
  target: string;
  route: string;
  /** What its operation asks of a caller: who may read the line. */
  scope: string;
  status: number;
  accountId: string;
  keyId: string | undefined;
  caller: string;
  idempotencyKey: string | undefined;
  replayed: boolean;
  clientAddress: string | undefined;
  body: Uint8Array;
  answer: string | undefined;
};

type Waiting = { noted: Noted[]; timer: NodeJS.Timeout | undefined; missed: number; writing: Promise<void> };

const WRITE_EVERY_MS = 250;
const MOST_WAITING = 10_000;
const BATCH = 500;
const DAY_MS = 86_400_000;
const FORGET_AT_ONCE = 5_000;

/**
 * Notes a call for the account's request log. It costs the request a push into an array: striking out and writing happen
 * after it is answered, some hundreds in one statement. Under a flood that the database cannot take, calls are counted
 * as missed instead of kept.
 */
export function noteRequest(app: App, noted: Noted): void {
  const waiting = waitingOf(app);
  if (waiting.noted.length >= MOST_WAITING) {
    waiting.missed += 1;
    return;
  }
  waiting.noted.push(noted);
  waiting.timer ??= setTimeout(() => void writeRequests(app), WRITE_EVERY_MS).unref();
}

/**
 * Writes what waits, and answers when nothing noted before is on its way any more; called by itself soon after a call,
 * and once more before the process ends. Never throws.
 */
export async function writeRequests(app: App): Promise<void> {
  const waiting = waitingOf(app);
  clearTimeout(waiting.timer);
  waiting.timer = undefined;
  const before = waiting.writing;
  waiting.writing = writeNow(app, waiting).then(() => before);
  await waiting.writing;
}

async function writeNow(app: App, waiting: Waiting): Promise<void> {
  const noted = waiting.noted.splice(0);
  try {
    for (let at = 0; at < noted.length; at += BATCH) {
      await insertRequests(app.database.prisma, noted.slice(at, at + BATCH).map(loggedOf));
    }
  } catch (error) {
    waiting.missed += noted.length;
    app.log.warn("requests not logged", { count: noted.length, error });
  }
  if (waiting.missed > 0) app.log.warn("request log has gaps", { missed: waiting.missed });
  waiting.missed = 0;
}

/** Forgets calls that are older than the retention; answers how many. */
export function forgetRequests(ctx: Ctx): Promise<number> {
  return deleteRequests(ctx.db, new Date(Date.now() - RETENTION_DAYS * DAY_MS), FORGET_AT_ONCE);
}

const REQUEST_LOG = slot<Waiting>("request log");

const waitingOf = (app: App): Waiting =>
  app.slots.of(REQUEST_LOG, () => ({ noted: [], timer: undefined, missed: 0, writing: Promise.resolve() }));
