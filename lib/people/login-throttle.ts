import { createHmac } from "node:crypto";
import { networkOfCaller } from "#lib/kernel/addresses.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { countTry, deleteOldAttempts, deleteTries, isNewPlace } from "./throttle-store.ts";

/** How long tries count from the first of them (rulebook 3.31). Wall clock. */
const WINDOW_MS = 10 * 60_000;
/** Wrong passwords or codes from one place for one person. */
const MOST_OF_PLACE = 8;
/** Wrong passwords for one person from all places that have never signed them in. */
const MOST_OF_STRANGERS = 40;
/** Codes an hour for one person from all places that have never signed them in: six digits are soon guessed from many. */
const MOST_CODES = 20;
const CODES_WINDOW_MS = 60 * 60_000;
/** Hashes a minute, of all strangers together: what attackers may cost us; and of one of their networks. */
const MOST_COST = 600;
const MOST_COST_OF_NETWORK = 60;
const COST_WINDOW_MS = 60_000;
/** Letters with a link that anybody may have sent to one address. */
const MOST_LETTERS = 3;
const LETTER_WINDOW_MS = 60 * 60_000;
const RETENTION_SECONDS = 7_200;

/** A counter and the most it may reach within its window. */
type Limit = { name: string; most: number; windowMs?: number };

/** From where a person is tried: a browser or an address that has signed them in counts by itself. */
export type TryOrigin = {
  clientAddress?: string | undefined;
  device?: string | undefined;
  deviceKnown: boolean;
  addressKnown: boolean;
};

/** How a try went at the counters: let through with a way to forget it, or refused, for the first time or again. */
export type Admission = { kind: "free"; forget(): Promise<void> } | { kind: "refused"; first: boolean };

/**
 * Counts a password for an e-mail address before it takes its time. Strangers only ever delay strangers: a person who comes from
 * a browser that has signed the person in has a counter of their own, and no address is locked for all behind it.
 */
export function countPassword(app: App, email: string, place: TryOrigin): Promise<Admission> {
  const at = `password ${email} ${placeName(place)}`;
  const limits: Limit[] = [{ name: at, most: MOST_OF_PLACE }];
  if (!place.deviceKnown && !place.addressKnown) limits.push({ name: `strangers ${email}`, most: MOST_OF_STRANGERS });
  if (!place.deviceKnown) limits.push({ name: "cost", most: MOST_COST, windowMs: COST_WINDOW_MS });
  return count(app, limits, at);
}

/** Counts a code that is typed at sign-in, after the password, as {@link countPassword} does. */
export function countCode(app: App, userId: string, place: TryOrigin): Promise<Admission> {
  const at = `factor ${userId} ${placeName(place)}`;
  const limits: Limit[] = [{ name: at, most: MOST_OF_PLACE }];
  if (!place.deviceKnown && !place.addressKnown) limits.push(codesOf(userId));
  return count(app, limits, at);
}

/** Counts a proof of who holds a link, by the link. */
export function countFactor(app: App, userId: string, from: string): Promise<Admission> {
  const at = `factor ${userId} ${from}`;
  return count(app, [{ name: at, most: MOST_OF_PLACE }], at);
}

/**
 * Counts a proof of who is signed in, by the session; from a browser that has never shown the second factor with those typed
 * at sign-in: single sign-on opens as many sessions as a person wants.
 */
export async function countProof(app: App, userId: string, sessionId: string): Promise<Admission> {
  const at = `factor ${userId} session ${sessionId}`;
  const limits: Limit[] = [{ name: at, most: MOST_OF_PLACE }];
  if ((await isNewPlace(app, sessionId)) !== false) limits.push(codesOf(userId));
  return count(app, limits, at);
}

const codesOf = (userId: string): Limit => ({ name: `codes ${userId}`, most: MOST_CODES, windowMs: CODES_WINDOW_MS });

/** Counts what costs a signature or a letter: by the network it comes from, so that one takes it from nobody else, and together. */
export function countCost(
  app: App,
  what: "passkey" | "forgot" | "refund",
  clientAddress: string | undefined,
): Promise<Admission> {
  const windowMs = COST_WINDOW_MS;
  return count(app, [
    { name: `${what} ${networkOfCaller(clientAddress)}`, most: MOST_COST_OF_NETWORK, windowMs },
    { name: what, most: MOST_COST, windowMs },
  ]);
}

/** Counts a letter that a person asks for without proving who they are: few for one address. */
export function countLetter(app: App, email: string): Promise<Admission> {
  return count(app, [{ name: `letter ${email}`, most: MOST_LETTERS, windowMs: LETTER_WINDOW_MS }]);
}

const placeName = ({ clientAddress, device, deviceKnown }: TryOrigin): string =>
  deviceKnown ? `device ${device}` : `address ${clientAddress ?? "unknown"}`;

/** What is refused at one counter costs nothing at the next. */
async function count(app: App, limits: readonly Limit[], own?: string): Promise<Admission> {
  for (const { name, most, windowMs = WINDOW_MS } of limits) {
    const tries = await countTry(app, digest(app, name), windowMs / 1000);
    if (tries > most) return { kind: "refused", first: tries === most + 1 };
  }
  return {
    kind: "free",
    async forget() {
      if (own !== undefined) await deleteTries(app, digest(app, own));
    },
  };
}

const digest = (app: App, name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHmac("sha256", app.secrets.derive("sign-in tries")).update(name).digest());

/** Forgets counters whose window is long over. */
export async function forgetAttempts(ctx: Ctx): Promise<number> {
  return deleteOldAttempts(ctx.db, RETENTION_SECONDS);
}
