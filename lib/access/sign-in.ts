import type { House } from "#lib/house.ts";
import { isPassword } from "./passwords.ts";
import { openSession } from "./session.ts";
import { userByEmail } from "./staff-store.ts";

/** Failures of one address or one e-mail before it has to wait, and for how long (wall clock). */
const MAX_FAILURES = 8;
const WINDOW_MS = 10 * 60_000;
const MAX_TRACKED = 10_000;

export type SignedIn = { userId: string; email: string; name: string; sessionId: string };

/**
 * Checks e-mail and password and opens a session. Undefined for every failure alike: unknown user, wrong password,
 * disabled, or too many tries; each takes the time of one hash.
 */
export async function signIn(
  house: House,
  given: { email: string; password: string; clientAddress: string | undefined },
): Promise<SignedIn | undefined> {
  const email = given.email.trim().toLowerCase();
  const keys = [`email ${email}`, `address ${given.clientAddress ?? "unknown"}`];
  const failures = failuresOf(house);
  const user = await userByEmail(house, email);
  const right = await isPassword(given.password, user?.passwordHash);
  if (keys.some((key) => recent(failures, key).length >= MAX_FAILURES)) return undefined;
  if (!user || !right) {
    if (failures.size >= MAX_TRACKED) failures.clear();
    for (const key of keys) failures.set(key, [...recent(failures, key), Date.now()]);
    return undefined;
  }
  for (const key of keys) failures.delete(key);
  return { userId: user.id, email: user.email, name: user.name, sessionId: await openSession(house, user.id) };
}

function recent(failures: Map<string, number[]>, key: string): number[] {
  return (failures.get(key) ?? []).filter((at) => at > Date.now() - WINDOW_MS);
}

function failuresOf(house: House): Map<string, number[]> {
  const known = house.shelf.get("sign-in failures") as Map<string, number[]> | undefined;
  if (known) return known;
  const made = new Map<string, number[]>();
  house.shelf.set("sign-in failures", made);
  return made;
}
