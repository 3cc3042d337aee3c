import { ChainFault } from "#lib/chains/chain.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { each } from "#lib/kernel/each.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { needUnsent } from "#lib/moves/request-move.ts";
import { refuseUnlisted, sendPayouts } from "#lib/payouts/sign-payout.ts";
import type { PreparedRecord, sendPreparedEndpoint } from "./contract.ts";
import type { SignedNetwork } from "./prepared-states.ts";
import { auditPrepared, holdPrepared, objectsOf, preparedNow, refuseBefore, refuseExpired } from "./read-prepared.ts";
import { refuseAlteredOutputs } from "./altered-outputs.ts";
import { refuseWaitingBeside } from "./waiting.ts";
import { askToSend, claimToSend, preparedToSend, writeFault } from "./store.ts";

/** A transaction that no block has is given to the node again after this long, should it have forgotten it. */
const AGAIN_SECONDS = 60;

/**
 * Gives a signed transaction to the network. That it is to be sent is committed first, then it is sent; what breaks off in
 * between, the worker resumes. A second request finds it BROADCAST, and sends nothing. Refuses with INVALID_STATE
 * what goes where nothing may go any more, and a move that is not to be sent any more.
 */
export async function sendPrepared(
  ctx: Ctx,
  { preparedId }: InputOf<typeof sendPreparedEndpoint>,
): Promise<PreparedRecord> {
  await refuseWaitingBeside(ctx, preparedId);
  const { record, isFirst } = await ctx.transaction(async (tx) => {
    const row = await holdPrepared(tx, preparedId);
    if (row.status === "BROADCAST")
      return { record: await answerWith(tx, await preparedNow(tx, row.id)), isFirst: false };
    if (row.status !== "SIGNED" || row.txHash === undefined)
      throw new Refusal("INVALID_STATE", `This transaction is ${row.status} and cannot be sent.`);
    await refuseExpired(tx, row);
    await refuseBefore(tx, row);
    if (row.replacesId === undefined) {
      await refuseUnlisted(tx, objectsOf(row, "PAYOUT"));
      for (const moveId of objectsOf(row, "MOVE").sort()) await needUnsent(tx, row.network, moveId);
      await refuseAlteredOutputs(tx, row);
    }
    await askToSend(tx.db, row.id, actorName(tx.actor));
    await sendPayouts(tx, objectsOf(row, "PAYOUT"), row.txHash);
    await auditPrepared(tx, row, "prepared.send");
    return { record: await answerWith(tx, await preparedNow(tx, row.id)), isFirst: true };
  });
  if (isFirst) await giveToNode(ctx, preparedId);
  return record;
}

/** Gives one to the node whose turn it is; a concurrent call finds its turn taken. Answers whether it was given. */
async function giveToNode(ctx: Ctx, id: string): Promise<boolean> {
  const due = await claimToSend(ctx.db, id, AGAIN_SECONDS);
  const chain = due && ctx.app.chains[due.network];
  if (!due || !chain?.send) return false;
  try {
    const answer = await chain.send(due.signed);
    await noteAnswer(ctx, { id, ...due }, answer.taken ? undefined : answer.words);
    return true;
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    ctx.app.log.warn("a signed transaction was not given to the node", { network: due.network, error: fault });
    return false;
  }
}

type Given = { id: string; network: SignedNetwork; txHash: string; fault: string | undefined };

/** What the node has said stands as long as it says so; each new word of it once in the record. */
async function noteAnswer(ctx: Ctx, given: Given, words: string | undefined): Promise<void> {
  if (words === given.fault) return;
  await ctx.transaction(async (tx) => {
    await writeFault(tx.db, given.id, words);
    await auditPrepared(tx, given, words === undefined ? "prepared.taken" : "prepared.refused", {
      ...(words !== undefined && { words }),
    });
  });
  if (words !== undefined) ctx.app.log.error("the node refuses a signed transaction", { txHash: given.txHash, words });
}

/** Sends what was to be sent and is in no block: what broke off, and what the node may have forgotten. Answers how many. */
export const sendDue = async (ctx: Ctx, limit: number): Promise<number> =>
  each(await preparedToSend(ctx.db, limit), (id) => giveToNode(ctx, id));
