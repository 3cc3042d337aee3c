import { slot } from "#lib/kernel/slots.ts";
import type { KeyObject } from "node:crypto";
import type { App } from "#lib/kernel/app.ts";
import type { Arrival } from "#lib/kernel/arrival.ts";
import type { AccountRef } from "#lib/kernel/context.ts";
import type { Refusal } from "#lib/kernel/errors.ts";
import { type Credentials, credentialsOf, unauthenticated } from "./credentials.ts";
import { admitKey, isActiveKey, rightsOfKey, storedProofOf } from "./key-store.ts";
import { isSignedBy, publicKeyFrom } from "./public-key.ts";
import { currentStaff, type Staff, UNATTENDED } from "#lib/people/session.ts";
import { linesOf, type Signed, sameText, signatureOf } from "./signature.ts";

/** Who calls, proven. What they may do is decided after this. */
export type Caller = KeyCaller | { kind: "staff"; staff: Staff };

export type KeyCaller = {
  kind: "key";
  keyId: string;
  account: AccountRef;
  scopes: readonly string[];
  ratePerSecond: number;
  ipAllow: readonly string[];
  spent: Spent;
};

/** What a request took of its key's budget; `limited` when there was nothing left, and then its nonce is not kept. */
export type Spent = { limited?: Refusal; giveBack(): void };

/** Takes one request from a key's budget, by the rate the key was last known to have. */
export type SpendBudget = (keyId: string, ratePerSecond: number) => Promise<Spent>;

/** What was sent, as far as it proves the caller. */
export type PresentedProof = {
  method: string;
  /** Path and query exactly as sent. */
  target: string;
  headers: Headers;
  body: Uint8Array;
  arrival: Arrival | undefined;
  /** Wall clock, epoch milliseconds. */
  nowMs: number;
};

/** Largest distance of `x-timestamp` from our wall clock (rulebook 3.1). */
const CLOCK_WINDOW_MS = 30_000;

/**
 * Proves who calls, or refuses with 401. The signature is checked against the key's secret in constant time, and only
 * then one statement stores the nonce and reads the key again, so that revoking takes effect with the next request. A
 * request beyond its key's budget stores nothing: it is known, and has to be refused by what the caller says is `limited`.
 */
export async function authenticate(app: App, presented: PresentedProof, spend: SpendBudget): Promise<Caller> {
  const credentials = credentialsOf(presented.headers, presented.arrival);
  if (credentials.kind === "signature") return bySignature(app, presented, credentials, spend);
  if (credentials.kind === "basic") return byBasic(app, credentials, spend);
  const staff =
    credentials.kind === "cookie" ? await currentStaff(credentials.header, isUnattended(presented)) : undefined;
  if (!staff) throw unauthenticated(NOBODY);
  return { kind: "staff", staff };
}

/** Who a request says that it is of, before its body is there. */
export type Named =
  | ({ kind: "key"; keyId: string } & Pick<KeyCaller, "scopes" | "ipAllow">)
  | (Caller & { kind: "staff" });

/**
 * Who sends a body that is still to be read: a key that works, whose signature can be checked only with the body, or the
 * person of a session. Refuses all others with 401.
 */
export async function named(app: App, presented: Pick<PresentedProof, "headers" | "arrival">): Promise<Named> {
  const given = credentialsOf(presented.headers, presented.arrival);
  if (given.kind === "signature" || given.kind === "basic") {
    const rights = await rightsOfKey(app, given.keyId);
    if (!rights) throw unauthenticated(WRONG_KEY);
    return { kind: "key", keyId: given.keyId, ...rights };
  }
  const staff = given.kind === "cookie" ? await currentStaff(given.header, true) : undefined;
  if (!staff) throw unauthenticated(NOBODY);
  return { kind: "staff", staff };
}

/** Whether a key that was let in before is neither revoked nor over since. */
export const keyStillActive = (app: App, keyId: string): Promise<boolean> => isActiveKey(app, keyId);

