import { setTimeout as sleep } from "node:timers/promises";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { UtxoNetwork } from "#lib/chains/bitcoin.ts";
import { ChainFault, type OutputScan, type ScanResult } from "#lib/chains/chain.ts";
import type { App } from "#lib/kernel/app.ts";
import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import { actorName, type Ctx } from "#lib/kernel/context.ts";
import { slot } from "#lib/kernel/slots.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { addressesOf, cursorAt, replaceOutputFindings, unknownAmong } from "./custody-store.ts";
import { outputName } from "./leaving.ts";
import {
  abandonedScans,
  breakScan,
  finishScan,
  giveBackScan,
  type HeldScan,
  holdScan,
  insertScan,
  isScanDue,
  scriptsToScan,
  takeScan,
} from "./scan-store.ts";

export const SCANNED: readonly UtxoNetwork[] = ["bitcoin", "bitcoincash"];
const ASSET: Readonly<Record<UtxoNetwork, CryptoAsset>> = { bitcoin: "BTC", bitcoincash: "BCH" };

/** Longer than a node takes to tell how far it is; wall clock. */
const LEASE_MS = 60_000;
/** How often the lease is renewed, and a person's wish to end it is noticed. */
const LOOK_MS = 1_000;
/** A scan that is over so soon, as on a small chain, is waited for. */
const AT_ONCE_MS = 2_000;
const SCANNING = slot<Map<Network, Promise<void>>>("custody being scanned");
const STOPPED = slot<true>("custody scans stopped");

/**
 * Has each node of bitcoin and bitcoincash scan for outputs of ours once a day by the business clock, and whenever
 * a person asks for it (rulebook 13.24). Nothing waits for a long one: it goes on beside the worker's rounds. Answers how
 * many were begun.
 */
export async function scanCustody(ctx: Ctx): Promise<number> {
  if (ctx.app.slots.has(STOPPED)) return 0;
  await takeBack(ctx);
  let begun = 0;
  for (const network of SCANNED) {
    if (!ctx.app.chains[network]?.scan) continue;
    if (await isScanDue(ctx.db, network)) await insertScan(ctx.db, ctx.id(), network, actorName(ctx.actor));
    const begin = await beginScan(ctx, network);
    if (!begin) continue;
    begun += 1;
    await Promise.race([begin.ended, sleep(AT_ONCE_MS, undefined, { ref: false })]);
  }
  return begun;
}

/** Begins what waits of a network, unless this process scans it already. */
export async function beginScan(ctx: Ctx, network: UtxoNetwork): Promise<{ ended: Promise<void> } | undefined> {
  const running = ctx.app.slots.of(SCANNING, () => new Map<Network, Promise<void>>());
  const scan = ctx.app.chains[network]?.scan;
  if (!scan || running.has(network)) return undefined;
  const held = await takeScan(ctx.db, network, ctx.id(), LEASE_MS);
  if (!held) return undefined;
  const ended = runScan(ctx, network, scan, held).finally(() => running.delete(network));
  running.set(network, ended);
  return { ended };
}

/** Begins no more, and has the nodes leave off; the next process begins anew. */
export async function stopScans(app: App): Promise<void> {
  app.slots.set(STOPPED, true);
  await Promise.all(app.slots.get(SCANNING)?.values() ?? []);
}

/** What a process that is gone has begun: its node is told, so that the next may scan. */
async function takeBack(ctx: Ctx): Promise<void> {
  for (const held of await abandonedScans(ctx.db)) {
    try {
      await ctx.app.chains[held.network]?.scan?.abort();
    } catch (fault) {
      // A node that is away may scan still.
      if (fault instanceof ChainFault) continue;
      throw fault;
    }
    await giveBackScan(ctx.db, held);
  }
}

/** No transaction is open while the node looks. */
async function runScan(ctx: Ctx, network: UtxoNetwork, scan: OutputScan, held: HeldScan): Promise<void> {
  const over = new AbortController();
  const watching = watch(ctx, scan, held, over.signal);
  try {
    const scripts = await scriptsToScan(ctx.db, network);
    const found = await scan.start(scripts);
    over.abort();
    const isLost = await watching;
    if (isLost) return;
    if (found) await keep(ctx, network, held, { scripts: scripts.length, found });
    else if (ctx.app.slots.has(STOPPED)) await giveBackScan(ctx.db, held);
    else await end(ctx, network, held, { status: "ABORTED", fault: "" });
  } catch (fault) {
    ctx.app.log.error("custody scan failed", { network, error: fault });
    const sentence = fault instanceof ChainFault ? fault.message : "The scan could not be finished.";
    await end(ctx, network, held, { status: "FAILED", fault: sentence }).catch((again: unknown) =>
      ctx.app.log.error("custody scan is left to its lease", { network, error: again }),
    );
  } finally {
    over.abort();
    await watching;
  }
}

/** Keeps the lease and passes on that the scan is to end; true when the lease was lost. */
async function watch(ctx: Ctx, scan: OutputScan, held: HeldScan, over: AbortSignal): Promise<boolean> {
  while (!over.aborted) {
    await sleep(LOOK_MS, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return false;
    try {
      const wanted = await holdScan(ctx.db, held, { leaseMs: LEASE_MS, progress: await scan.progress() });
      if (wanted === undefined) return true;
      if (wanted || ctx.app.slots.has(STOPPED)) await scan.abort();
    } catch (error) {
      // The node, or the database, is away: the lease says what becomes of it.
      ctx.app.log.info("custody scan is not watched", { error });
    }
  }
  return false;
}

type Found = { scripts: number; found: ScanResult };

/** Writes down what nothing here knows of, up to the block that the books stand at. */
async function keep(ctx: Ctx, network: UtxoNetwork, held: HeldScan, { scripts, found }: Found): Promise<void> {
  await ctx.transaction(async (tx) => {
    const read = (await cursorAt(tx.db, network))?.height ?? -1;
    const outputs = found.outputs.filter(({ height, units }) => height <= read && units > 0n);
    const unknown = await unknownAmong(tx.db, network, outputs);
    const left = outputs.filter(({ txHash, outputIndex }) => unknown.has(outputName(txHash, outputIndex)));
    const addresses = await addressesOf(
      tx.db,
      network,
      left.map(({ script }) => script),
    );
    const findings = left.map(({ txHash, outputIndex, script, address, units, height }) => ({
      id: tx.id(),
      network,
      asset: ASSET[network],
      script,
      address: addresses.get(script) ?? address ?? script,
      output: { txHash, outputIndex },
      units,
      height,
    }));
    const facts = { scripts, height: found.height, unknown: findings.length };
    if (!(await finishScan(tx.db, held, facts))) return;
    await replaceOutputFindings(tx.db, network, findings);
    await note(tx, network, held, { status: "DONE", ...facts });
  });
}

async function end(
  ctx: Ctx,
  network: UtxoNetwork,
  held: HeldScan,
  ended: { status: "ABORTED" | "FAILED"; fault: string },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (await breakScan(tx.db, held, ended)) await note(tx, network, held, ended);
  });
}

async function note(ctx: Ctx, network: UtxoNetwork, { id }: HeldScan, detail: object): Promise<void> {
  await recordAudit(ctx, {
    action: "custody.scan",
    accountId: (await houseOf(ctx.app)).id,
    objectKind: "custody",
    objectId: network,
    detail: { scanId: id, ...detail },
  });
}
