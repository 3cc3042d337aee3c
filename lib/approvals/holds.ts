import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { actorMay } from "#lib/contract/may.ts";
import type { Waiting } from "#lib/contract/out.ts";
import { declineDeposit, releaseDeposit } from "#lib/deposits/decide-hold.ts";
import { holdOf, isOwnHold } from "#lib/deposits/hold-of.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { ask, needsAnother } from "./ask.ts";
import { decideFor, type HoldInput, needHold, type Payment } from "./decide-held.ts";

/**
 * Releases a deposit that a limit of the account's own holds. All others are the house's to release (rulebook 7.22): its
 * compliance does so here as under `/house/v1`.
 */
export const releaseOwn = async (ctx: Ctx, input: HoldInput): Promise<Payment> =>
  (await isHouseHold(ctx, input.txId)) ? releaseForHouse(ctx, input) : releaseDeposit(ctx, input);

/** Declines a deposit that a limit of the account's own holds; all others as {@link declineForHouse}. */
export async function declineOwn(ctx: Ctx, input: HoldInput): Promise<Payment | Waiting<ApprovalRecord>> {
  if (!(await isHouseHold(ctx, input.txId))) return declineDeposit(ctx, input);
  return declineForHouse(contextFor(ctx.app, { ...ctx, account: await houseOf(ctx.app) }), input);
}

/** Releases a held deposit of whichever account, for the house. */
export const releaseForHouse = (ctx: Ctx, input: HoldInput): Promise<Payment> => decideFor(ctx, input, releaseDeposit);

/** Declines a held deposit of whichever account, for the house; where two persons are asked for it waits for another. */
export async function declineForHouse(ctx: Ctx, input: HoldInput): Promise<Payment | Waiting<ApprovalRecord>> {
  const { txId, note } = input;
  const { account } = await needHold(ctx, txId);
  if (!(await needsAnother(ctx))) return decideFor(ctx, input, declineDeposit);
  return ask(ctx, { what: "hold", request: { act: "decline", txId, note, account: account.name } });
}

/** Whether the house holds a deposit of the account. Refuses with FORBIDDEN everyone outside its compliance. */
async function isHouseHold(ctx: Ctx, txId: string): Promise<boolean> {
  const hold = await holdOf(ctx, txId);
  if (hold?.account.id !== accountOf(ctx).id || isOwnHold(hold)) return false;
  if (!actorMay(ctx.app.mode, ctx.actor, "house:holds"))
    throw new Refusal("FORBIDDEN", "The operator holds this deposit: its compliance decides.");
  return true;
}
