import type { House } from "#lib/house.ts";
import { isPassword } from "./passwords.ts";
import { openSession } from "./session.ts";
import { userByEmail } from "./staff-store.ts";

/** Failing tries of one e-mail and of one address before it has to wait, and for how long (wall clock). */
const MAX_TRIES_OF_EMAIL = 8;
const MAX_TRIES_OF_ADDRESS = 40;
const WINDOW_MS = 10 * 60_000;
const MAX_TRACKED = 10_000;
/** Characters of a password that are looked at; nobody types more. */
const MAX_PASSWORD = 1_024;

export type SignedIn = { userId: string; email: string; name: string; sessionId: string };

/**
 * Checks e-mail and password and opens a session. Undefined for every failure alike: unknown user, wrong password,
 * disabled, or too many tries. All but the last take the time of one hash, so nobody learns who exists.
 */
export async function signIn(
  house: House,
  given: { email: string; password: string; clientAddress: string | undefined },
): Promise<SignedIn | undefined> {
  const email = given.email.trim().toLowerCase();
  const forget = countTry(house, email, given.clientAddress ?? "unknown");
  if (!forget) return undefined;
  const user = await userByEmail(house, email);
  const right = await isPassword(given.password.slice(0, MAX_PASSWORD), user?.passwordHash);
  if (!user || !right) return undefined;
  forget();
  return { userId: user.id, email: user.email, name: user.name, sessionId: await openSession(house, user.id) };
}

/** Counts a try before the hash takes its time, so that many at once are many. Undefined when there were too many. */
function countTry(house: House, email: string, address: string): (() => void) | undefined {
  const tries = triesOf(house);
  const since = Date.now() - WINDOW_MS;
  const recent = (key: string) => (tries.get(key) ?? []).filter((at) => at > since);
  const limits: [string, number][] = [
    [`email ${email}`, MAX_TRIES_OF_EMAIL],
    [`address ${address}`, MAX_TRIES_OF_ADDRESS],
  ];
  if (limits.some(([key, most]) => recent(key).length >= most)) return undefined;
  if (tries.size >= MAX_TRACKED) tries.clear();
  for (const [key] of limits) tries.set(key, [...recent(key), Date.now()]);
  return () => {
    for (const [key] of limits) tries.delete(key);
  };
}

function triesOf(house: House): Map<string, number[]> {
  const known = house.shelf.get("sign-in tries") as Map<string, number[]> | undefined;
  if (known) return known;
  const made = new Map<string, number[]>();
  house.shelf.set("sign-in tries", made);
  return made;
}
