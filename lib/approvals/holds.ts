import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { actorMay } from "#lib/contract/may.ts";
import type { Waiting } from "#lib/contract/out.ts";
import { declineDeposit, releaseDeposit } from "#lib/deposits/decide-hold.ts";
import { holdOf, isOwnHold } from "#lib/deposits/hold-of.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { ask, needsAnother } from "./ask.ts";
import { decideFor, type HoldInput, needHold, type Payment } from "./decide-held.ts";

/** Releases a deposit that a limit of the account's own holds; all others are the house's to release (rulebook 7.16). */
export const releaseOwn = async (ctx: Ctx, input: HoldInput): Promise<Payment> => {
  await refuseHouseHold(ctx, input.txId);
  return releaseDeposit(ctx, input);
};

/** Declines a deposit that a limit of the account's own holds; all others are the house's to decline. */
export const declineOwn = async (ctx: Ctx, input: HoldInput): Promise<Payment> => {
  await refuseHouseHold(ctx, input.txId);
  return declineDeposit(ctx, input);
};

/** Releases a held deposit of whichever account, for the house. */
export const releaseForHouse = (ctx: Ctx, input: HoldInput): Promise<Payment> => decideFor(ctx, input, releaseDeposit);

/** Declines a held deposit of whichever account, for the house; where two persons are asked for it waits for another. */
export async function declineForHouse(ctx: Ctx, input: HoldInput): Promise<Payment | Waiting<ApprovalRecord>> {
  const { txId, note } = input;
  const { account } = await needHold(ctx, txId);
  if (!(await needsAnother(ctx))) return decideFor(ctx, input, declineDeposit);
  return ask(ctx, { what: "hold", request: { act: "decline", txId, note, account: account.name } });
}

async function refuseHouseHold(ctx: Ctx, txId: string): Promise<void> {
  const hold = await holdOf(ctx, txId);
  if (hold?.account.id !== accountOf(ctx).id || actorMay(ctx.app.mode, ctx.actor, "house:holds")) return;
  if (isOwnHold(hold)) return;
  throw new Refusal("FORBIDDEN", "The operator holds this deposit: its compliance decides.");
}
