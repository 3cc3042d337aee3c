import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { sqlState, UNIQUE_VIOLATION } from "#lib/kernel/sql-state.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { hashPassword } from "./passwords.ts";
import type { AnyRole } from "#lib/contract/permissions.ts";
import { insertUser, personByEmail, putMembership, userByEmail } from "./staff-store.ts";
import { digestOfSignIn } from "./user-store.ts";

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;

export type NewUser = {
  email: string;
  name: string;
  /** Absent for a person who sets one by a link, or signs in elsewhere. */
  password?: string;
  memberships: readonly { accountId: string; role: AnyRole; invitedBy?: string | undefined }[];
};

/** An e-mail address as it is kept; 400 for what is none. */
export function needEmail(given: string): string {
  const email = given.trim().toLowerCase();
  if (!EMAIL.test(email)) throw invalid("email", "Give an e-mail address such as anna@example.com.");
  return email;
}

/** Makes a person. Refuses an address that is taken. */
export async function createUser(ctx: Ctx, wanted: NewUser): Promise<{ userId: string }> {
  const email = needEmail(wanted.email);
  const passwordHash = wanted.password === undefined ? null : await hashPassword(wanted.password);
  const userId = ctx.id();
  try {
    await ctx.transaction(async (tx) => {
      await insertUser(tx, { id: userId, email, name: wanted.name, passwordHash });
      const made = { action: "user.create", objectKind: "user", objectId: userId };
      const digest = passwordHash === null ? {} : { sha256: await digestOfSignIn(tx.db, userId) };
      for (const { accountId, role, invitedBy } of wanted.memberships) {
        await putMembership(tx, userId, accountId, role, { invitedBy });
        await recordAudit(tx, { ...made, accountId, detail: { role, ...digest } });
      }
      if (wanted.memberships.length === 0) await recordAudit(tx, { ...made, detail: digest });
    });
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION || (error as { code?: string }).code === "P2002")
      throw invalid("email", `There is a user ${email} already.`);
    throw error;
  }
  return { userId };
}

/** Whether an active user has this e-mail address. */
export async function isUser(ctx: Ctx, email: string): Promise<boolean> {
  return (await userByEmail(ctx.app, email)) !== undefined;
}

/** The id of the person with this e-mail address, also of one who may not sign in any more. */
export async function findUser(ctx: Ctx, email: string): Promise<string | undefined> {
  return (await personByEmail(ctx.db, email))?.id;
}
