import { type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { Decimal as Exact } from "#lib/kernel/decimal.ts";
import { type JournalEntry, mergedEntries, tradeKey, venueFee, venueFill } from "#lib/ledger/journal.ts";
import { type PostedFor, postAll } from "#lib/ledger/post.ts";
import { type AssetShare, takeShares } from "./share-fill.ts";
import { insertTrades, type OrderRow, type TradeRow } from "./store.ts";
import type { Side, VenueFill } from "./venue.ts";

/** What a fill is booked as: the crypto by ledger asset, and in whole fiat, rounded by the caller, what it brought or cost. */
export type Booked = { shares: readonly AssetShare[]; fiatUnits: bigint; about: PostedFor };

/**
 * Posts a fill at the venue and the venue's own fee, the house's cost: one ledger transaction for each trade, under the
 * venue's trade id, so that no trade is ever booked twice. Trades are summed, then rounded to the house's loss; each gets
 * what the sum has more in whole units with it than without.
 */
export async function postFill(ctx: Ctx, order: OrderRow, fill: VenueFill, booked: Booked): Promise<void> {
  const trades = tradesOf(order, fill, booked.fiatUnits);
  await insertTrades(ctx.db, order, trades);
  await postAll(
    ctx,
    entriesFor(order, trades, booked.shares).map((entry) => ({ entry, about: booked.about })),
  );
}

function tradesOf({ side, base, fiat }: OrderRow, fill: VenueFill, fiatUnits: bigint): TradeRow[] {
  const whole = { units: 0n, fiatUnits: 0n, feeUnits: 0n };
  let sum = { quantity: Exact.ZERO, proceeds: Exact.ZERO, fee: Exact.ZERO };
  return fill.trades.map((trade, at) => {
    const isLast = at === fill.trades.length - 1;
    sum = plus(sum, trade);
    const before = { ...whole };
    whole.units = sum.quantity.floorUnits(scaleOf(base));
    whole.fiatUnits = isLast ? fiatUnits : wholeFiat(side, sum.proceeds, fiat);
    whole.feeUnits = sum.fee.floorUnits(scaleOf(fiat));
    return {
      tradeId: trade.tradeId,
      units: whole.units - before.units,
      proceeds: trade.proceeds,
      fee: trade.fee,
      fiatUnits: whole.fiatUnits - before.fiatUnits,
      feeUnits: whole.feeUnits - before.feeUnits,
    };
  });
}

/** A sale's proceeds round down, a purchase's cost up. */
export const wholeFiat = (side: Side, proceeds: Decimal, fiat: Fiat): bigint =>
  side === "SELL" ? proceeds.floorUnits(scaleOf(fiat)) : proceeds.ceilUnits(scaleOf(fiat));

type Sums = { quantity: Decimal; proceeds: Decimal; fee: Decimal };
const plus = (a: Sums, b: Sums): Sums => ({
  quantity: a.quantity.plus(b.quantity),
  proceeds: a.proceeds.plus(b.proceeds),
  fee: a.fee.plus(b.fee),
});

function entriesFor(
  { side, venue, fiat }: OrderRow,
  trades: readonly TradeRow[],
  shares: readonly AssetShare[],
): JournalEntry[] {
  let left = shares;
  return trades.flatMap(({ tradeId, units, fiatUnits, feeUnits }) => {
    const taken = takeShares(left, units);
    left = taken.left;
    const effectKey = tradeKey(venue, tradeId);
    const lines = taken.shares.map(({ asset, units: share }, at) =>
      venueFill({ effectKey, side, venue, asset, units: share, fiat, fiatUnits: at === 0 ? fiatUnits : 0n }),
    );
    const fee = venueFee({ effectKey: tradeKey(venue, tradeId, "fee"), venue, fiat, fiatUnits: feeUnits });
    return [...(lines.length > 0 ? [mergedEntries(lines)] : []), fee];
  });
}
