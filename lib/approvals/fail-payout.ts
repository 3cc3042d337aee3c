import { holdBank, unexplainedDebits } from "#lib/bank/record-payout.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { doerOf, peopleBehind } from "#lib/keys/makers.ts";
import type { failPayoutEndpoint, PayoutRecord } from "#lib/payouts/contract.ts";
import { endPayout, holdPayout, refuseBut } from "#lib/payouts/decide-payout.ts";
import { fileWith, needPayout, unknownPayout } from "#lib/payouts/get-payouts.ts";
import { goesElsewhere, idsIn, payoutsAtBank, type PayoutAtBank } from "#lib/payouts/pay-by-bank.ts";
import { needsAnother } from "./ask.ts";

type FiledIn = NonNullable<Awaited<ReturnType<typeof fileWith>>>;
type Debit = Awaited<ReturnType<typeof unexplainedDebits>>[number];

/** Banks book by days of their own: what is of the file's day may be dated before it. */
const DAY_MS = 86_400_000;

/**
 * Fails, for the house, a payout of a file that the bank has not executed and will not: its money is free again. A line
 * that says otherwise later is nobody's, and a case. Refuses with NOT_FOUND and INVALID_STATE, also while a debit that
 * nothing explains may be this payout; with FORBIDDEN who made the file, where two persons are needed.
 */
export async function failPayout(
  ctx: Ctx,
  { payoutId, note }: InputOf<typeof failPayoutEndpoint>,
): Promise<Raw<PayoutRecord>> {
  if (!isId(payoutId)) throw unknownPayout();
  return ctx.transaction(async (tx) => {
    const file = await fileWith(tx, payoutId);
    if (file) await holdBank(tx, file.asset);
    const held = await holdPayout(tx, payoutId, false);
    refuseBut(held.payout, ["PREPARED"]);
    if (!file)
      throw new Refusal("INVALID_STATE", "This payout stands in no file for a bank: cancel what was prepared.");
    if ((await needsAnother(tx)) && (await isMaker(tx, file)))
      throw new Refusal("FORBIDDEN", "You made the file: somebody else says that the bank has not executed it.");
    await refuseDebited(tx, payoutId, file);
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

/** Refuses with INVALID_STATE while a debit since the file that is nobody's names the payout, or is as much and to no other account. */
async function refuseDebited(tx: Ctx, payoutId: string, { fileId, place, asset, madeAt }: FiledIn): Promise<void> {
  const [payout] = await payoutsAtBank(tx, { place, asset, named: [payoutId] });
  const since = new Date(madeAt.getTime() - DAY_MS);
  const debits = payout ? await unexplainedDebits(tx, { place, asset, since }) : [];
  const open = debits.find((line) => payout && mayBe(line, { ...payout, fileId }));
  if (open)
    throw new Refusal(
      "INVALID_STATE",
      `${place} was debited by a line that nothing explains, and that may be this payout: ${open.reference}. Decide its case first.`,
    );
}

function mayBe(line: Debit, payout: PayoutAtBank): boolean {
  const named = idsIn(line.endToEnd, line.remittance);
  if (named.includes(payout.payoutId) || named.includes(payout.fileId ?? "")) return true;
  return line.units >= payout.units && !goesElsewhere(payout, line);
}
