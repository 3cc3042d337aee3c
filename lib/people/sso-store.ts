import type { Db, Prisma } from "#lib/kernel/database.ts";
import * as sql from "./staff.sql.ts";
import { USER } from "./staff-store.ts";

export type Identity = { issuer: string; subject: string };

const ANYBODY = { ...USER, disabledAt: true } as const;
/** A person, whether they may sign in or not. */
export type FoundPerson = Prisma.StaffUserGetPayload<{ select: typeof ANYBODY }>;

/** Who this is at the provider. */
export async function userByIdentity(db: Db, { issuer, subject }: Identity): Promise<FoundPerson | undefined> {
  const where = { issuer_subject: { issuer, subject } };
  return (await db.staffIdentity.findUnique({ where, select: { user: { select: ANYBODY } } }))?.user;
}

export async function anyUserByEmail(db: Db, email: string): Promise<FoundPerson | undefined> {
  return (await db.staffUser.findUnique({ where: { email }, select: ANYBODY })) ?? undefined;
}

/** Whether the provider knows a person already, by whichever subject. */
export async function isJoined(db: Db, issuer: string, userId: string): Promise<boolean> {
  return (await db.staffIdentity.findFirst({ where: { issuer, userId }, select: { subject: true } })) !== null;
}

/** Proves a person by the provider to the rest of the transaction; with `joined` that person is joined to it first. */
export async function proveIdentity(db: Db, identity: Identity, joined?: string): Promise<void> {
  await sql.proveIdentity(db, { ...identity, joined });
}

/** Whether a person is known at a provider and has no password: the provider alone lets them in. */
export async function isOfProvider(db: Db, userId: string): Promise<boolean> {
  const user = { passwordHash: null };
  return (await db.staffIdentity.findFirst({ where: { userId, user }, select: { subject: true } })) !== null;
}

/** Forgets who a person was at the provider; a sign-in with that subject is a new person. */
export async function eraseIdentities(db: Db, userId: string): Promise<void> {
  await db.staffIdentity.updateMany({ where: { userId }, data: { subject: `erased ${userId}` } });
}

export type HeldRole = Awaited<ReturnType<typeof rolesOf>>[number];

/** The roles a person has, and where each is from; `disabledAt`: since when its account is shut to them. */
export function rolesOf(db: Db, userId: string) {
  return db.membership.findMany({
    where: { userId },
    select: { accountId: true, role: true, source: true, disabledAt: true },
  });
}

/** Gives a role that a group gives; one that was given here stays as it is. */
export async function putGroupRole(db: Db, userId: string, accountId: string, role: string): Promise<void> {
  const held = { role, roleSince: new Date() };
  const { count } = await db.membership.updateMany({ where: { userId, accountId }, data: held });
  if (count === 0) await db.membership.create({ data: { userId, accountId, role, source: "SSO" } });
}
