import { createHash } from "node:crypto";
import type { House } from "#lib/house.ts";
import type { Answer, Claim } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { queryOf } from "./input.ts";
import { completeRow, deleteClaim, insertClaim, readClaim, takeOver } from "./idempotency-store.ts";

/** A claim whose process died is free again after this (wall clock). */
export const LEASE_SECONDS = 60;

type Requested = { method: string; path: string; target: string; headers: Headers; body: Uint8Array };
export type Scope = { accountId: string; method: string; path: string; key: string };

/** A key's claim with what names it, or the answer that was stored under it. */
export type Claimed = { claim?: OwnedClaim; replay?: { body: string; headers: Record<string, string> } };
export type OwnedClaim = Claim & { scope: Scope; owner: string };

/**
 * Claims the request's `Idempotency-Key`, when it has one (contract §3): the same payload is answered again, another one
 * refused with 422, one in flight with 409. The claim is completed in the effect's own transaction; a crash before that
 * leaves a lease that ends by itself.
 */
export async function claimKey(house: House, accountId: string, request: Requested): Promise<Claimed | undefined> {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw invalid("Idempotency-Key", "Idempotency-Key must have 1 to 255 printable characters.");
  const scope: Scope = { accountId, method: request.method, path: request.path, key };
  const owner = uuidv7();
  const payloadHash = hashOf(request);
  if (await insertClaim(house.database.pool, scope, payloadHash, owner)) return { claim: claimOf(scope, owner) };
  return known(house, scope, payloadHash, owner);
}

async function known(house: House, scope: Scope, payloadHash: string, owner: string): Promise<Claimed> {
  const row = await readClaim(house.database.pool, scope);
  if (row && row.payloadHash !== payloadHash) {
    throw new Refusal("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used with another payload; use a new one.");
  }
  if (row?.body !== undefined) return { replay: { body: row.body, headers: row.headers } };
  if (row && (await takeOver(house.database.pool, scope, payloadHash, owner))) return { claim: claimOf(scope, owner) };
  throw new Refusal("REQUEST_IN_FLIGHT", "A request with this Idempotency-Key is being worked on; ask again in a moment.", {
    headers: { "retry-after": "1" },
  });
}

/** Gives the key back after a request that had no effect: only successes are kept. */
export async function releaseClaim(house: House, claim: OwnedClaim | undefined): Promise<void> {
  if (claim) await deleteClaim(house.database.pool, claim.scope, claim.owner);
}

function claimOf(scope: Scope, owner: string): OwnedClaim {
  return {
    scope,
    owner,
    async complete(db, { body, headers = {} }: Answer) {
      must(await completeRow(db, scope, owner, writeJson(body), headers), "an idempotency claim is completed by the request that holds it");
    },
  };
}

/** Payload: query and raw body. */
function hashOf(request: Requested): string {
  return createHash("sha256").update(queryOf(request.target), "latin1").update("\n").update(request.body).digest("hex");
}
