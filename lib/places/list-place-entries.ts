import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { shownAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { passedPeriod } from "#lib/kernel/periods.ts";
import { requestedAssets } from "#lib/kernel/requested-asset.ts";
import { codeOfPlace } from "#lib/ledger/move-journal.ts";
import type { listPlaceEntriesEndpoint } from "./contract.ts";
import { entriesAtPlace } from "./store.ts";

const PAGE = 100;
type Query = InputOf<typeof listPlaceEntriesEndpoint>;

/**
 * What moved of an asset at a place from one instant until before another, newest first: the rows that its in, out and fees
 * are the sums of (rulebook 13.30). Refuses an end that has not come, or that lies before its beginning, and a network of what has but one.
 */
export async function listPlaceEntries(
  ctx: Ctx,
  { startsAfter, limit = PAGE, ...filters }: Query,
): Promise<OutputOf<typeof listPlaceEntriesEndpoint>> {
  const { from, to } = await passedPeriod(ctx, filters);
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "place-entries", ...filters }, startsAfter, limit },
    (before, count) =>
      entriesAtPlace(ctx.db, {
        code: codeOfPlace(filters.place),
        assets: requestedAssets(filters),
        from,
        to,
        before,
        count,
      }),
    ({ id }) => id,
  );
  return {
    data: page.map(({ id: _id, asset, received, went, fees, ...entry }) => ({
      ...entry,
      ...shownAsset(asset),
      in: amountOf(asset, received),
      out: amountOf(asset, went),
      fees: amountOf(asset, fees),
    })),
    startsAfter: next,
  };
}
