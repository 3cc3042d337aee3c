import { actorName, type Ctx } from "#lib/kernel/context.ts";
import { scanShown } from "./ask-scan.ts";
import type { ScanRecord } from "./contract.ts";
import { beginScan, SCANNED } from "./scan-custody.ts";
import { insertScan, latestScans } from "./scan-store.ts";

/** Scans each network and waits for the end of it; one that another process scans already is left to it. */
export async function scanNow(ctx: Ctx): Promise<ScanRecord[]> {
  const networks = SCANNED.filter((network) => ctx.app.chains[network]?.scan);
  for (const network of networks) await insertScan(ctx.db, ctx.id(), network, actorName(ctx.actor));
  await Promise.all(networks.map(async (network) => (await beginScan(ctx, network))?.ended));
  return (await latestScans(ctx.db)).map(scanShown);
}
