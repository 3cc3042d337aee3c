import type { App } from "#lib/kernel/app.ts";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./factor.sql.ts";
import { USER, type UserRow } from "./staff-store.ts";

type Bytes = Uint8Array<ArrayBuffer>;
const TOTP = { id: true, secretSealed: true, lastStep: true } as const;

/** Begins an authenticator; an earlier one that was never confirmed ends. */
export async function draftTotp(db: Db, userId: string, id: string, secretSealed: Bytes): Promise<void> {
  await db.staffTotp.updateMany({ where: { userId, confirmedAt: null, endedAt: null }, data: { endedAt: new Date() } });
  await db.staffTotp.create({ data: { id, userId, secretSealed }, select: { id: true } });
}

/** The person's authenticator: the one that counts, or the one that waits for its first code. */
export async function totpOf(db: Db, userId: string, state: "live" | "draft") {
  const confirmedAt = state === "live" ? { not: null } : null;
  return (await db.staffTotp.findFirst({ select: TOTP, where: { userId, endedAt: null, confirmedAt } })) ?? undefined;
}

/** Makes a waiting authenticator the one that counts; the one before it ends. */
export async function confirmTotp(db: Db, userId: string, id: string, step: number): Promise<void> {
  await endTotp(db, userId);
  await db.staffTotp.update({ where: { id }, data: { confirmedAt: new Date(), lastStep: BigInt(step) } });
}

/** Ends the authenticator that counts; false when there is none. */
export async function endTotp(db: Db, userId: string): Promise<boolean> {
  const { count } = await db.staffTotp.updateMany({
    where: { userId, endedAt: null, confirmedAt: { not: null } },
    data: { endedAt: new Date() },
  });
  return count > 0;
}

/** Takes a step's code for the first and only time; false when it, or a later one, was taken before. */
export async function takeStep(db: Db, id: string, step: number): Promise<boolean> {
  const { count } = await db.staffTotp.updateMany({
    where: { id, endedAt: null, lastStep: { lt: BigInt(step) } },
    data: { lastStep: BigInt(step) },
  });
  return count === 1;
}

/** Puts new recovery codes in the place of all earlier ones. */
export async function putRecoveryCodes(db: Db, userId: string, digests: readonly Bytes[]): Promise<void> {
  await endRecoveryCodes(db, userId);
  await db.staffRecoveryCode.createMany({ data: digests.map((digest) => ({ userId, digest })) });
}

export async function endRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.staffRecoveryCode.updateMany({ where: { userId, endedAt: null }, data: { endedAt: new Date() } });
}

export function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.staffRecoveryCode.count({ where: { userId, usedAt: null, endedAt: null } });
}

/** Uses a recovery code up; false when it is none or was used. */
export async function spendRecoveryCode(db: Db, userId: string, digest: Bytes): Promise<boolean> {
  const { count } = await db.staffRecoveryCode.updateMany({
    where: { userId, digest, usedAt: null, endedAt: null },
    data: { usedAt: new Date() },
  });
  return count === 1;
}

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const [row] = await sql.hasSecondFactor(db, { userId });
  return row?.has ?? false;
}

/** Uses a challenge up; false when it was answered before. */
export async function spendChallenge(app: App, digest: Bytes): Promise<boolean> {
  return (await sql.spendChallenge(app.database.prisma, { digest })) === 1;
}

/** Deletes challenges that are too old to be answered. */
export async function deleteSpentChallenges(db: Db, olderThanSeconds: number): Promise<number> {
  return sql.deleteSpentChallenges(db, { olderThanSeconds });
}

/** The active person of this id. */
export async function activeUser(db: Db, userId: string): Promise<UserRow | undefined> {
  return (await db.staffUser.findFirst({ where: { id: userId, disabledAt: null }, select: USER })) ?? undefined;
}

/** The accounts a person has a role in. */
export async function accountIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.membership.findMany({ where: { userId }, select: { accountId: true } });
  return rows.map(({ accountId }) => accountId);
}
