import { randomBytes } from "node:crypto";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { sqlState, UNIQUE_VIOLATION } from "#lib/kernel/database.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { hashPassword } from "./passwords.ts";
import type { AnyRole } from "#lib/contract/permissions.ts";
import { insertUser, putMembership, userByEmail } from "./staff-store.ts";

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;
const LEAST_PASSWORD = 10;

export type NewUser = {
  email: string;
  name: string;
  password?: string;
  memberships: readonly { accountId: string; role: AnyRole }[];
};

/** Makes a staff user; without a password one is made and answered this once. Refuses an address that is taken. */
export async function createUser(ctx: Ctx, wanted: NewUser): Promise<{ userId: string; password: string }> {
  const email = wanted.email.trim().toLowerCase();
  if (!EMAIL.test(email)) throw invalid("email", "Give an e-mail address such as anna@example.com.");
  const password = wanted.password ?? randomBytes(12).toString("base64url");
  if (password.length < LEAST_PASSWORD)
    throw invalid("password", `A password has at least ${LEAST_PASSWORD} characters.`);
  const passwordHash = await hashPassword(password);
  const userId = ctx.id();
  try {
    await ctx.transaction(async (tx) => {
      await insertUser(tx, { id: userId, email, name: wanted.name, passwordHash });
      for (const { accountId, role } of wanted.memberships) await putMembership(tx, userId, accountId, role);
      await recordAudit(tx, { action: "user.create", objectKind: "user", objectId: userId, detail: { email } });
    });
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION || (error as { code?: string }).code === "P2002")
      throw invalid("email", `There is a user ${email} already.`);
    throw error;
  }
  return { userId, password };
}

/** Whether an active user has this e-mail address. */
export async function isUser(ctx: Ctx, email: string): Promise<boolean> {
  return (await userByEmail(ctx.app, email)) !== undefined;
}
