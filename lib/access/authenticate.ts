import type { House } from "#lib/house.ts";
import type { Arrival } from "#lib/kernel/arrival.ts";
import type { AccountRef } from "#lib/kernel/context.ts";
import { type Credentials, credentialsOf, unauthenticated } from "./credentials.ts";
import { admitKey, sealedSecretOf } from "./key-store.ts";
import { currentStaff, type Staff } from "./session.ts";
import { sameText, signatureOf } from "./signature.ts";

/** Who calls, proven. What they may do is decided after this. */
export type Caller = KeyCaller | { kind: "staff"; staff: Staff };

export type KeyCaller = {
  kind: "key";
  keyId: string;
  account: AccountRef;
  scopes: readonly string[];
  ratePerSecond: number;
  ipAllow: readonly string[];
};

/** What was sent, as far as it proves the caller. */
export type Presented = {
  method: string;
  /** Path and query exactly as sent. */
  target: string;
  headers: Headers;
  body: Uint8Array;
  arrival: Arrival | undefined;
  /** Wall clock, epoch milliseconds. */
  nowMs: number;
};

/** Largest distance of `x-timestamp` from our wall clock (contract §3). */
const CLOCK_WINDOW_MS = 30_000;

/**
 * Proves who calls, or refuses with 401. The signature is checked against the key's secret in constant time, and only
 * then one statement stores the nonce and reads the key again, so that revoking takes effect with the next request.
 */
export async function authenticate(house: House, presented: Presented): Promise<Caller> {
  const credentials = credentialsOf(presented.headers, presented.arrival);
  if (credentials.kind === "signature") return bySignature(house, presented, credentials);
  if (credentials.kind === "basic") return byBasic(house, credentials);
  const staff = credentials.kind === "cookie" ? await currentStaff(credentials.header) : undefined;
  if (!staff) throw unauthenticated("Sign the request with a key, or sign in.");
  return { kind: "staff", staff };
}

const WRONG_KEY = "The key or its signature is not valid.";

async function bySignature(
  house: House,
  presented: Presented,
  given: Credentials & { kind: "signature" },
): Promise<Caller> {
  if (Math.abs(presented.nowMs - Number(given.timestamp)) > CLOCK_WINDOW_MS) {
    throw unauthenticated("x-timestamp is more than 30 seconds away from the server's clock.");
  }
  const secret = await secretOf(house, given.keyId);
  const expected = signatureOf(secret ?? NO_SECRET, { ...presented, timestamp: given.timestamp, nonce: given.nonce });
  if (!sameText(expected, given.signature) || secret === undefined) throw unauthenticated(WRONG_KEY);
  const admitted = await admitKey(house, given.keyId, given.nonce);
  if (!admitted) throw unauthenticated(WRONG_KEY);
  if (!admitted.nonceIsNew) throw unauthenticated("x-nonce was used before; every request needs a new one.");
  return admitted.caller;
}

async function byBasic(house: House, given: Credentials & { kind: "basic" }): Promise<Caller> {
  if (house.mode !== "sandbox") throw unauthenticated("Sign the request; Authorization is taken in the sandbox only.");
  const secret = await secretOf(house, given.keyId);
  if (!sameText(secret ?? NO_SECRET, given.secret) || secret === undefined) throw unauthenticated(WRONG_KEY);
  const admitted = await admitKey(house, given.keyId, undefined);
  if (!admitted) throw unauthenticated(WRONG_KEY);
  return admitted.caller;
}

/** Stands in for the secret of a key that does not exist, so that both cases take the same time. */
const NO_SECRET = "no such key";

const MAX_OPENED = 10_000;

/** A key's secret never changes: opened once per process, kept on the house's shelf. */
async function secretOf(house: House, keyId: string): Promise<string | undefined> {
  const opened = openedSecrets(house);
  const known = opened.get(keyId);
  if (known !== undefined) return known;
  const sealed = await sealedSecretOf(house, keyId);
  if (!sealed) return undefined;
  const secret = house.secrets.open(`key ${keyId}`, sealed);
  if (opened.size >= MAX_OPENED) opened.clear();
  opened.set(keyId, secret);
  return secret;
}

function openedSecrets(house: House): Map<string, string> {
  const known = house.shelf.get("key secrets") as Map<string, string> | undefined;
  if (known) return known;
  const made = new Map<string, string>();
  house.shelf.set("key secrets", made);
  return made;
}
