import { readUpTo } from "#lib/chains/list-chains.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { gasHeld } from "#lib/outgoing/gas.ts";
import { lostHoursOpen } from "#lib/outgoing/may-have-left.ts";
import { accountAddress } from "#lib/wallets/encodings.ts";
import { objectsOf } from "./read-prepared.ts";
import { areRequestedBefore, findPrepared, waitForStatement } from "./store.ts";

/** So many accounts are asked for at once. */
const AT_ONCE = 20;

/**
 * What was asked for before the database was restored may be paid by a transaction that no block has yet, of whichever of our
 * accounts on eth: only one of the same account would exclude it. Refuses with INVALID_STATE while one of an account of ours
 * waits at the node (rulebook 13.35).
 */
export async function refuseWaiting(ctx: Ctx, payoutIds: readonly string[], moveIds: readonly string[]): Promise<void> {
  const calls = ctx.app.chains.eth?.calls;
  const known = moveIds.filter(isId);
  if (!calls || !(await areRequestedBefore(ctx.db, payoutIds, known))) return;
  const height = await readUpTo(ctx, "eth");
  if (height === undefined) return;
  // One that has no ether sends nothing.
  const able = [...(await gasHeld(ctx, "eth"))].flatMap(([script, wei]) => (wei > 0n ? [script] : []));
  for (let at = 0; at < able.length; at += AT_ONCE)
    await Promise.all(
      able.slice(at, at + AT_ONCE).map(async (script) => {
        if ((await calls.sentOrWaiting(script)) <= (await calls.sentUpTo(script, height))) return;
        throw new Refusal(
          "INVALID_STATE",
          `The database was restored, and this may have been sent before: a transaction of ${accountAddress("eth", script)} waits at the node of eth. Prepare it once a block has that one and it was not this.`,
        );
      }),
    );
}

/**
 * What was signed for it in the hours that a restore has lost spends other coins, or another account's number: both could be
 * in blocks. Refuses with LOST_HOURS_OPEN until it is stated that nothing of it is still to be sent (rulebook 13.36).
 */
export async function refuseSigned(
  { db }: Ctx,
  payoutIds: readonly string[],
  moveIds: readonly string[],
): Promise<void> {
  if (await waitForStatement(db, payoutIds, moveIds.filter(isId))) throw lostHoursOpen();
}

/** What waits at the node, of what is about to be sent for the first time. */
export async function refuseWaitingBeside(ctx: Ctx, preparedId: string): Promise<void> {
  const row = isId(preparedId) ? await findPrepared(ctx.db, preparedId) : undefined;
  if (row?.network !== "eth" || row.status !== "SIGNED") return;
  await refuseWaiting(ctx, objectsOf(row, "PAYOUT"), objectsOf(row, "MOVE"));
}
