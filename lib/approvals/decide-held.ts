import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Presentable } from "#lib/contract/out.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { declineDeposit, releaseDeposit } from "#lib/deposits/decide-hold.ts";
import { type Hold, holdOf } from "#lib/deposits/hold-of.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { declineDepositEndpoint, releaseDepositEndpoint } from "#lib/payments/hold-contract.ts";

export type HoldInput = InputOf<typeof releaseDepositEndpoint>;
export type Payment = Presentable<OutputOf<typeof releaseDepositEndpoint>>;
type Verb = (ctx: Ctx, input: InputOf<typeof declineDepositEndpoint>) => Promise<Payment>;

/** Declines what was asked for, inside the decision. */
export const performDecline = (
  ctx: Ctx,
  { txId = "", note = "" }: Readonly<Record<string, string>>,
): Promise<Payment> => decideFor(ctx, { txId, note }, declineDeposit);

/** The hold of a deposit, of whichever account. */
export async function needHold(ctx: Ctx, txId: string): Promise<Hold> {
  const hold = await holdOf(ctx, txId);
  if (!hold) throw new Refusal("NOT_FOUND", "There is no deposit with this txId.");
  return hold;
}

/** Acts in the name of the deposit's account; the decision stands in its record and in the house's. */
export async function decideFor(ctx: Ctx, input: HoldInput, verb: Verb): Promise<Payment> {
  const { account } = await needHold(ctx, input.txId);
  return ctx.transaction(async (tx) => {
    const acting: Ctx = { ...tx, account, claim: undefined, transaction: (work) => work(acting) };
    const record = await verb(acting, input);
    await recordAudit(tx, {
      action: verb === releaseDeposit ? "deposit.release" : "deposit.decline",
      accountId: (await houseOf(tx.app)).id,
      objectKind: "deposit",
      objectId: input.txId,
      detail: { note: input.note, account: account.name },
    });
    return answerWith(tx, record);
  });
}
