import { decode } from "next-auth/jwt";
import { type App, theApp } from "#lib/kernel/app.ts";
import type { Db } from "#lib/kernel/database.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { Secrets } from "#lib/kernel/secrets.ts";
import { IDLE_MS } from "./factor-rules.ts";
import { insertSession, type Opening, staffOfSession, touchSession } from "./staff-store.ts";

/** A signed-in person, with the accounts they may act for. */
export type Staff = {
  sessionId: string;
  userId: string;
  name: string;
  email: string;
  /** Has a second factor. */
  enrolled: boolean;
  /** When one was last shown in this session, epoch milliseconds of the wall clock. */
  provenAt: number | undefined;
  /** The accounts they may act for; the house is none of them. */
  accounts: readonly StaffAccount[];
  /** The house, for who works for it. */
  house: StaffAccount | undefined;
};

export type StaffAccount = {
  id: string;
  name: string;
  role: string;
  /** This account requires a second factor of every person. */
  factorRequired: boolean;
  /** How long a proof of it counts for what asks again. */
  stepUpMs: number;
};

/** A session ends after this at the latest, used or not. */
export const SESSION_MS: number = 12 * 60 * 60 * 1000;

/** The secret of next-auth's tokens, derived so that every process of this installation has the same. */
export function sessionSecret(secrets: Secrets): string {
  return secrets.derive("next-auth").toString("base64url");
}

/** Over https the `__Host-` prefix binds the cookie to this very host; browsers drop such ones on plain http. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Host-next-auth.session-token" : "next-auth.session-token";
}

/** Opens a session for a user and answers its id, which goes into the token. Wall clock. */
export async function openSession(
  { database }: { database: { prisma: Db } },
  userId: string,
  opening: Opening = {},
): Promise<string> {
  return insertSession(database.prisma, userId, SESSION_MS, opening);
}

/** The person of a session that is open now; undefined once it has ended, or was not used for too long. */
export async function staffNow(app: App, sessionId: string): Promise<Staff | undefined> {
  return (await staffOfSession(app, sessionId, IDLE_MS[app.mode]))?.staff;
}

/**
 * Who is signed in, from the text of a Cookie header. The token is only a pointer: the session's row, the user and the
 * memberships are read on each call, so signing out and taking a role away count at once. What a page asks by itself,
 * with nobody at it, does not keep a session alive: `unattended`.
 */
export async function currentStaff(
  cookieHeader: string | null | undefined,
  unattended = false,
): Promise<Staff | undefined> {
  if (!cookieHeader) return undefined;
  const app = await theApp();
  const token = cookieValue(cookieHeader, sessionCookieName(app.env.publicUrl));
  if (token === undefined) return undefined;
  const sessionId = await sessionIdOf(app, token);
  const found = sessionId === undefined ? undefined : await staffOfSession(app, sessionId, IDLE_MS[app.mode]);
  if (found && !found.seenLately && !unattended) await touchSession(app, found.staff.sessionId);
  return found?.staff;
}

async function sessionIdOf(app: App, token: string): Promise<string | undefined> {
  try {
    const claims = await decode({ token, secret: sessionSecret(app.secrets) });
    const sessionId = claims?.["sid"];
    return typeof sessionId === "string" && isId(sessionId) ? sessionId : undefined;
  } catch {
    // A token that does not open (forged, expired, of an older secret) names no session.
    return undefined;
  }
}

/** One cookie of a Cookie header, percent-decoded; undefined when absent, given twice or malformed. */
export function cookieValue(header: string, name: string): string | undefined {
  const values: string[] = [];
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) values.push(part.slice(equals + 1).trim());
  }
  const [value] = values;
  if (value === undefined || values.length > 1 || !/^[\w.~%-]+$/.test(value)) return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** The header by which a page says that nobody has touched it for a while: such requests do not count as use. */
export const UNATTENDED = "x-unattended";
