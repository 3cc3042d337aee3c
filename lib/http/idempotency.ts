import { createHash } from "node:crypto";
import type { App } from "#lib/kernel/app.ts";
import { type Arrival, timesSent } from "#lib/kernel/arrival.ts";
import type { Claim, Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { queryOf } from "./input.ts";
import { present, type Presented, type Presenting } from "./present.ts";
import {
  completeRow,
  deleteClaim,
  deleteOld,
  endFlight,
  claimOrRead,
  readClaim,
  type KnownClaim,
  type ClaimScope,
  type NewClaim,
  type StoredAnswer,
  takeOver,
} from "#lib/idempotency/claims.ts";

const HEADER = "idempotency-key";

type Requested = { method: string; target: string; headers: Headers; body: Uint8Array; arrival: Arrival };

/** `goesOn`: the operation's effect may be written before it is answered. */
type Answering = Presenting & { goesOn: boolean };
/** Where a process dies behind an effect, its key is free for a replay after this; longer than any venue is waited for. */
const IN_FLIGHT_SECONDS = 15;

/** A key's claim with what names it, or the answer that was stored under it. */
export type Claimed = { claim?: OwnedClaim; stored?: StoredAnswer };
export type OwnedClaim = Claim & {
  scope: ClaimScope;
  owner: string;
  /** Its request goes on behind its effect, and is in flight until it is answered. */
  goesOn: boolean;
  isCompleted: boolean;
  /** What a verb's answer is in the words of HTTP, made once for what is stored and what is sent. */
  presented(out: unknown): Presented;
};

/**
 * Claims the request's `Idempotency-Key`, when it has one (rulebook 3.24): the same payload is answered again, another one
 * refused with 422, one in flight with 409: also one whose effect is written already, such as an execution that waits for
 * its venue. The claim is completed in the effect's own transaction; a crash before that
 * leaves a lease that ends by itself.
 */
export async function claimKey(
  app: App,
  holder: string,
  request: Requested,
  how: Answering,
): Promise<Claimed | undefined> {
  const key = keyOf(request);
  if (key === undefined) return undefined;
  // The path as sent, not its pattern: one key under two objects is two uses.
  const [path = ""] = request.target.split("?", 1);
  const scope: ClaimScope = { accountId: holder, method: request.method, path, key };
  const owner = uuidv7();
  const payloadHash = hashOf(request);
  const claim = await claimOrRead(app, { scope, payloadHash, owner });
  if (claim?.isMine) return { claim: claimOf(scope, owner, how) };
  const row = claim ?? (await readClaim(app.database.prisma, scope));
  return known(app, row, { scope, payloadHash, owner }, how);
}

/** Runs a verb under its claim. An answer that no transaction has stored is stored now; a refusal gives the key back. */
export async function underClaim(app: App, claim: OwnedClaim, verb: () => Promise<unknown>): Promise<Presented> {
  try {
    const presented = claim.presented(await verb());
    if (!claim.isCompleted) await completeRow(app.database.prisma, claim.scope, claim.owner, storedOf(presented));
    return presented;
  } catch (error) {
    await deleteClaim(app.database.prisma, claim.scope, claim.owner).catch((cause: unknown) => {
      app.log.warn("idempotency key not given back", { key: claim.scope.key, cause });
    });
    throw error;
  } finally {
    // What was done is answered also where this fails: the key is then in flight until its seconds are over.
    if (claim.goesOn)
      await endFlight(app.database.prisma, claim.scope, claim.owner).catch((cause: unknown) => {
        app.log.warn("idempotency key still in flight", { key: claim.scope.key, cause });
      });
  }
}

/** Forgets keys whose 24 hours are over; answers how many. */
export function forgetKeys(ctx: Ctx): Promise<number> {
  return deleteOld(ctx.db);
}

function keyOf({ headers, arrival }: Requested): string | undefined {
  const key = headers.get(HEADER);
  if (key === null) return undefined;
  if (timesSent(arrival, HEADER) > 1) throw invalid("Idempotency-Key", "Idempotency-Key is sent more than once.");
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw invalid("Idempotency-Key", "Idempotency-Key must have 1 to 255 printable characters.");
  return key;
}

async function known(
  app: App,
  row: KnownClaim | undefined,
  { scope, payloadHash, owner }: NewClaim,
  how: Answering,
): Promise<Claimed> {
  if (row && row.payloadHash !== payloadHash) {
    throw new Refusal("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used with another payload; use a new one.");
  }
  if (row?.isInFlight) throw inFlight();
  if (row?.stored) return { stored: row.stored };
  if (row && (await takeOver(app.database.prisma, scope, payloadHash, owner)))
    return { claim: claimOf(scope, owner, how) };
  throw inFlight();
}

function inFlight(): Refusal {
  return new Refusal(
    "REQUEST_IN_FLIGHT",
    "A request with this Idempotency-Key is being worked on; ask again in a moment.",
    {
      retryAfterSeconds: 1,
    },
  );
}

function claimOf(scope: ClaimScope, owner: string, how: Answering): OwnedClaim {
  let last: { of: unknown; presented: Presented } | undefined;
  const presented = (out: unknown): Presented => {
    last = last && last.of === out ? last : { of: out, presented: present(how, out) };
    return last.presented;
  };
  return {
    scope,
    owner,
    goesOn: how.goesOn,
    presented,
    isCompleted: false,
    completion: (out) => ({ ...scope, owner, ...storedOf(presented(out)) }),
    completed(isDone) {
      if (!isDone) throw inFlight();
      this.isCompleted = true;
    },
    /** Undoes the effect when another request has taken the claim over. */
    async complete(db, out) {
      const openSeconds = how.goesOn ? IN_FLIGHT_SECONDS : undefined;
      if (!(await completeRow(db, scope, owner, storedOf(presented(out)), openSeconds))) throw inFlight();
    },
  };
}

function storedOf({ body, headers, status }: Presented): StoredAnswer {
  must(typeof body === "string", "what an idempotency key keeps is text");
  return { body, headers, status };
}

/** Payload: query and raw body. */
function hashOf(request: Requested): string {
  return createHash("sha256").update(queryOf(request.target), "latin1").update("\n").update(request.body).digest("hex");
}