const isUnattended = ({ headers }: PresentedProof): boolean => headers.get(UNATTENDED) === "1";

const NOBODY = "Sign the request with a key, or sign in.";
const WRONG_KEY = "The key or its signature is not valid.";

async function bySignature(
  app: App,
  presented: PresentedProof,
  given: Credentials & { kind: "signature" },
  spend: SpendBudget,
): Promise<Caller> {
  if (Math.abs(presented.nowMs - Number(given.timestamp)) > CLOCK_WINDOW_MS) {
    throw unauthenticated("x-timestamp is more than 30 seconds away from the server's clock.");
  }
  const proof = await proofOf(app, given.keyId);
  const signed = { ...presented, timestamp: given.timestamp, nonce: given.nonce };
  const isHeld = holds(proof, signed, given.signature);
  if (!proof || !isHeld) throw unauthenticated(WRONG_KEY);
  return admitted(app, proof, given, spend);
}

/** A proven key as it stands now; what was taken for a request that is refused here is given back. */
async function admitted(
  app: App,
  proof: Proof,
  { keyId, nonce }: { keyId: string; nonce?: string },
  spend: SpendBudget,
): Promise<Caller> {
  const spent = await spend(keyId, proof.ratePerSecond);
  const spentNonce = spent.limited ? undefined : nonce;
  const found = await admitKey(app, keyId, spentNonce);
  const isRepeated = spentNonce !== undefined && found?.nonceIsNew === false;
  if (!found || isRepeated) {
    spent.giveBack();
    throw unauthenticated(isRepeated ? "x-nonce was used before; every request needs a new one." : WRONG_KEY);
  }
  proof.ratePerSecond = found.caller.ratePerSecond;
  return { ...found.caller, spent };
}

/** Whether a signature holds; a key that does not exist takes the time of one that does. */
function holds(proof: Proof | undefined, signed: Signed, signature: string): boolean {
  if (proof?.publicKey) return isSignedBy(proof.publicKey, linesOf(signed), signature);
  const expected = signatureOf(proof?.secret ?? NO_SECRET, signed);
  return sameText(expected, signature) && proof !== undefined;
}

async function byBasic(app: App, given: Credentials & { kind: "basic" }, spend: SpendBudget): Promise<Caller> {
  if (app.mode !== "sandbox") throw unauthenticated("Sign the request; Authorization is taken in the sandbox only.");
  const proof = await proofOf(app, given.keyId);
  const isSame = sameText(proof?.secret ?? NO_SECRET, given.secret);
  if (!isSame || proof?.secret === undefined) throw unauthenticated(WRONG_KEY);
  return admitted(app, proof, { keyId: given.keyId }, spend);
}

/** Stands in for the secret of a key that does not exist, so that both cases take the same time. */
const NO_SECRET = "no such key";

const MAX_OPENED = 10_000;

/** What a request is checked against: the secret we share, or the public half of the caller's own. */
type Proof = { secret?: string; publicKey?: KeyObject; ratePerSecond: number };

/** What proves a key never changes: opened once per process, kept in its slot. Its rate is that of its last request. */
async function proofOf(app: App, keyId: string): Promise<Proof | undefined> {
  const opened = openedProofs(app);
  const known = opened.get(keyId);
  if (known) return known;
  const stored = await storedProofOf(app, keyId);
  if (!stored) return undefined;
  const proof: Proof = {
    ratePerSecond: stored.ratePerSecond,
    ...(stored.secretSealed && { secret: app.secrets.open(`key ${keyId}`, stored.secretSealed) }),
    ...(stored.publicKey && { publicKey: publicKeyFrom(stored.publicKey) }),
  };
  if (opened.size >= MAX_OPENED) opened.clear();
  opened.set(keyId, proof);
  return proof;
}

const KEY_PROOFS = slot<Map<string, Proof>>("key proofs");

const openedProofs = (app: App): Map<string, Proof> => app.slots.of(KEY_PROOFS, () => new Map<string, Proof>());
