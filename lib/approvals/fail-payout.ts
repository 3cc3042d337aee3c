import { holdBank, refuseDebited } from "#lib/bank/record-payout.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Waiting } from "#lib/contract/out.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { shownAsset } from "#lib/kernel/assets.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { doerOf, peopleBehind } from "#lib/keys/makers.ts";
import { owes } from "#lib/ledger/owes.ts";
import type { failPayoutEndpoint, PayoutRecord } from "#lib/payouts/contract.ts";
import { endPayout, holdPayout, refuseBut } from "#lib/payouts/decide-payout.ts";
import { fileWith, needPayout, unknownPayout } from "#lib/payouts/get-payouts.ts";
import { type PaidInstead, recordInPlace, waitsForPaid } from "#lib/payouts/paid-otherwise.ts";
import { payoutsAtBank } from "#lib/payouts/pay-by-bank.ts";
import { ask, needsAnother } from "./ask.ts";
import { plain } from "./or-ask.ts";

type FiledIn = NonNullable<Awaited<ReturnType<typeof fileWith>>>;

/** Banks book by days of their own: what is of the file's day may be dated before it. */
const DAY_MS = 86_400_000;

type Failing = InputOf<typeof failPayoutEndpoint>;

/**
 * Fails a payout, for the house: one that a bank has not executed, or one of which its own transaction has paid another
 * quantity. Where a second person is needed, or while its account owes anything, what is recorded in the place of the second
 * waits for one (202). Refuses with NOT_FOUND and INVALID_STATE what is neither, else as {@link failAtBank} does.
 */
export async function failPayout(ctx: Ctx, input: Failing): Promise<Raw<PayoutRecord> | Waiting<ApprovalRecord>> {
  if (!isId(input.payoutId)) throw unknownPayout();
  const paid = await waitsForPaid(ctx, input.payoutId);
  return paid ? failOtherwise(ctx, paid, input.note) : failAtBank(ctx, input);
}

/** In the name of its account, as all that is recorded of it; who agrees is shown what its destination got, and by what. */
async function failOtherwise(
  ctx: Ctx,
  { payoutId, account, asset, units, reference, txHash, place, beneficiary }: PaidInstead,
  note: string,
): Promise<Raw<PayoutRecord> | Waiting<ApprovalRecord>> {
  const own = contextFor(ctx.app, { ...ctx, account });
  if (!((await needsAnother(own)) || (await owes(own))))
    return own.transaction(async (tx) => {
      await recordInPlace(tx, { inPlaceOf: payoutId, txHash, units, note });
      return answerWith(tx, await needPayout(tx, payoutId));
    });
  const quantity = amountOf(asset, units).toString();
  const named = { reference, txHash, place, beneficiary, inPlaceOf: payoutId };
  return ask(own, { what: "payout", request: plain({ ...shownAsset(asset), quantity, ...named }), reason: note });
}

/**
 * Fails, for the house, a payout of a file that the bank has not executed and will not: its money is free again. A line
 * that says otherwise later is unassigned, and a case. Refuses with NOT_FOUND and INVALID_STATE, also while a debit that
 * nothing explains may be this payout; with FORBIDDEN who made the file, where two persons are needed.
 */
async function failAtBank(ctx: Ctx, { payoutId, note }: Failing): Promise<Raw<PayoutRecord>> {
  return ctx.transaction(async (tx) => {
    const file = await fileWith(tx, payoutId);
    if (file) await holdBank(tx, file.asset);
    const held = await holdPayout(tx, payoutId, false);
    refuseBut(held.payout, ["PREPARED"]);
    if (!file)
      throw new Refusal("INVALID_STATE", "This payout stands in no file for a bank: cancel what was prepared.");
    if ((await needsAnother(tx)) && (await isMaker(tx, file)))
      throw new Refusal("FORBIDDEN", "You made the file: somebody else says that the bank has not executed it.");
    const [payout] = await payoutsAtBank(tx, { place: file.place, asset: file.asset, named: [payoutId] });
    const since = new Date(file.madeAt.getTime() - DAY_MS);
    if (payout) await refuseDebited(tx, { ...payout, fileId: file.fileId }, { ...file, since });
    await endPayout(tx, held, { status: "FAILED", reason: note });
    return answerWith(tx, await needPayout(tx, payoutId));
  });
}

/** Whether who acts has made the file, or a key of theirs has. */
async function isMaker(ctx: Ctx, { madeBy, madeUserId }: FiledIn): Promise<boolean> {
  const doer = doerOf(ctx.actor);
  const own = await peopleBehind(ctx, doer);
  const makers = await peopleBehind(ctx, { by: madeBy, userId: madeUserId });
  // Of files made before people were kept beside them the name alone is known.
  const isSameName = (madeUserId === null || doer.userId === undefined) && doer.by === madeBy;
  return isSameName || own.some((userId) => makers.includes(userId));
}
