import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { type Decider, neededFor } from "#lib/contract/approval-states.ts";
import { decidingRoles } from "#lib/contract/deciding-roles.ts";
import { HOUSE_ROLES, houseRoleMay, type Permission } from "#lib/contract/permissions.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { queueToEach } from "#lib/mail/queue-mail.ts";
import { letterOf } from "./letter.ts";
import { approvalHref } from "#lib/contract/approval-href.ts";
import { deciderAddresses } from "./store.ts";

/**
 * Tells everybody who may decide a request that it waits, by mail and in its transaction; the desk's bell shows the same.
 * Where an account has nobody of its own, the administrators of the house. The letter's link opens the request and decides
 * nothing.
 */
export async function notifyDeciders(tx: Ctx, approval: ApprovalRecord): Promise<void> {
  if (tx.app.env.smtpUrl === undefined) return;
  const { approvalId: id, what, decides } = approval;
  const { id: ownId } = accountOf(tx);
  const { id: houseId } = await houseOf(tx.app);
  const ofHouse = (needed: Permission) => HOUSE_ROLES.filter((role) => houseRoleMay(role, needed));
  const addresses = async (from: Decider, roles: readonly string[]) =>
    deciderAddresses(tx.db, { id, tenantId: from === "house" ? houseId : ownId, roles });
  const roles = decides === "house" ? ofHouse(neededFor(what, decides)) : decidingRoles(what);
  const first = await addresses(decides, roles);
  const isStoodIn = first.length === 0 && decides === "account";
  const recipients = isStoodIn ? await addresses("house", ofHouse("house:people")) : first;
  const path = approvalHref(id, decides === "account" && !isStoodIn ? ownId : undefined);
  await queueToEach(tx, recipients, (to) => ({ ...letterOf(approval, to), path }));
}
