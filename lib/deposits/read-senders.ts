import { setTimeout as sleep } from "node:timers/promises";
import { lockBill } from "#lib/bills/lock-bill.ts";
import { ChainFault } from "#lib/chains/chain.ts";
import { NETWORKS, type Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { hasPassed } from "#lib/kernel/has-passed.ts";
import { slot } from "#lib/kernel/slots.ts";
import { screenSenders, UNTOLD_MS } from "#lib/screening/screen-senders.ts";
import { depositsUnread, insertSenders, markRead, type UnreadDeposit } from "./senders-store.ts";

const AT_ONCE = 20;
/** After a fault the node is spared for so long. */
const FAULT_MS = 10_000;
/** How long other work waits for nodes; one that takes longer is awaited beside it. */
const LONGEST_WAIT_MS = 1_000;
const READING = slot<Promise<number>>("senders being read");
const SPARED_SINCE = slot<Map<Network, number>>("nodes spared for senders");

/**
 * Reads who paid, where transfers do not tell it, from the chain's node and outside of any transaction: of the deposits that
 * are not confirmed yet, and of what was confirmed before it could be read, which is screened at once. One reading in each
 * process, beside other work where it takes long. Answers for how many something was written.
 */
export async function readSendersDue(ctx: Ctx): Promise<number> {
  const { slots, log } = ctx.app;
  const reading = slots.get(READING) ?? readSenders(ctx).finally(() => slots.delete(READING));
  slots.set(READING, reading);
  // A caller that still waits for it reports its fault; there may be no such caller by then.
  reading.catch((error: unknown) => log.debug("senders not read", { error }));
  return Promise.race([reading, sleep(LONGEST_WAIT_MS, 0)]);
}

async function readSenders(ctx: Ctx): Promise<number> {
  const { app, db } = ctx;
  const spared = app.slots.of(SPARED_SINCE, () => new Map<Network, number>());
  const networks = NETWORKS.filter(
    (network) => app.chains[network]?.sendersOf && hasPassed(FAULT_MS, spared.get(network) ?? 0),
  );
  if (networks.length === 0) return 0;
  const since = new Date((await ctx.now()).getTime() - UNTOLD_MS);
  let written = 0;
  for (const deposit of await depositsUnread(db, networks, since, AT_ONCE)) {
    if (!hasPassed(FAULT_MS, spared.get(deposit.network) ?? 0)) continue;
    const senders = await sendersTold(ctx, deposit);
    if (senders === "LATER") spared.set(deposit.network, Date.now());
    else if (await writeSenders(ctx, deposit, senders)) written += 1;
  }
  return written;
}

/** Once for each deposit; a node that does not keep what was spent leaves it untold, and `screening` counts those. */
function writeSenders(
  ctx: Ctx,
  { id: depositId, billId, network }: UnreadDeposit,
  addresses: readonly string[] | undefined,
): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    await lockBill(tx, billId);
    const isMarked = await markRead(tx.db, depositId, addresses !== undefined);
    if (!isMarked || !addresses) return isMarked;
    await insertSenders(tx.db, depositId, addresses);
    await screenSenders(tx, { depositId, network, addresses });
    return true;
  });
}

async function sendersTold(
  ctx: Ctx,
  { network, txHash, blockHash }: UnreadDeposit,
): Promise<readonly string[] | undefined | "LATER"> {
  try {
    return await ctx.app.chains[network]?.sendersOf?.(txHash, blockHash ?? undefined);
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    ctx.app.log.warn("senders not told", { network, txHash, reason: fault.message });
    return "LATER";
  }
}
