import type { Ctx } from "#lib/kernel/context.ts";
import type { ScreeningRecord } from "./contract.ts";
import { UNTOLD_MS } from "./screen-senders.ts";
import { countUntold, latestList, listHits } from "./store.ts";

const MOST_HITS = 500;

/** The sanctions list in use, and whose sender was found on one (rulebook 7.22). */
export async function getScreening(ctx: Ctx): Promise<ScreeningRecord> {
  const since = new Date((await ctx.now()).getTime() - UNTOLD_MS);
  const [list, hits, untold] = await Promise.all([
    latestList(ctx.db),
    listHits(ctx.db, MOST_HITS),
    countUntold(ctx.db, since),
  ]);
  return {
    untold,
    list: list && {
      source: "OFAC SDN",
      publishedOn: list.published_on,
      sha256: list.sha256,
      entries: list.entries,
      addresses: Number(list.addresses),
      importedAt: list.imported_at.getTime(),
      importedBy: list.imported_by,
    },
    hits: hits.map(({ deposit_id, bill_id, tx_hash, found_at, ...more }) => ({
      ...more,
      txId: deposit_id,
      paymentId: bill_id,
      txHash: tx_hash,
      foundAt: found_at.getTime(),
    })),
  };
}
