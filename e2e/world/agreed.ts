import pg from "pg";
import { needsAnother } from "#lib/approvals/ask.ts";
import { changeOrAsk } from "#lib/approvals/or-ask.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { neededFor } from "#lib/contract/approval-states.ts";
import { houseRoleMay, roleMay } from "#lib/contract/permissions.ts";
import { type App, contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { createUser, type NewUser } from "#lib/people/create-user.ts";
import { openSession } from "#lib/people/session.ts";
import { operatorChanges } from "#lib/settings/change-settings.ts";

const SECOND = "second@example.com";

/** Somebody of the house who agrees to what others ask for; made when first needed. */
async function needSecond({ app }: Ctx): Promise<void> {
  const operator = contextFor(app, { actor: { kind: "operator" }, requestId: "test" });
  if (await operator.db.staffUser.findUnique({ where: { email: SECOND }, select: { id: true } })) return;
  const { id: accountId } = await houseOf(app);
  await createUser(operator, { email: SECOND, name: "Second", memberships: [{ accountId, role: "admin" }] });
}

/** Sets what the operator sets for an account, and has a second person agree where one is asked for. */
export async function setAgreed(ctx: Ctx, changes: Record<string, string>): Promise<void> {
  await needSecond(ctx);
  for (const approvalId of await changeOrAsk(ctx, await operatorChanges(ctx, changes)))
    await agree(ctx.app, approvalId);
}

/** Whoever may agree to a request does: of the account that asks, otherwise of the house. */
export async function agree(app: App, approvalId: string): Promise<void> {
  const { prisma } = app.database;
  const approval = await prisma.approval.findUniqueOrThrow({ where: { id: approvalId } });
  const what = approval.what as Parameters<typeof neededFor>[0];
  const people = await prisma.$queryRaw<
    { userId: string; name: string; role: string; accountId: string; account: string; isHouse: boolean }[]
  >`
    select m.user_id as "userId", u.name, m.role, a.id as "accountId", a.name as "account", a.is_house as "isHouse"
    from membership m join account a on a.id = m.account_id join staff_user u on u.id = m.user_id
    where (a.is_house or a.id = ${approval.accountId}::uuid) and approver_fault(${approvalId}::uuid, m.user_id) is null
    order by a.is_house = (${approval.decides} = 'house') desc, m.role_since`;
  const fit = people.find(({ isHouse, role }) =>
    isHouse
      ? houseRoleMay(role, approval.decides === "house" ? neededFor(what, "house") : "house:people")
      : approval.decides === "account" && roleMay(role, neededFor(what, "account")),
  );
  if (!fit) throw new Error(`nobody may agree to ${approval.what}`);
  const actor = {
    kind: "staff" as const,
    userId: fit.userId,
    name: fit.name,
    sessionId: await openSession(app, fit.userId),
    role: fit.isHouse ? "" : fit.role,
    ...(fit.isHouse && { houseRole: fit.role }),
  };
  const account = { id: fit.accountId, name: fit.account };
  await approve(contextFor(app, { actor, account, requestId: "test" }), { approvalId });
}

/**
 * Somebody who is simply there: in a world that asks for two persons their roles are written past its guards, as the
 * database's owner could.
 */
export async function hired(operator: Ctx, ownerUrl: string, wanted: NewUser): Promise<{ userId: string }> {
  if (!(await needsAnother(operator))) return createUser(operator, wanted);
  const { userId } = await createUser(operator, { ...wanted, memberships: [] });
  const rows = wanted.memberships.map(({ accountId, role }) => `('${userId}', '${accountId}', '${role}')`);
  if (rows.length > 0)
    await asOwner(
      ownerUrl,
      `begin; alter table membership disable trigger membership_guard;
      insert into membership (user_id, account_id, role) values ${rows.join(", ")};
      set constraints all immediate;
      alter table membership enable trigger membership_guard; commit`,
    );
  return { userId };
}

/** Says something to the database as its owner, whom no wall holds. */
export async function asOwner(ownerUrl: string, statement: string): Promise<void> {
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  try {
    await owner.query(statement);
  } finally {
    await owner.end();
  }
}
