import { assetOf, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type JournalEntry, mergedEntries, tradeKey, venueFee, venueFill } from "#lib/ledger/journal.ts";
import { type PostedFor, postAll } from "#lib/ledger/post.ts";
import { type AssetShare, takeShares } from "./share-fill.ts";
import { insertTrades, type OrderRow, type NewTrade } from "./store.ts";
import type { Side, VenueFill, VenueTrade } from "./venue.ts";

/** What a fill is booked as: the crypto by ledger asset, and what it is about. */
export type Booked = { shares: readonly AssetShare[]; about: PostedFor };

/**
 * Posts a fill at the venue and the venue's own fee, the house's cost: one ledger transaction for each trade, under the
 * venue's trade id, so that no trade is ever booked twice. Trades are summed, then rounded to the house's loss, proceeds
 * down and fees up; each gets what the sum has more in whole units with it than without (rulebook 8.11). What that leaves
 * of the venue's own figures the database keeps beside each trade.
 */
export async function postFill(ctx: Ctx, order: OrderRow, fill: VenueFill, booked: Booked): Promise<void> {
  const trades = tradesOf(order, fill.trades);
  await insertTrades(ctx.db, order, trades);
  await postAll(
    ctx,
    entriesFor(order, trades, booked.shares).map((entry) => ({ entry, about: booked.about })),
  );
}

type Whole = Pick<NewTrade, "units" | "fiatUnits" | "feeUnits" | "cryptoFeeUnits">;
type Sums = Required<Pick<NewTrade, "quantity" | "proceeds" | "fee" | "cryptoFee">>;
const NOTHING: Sums = { quantity: Decimal.ZERO, proceeds: Decimal.ZERO, fee: Decimal.ZERO, cryptoFee: Decimal.ZERO };

function tradesOf(order: OrderRow, reported: readonly VenueTrade[]): NewTrade[] {
  const trades = reported.map(({ cryptoFee = Decimal.ZERO, ...trade }) => ({ ...trade, cryptoFee }));
  let sum = NOTHING;
  return trades.map((trade) => {
    const before = wholeOf(order, sum);
    sum = plus(sum, trade);
    const after = wholeOf(order, sum);
    return {
      ...trade,
      units: after.units - before.units,
      fiatUnits: after.fiatUnits - before.fiatUnits,
      feeUnits: after.feeUnits - before.feeUnits,
      cryptoFeeUnits: after.cryptoFeeUnits - before.cryptoFeeUnits,
    };
  });
}

const wholeOf = ({ side, base, fiat }: OrderRow, sum: Sums): Whole => ({
  units: sum.quantity.floorUnits(scaleOf(base)),
  fiatUnits: wholeFiat(side, sum.proceeds, fiat),
  feeUnits: sum.fee.ceilUnits(scaleOf(fiat)),
  cryptoFeeUnits: sum.cryptoFee.ceilUnits(scaleOf(base)),
});

/** A sale's proceeds round down, a purchase's cost up. */
const wholeFiat = (side: Side, proceeds: Decimal, fiat: Fiat): bigint =>
  side === "SELL" ? proceeds.floorUnits(scaleOf(fiat)) : proceeds.ceilUnits(scaleOf(fiat));

const plus = (a: Sums, b: Sums): Sums => ({
  quantity: a.quantity.plus(b.quantity),
  proceeds: a.proceeds.plus(b.proceeds),
  fee: a.fee.plus(b.fee),
  cryptoFee: a.cryptoFee.plus(b.cryptoFee),
});

function entriesFor(order: OrderRow, trades: readonly NewTrade[], shares: readonly AssetShare[]): JournalEntry[] {
  const { side, venue, fiat } = order;
  const first = shares[0]?.asset ?? assetOf(order.base);
  let left = shares;
  return trades.flatMap(({ tradeId, units, fiatUnits, feeUnits, cryptoFeeUnits }) => {
    const taken = takeShares(left, units);
    left = taken.left;
    const effectKey = tradeKey(venue, tradeId);
    // Too little crypto for a unit may still bring one of fiat.
    const parts = taken.shares.length > 0 ? taken.shares : [{ asset: first, units: 0n }];
    const lines = parts.map(({ asset, units: share }, at) =>
      venueFill({ effectKey, side, venue, asset, units: share, fiat, fiatUnits: at === 0 ? fiatUnits : 0n }),
    );
    const fee = { effectKey: tradeKey(venue, tradeId, "fee"), venue, fiat, fiatUnits: feeUnits };
    return [mergedEntries(lines), venueFee({ ...fee, asset: parts[0]?.asset ?? first, units: cryptoFeeUnits })];
  });
}
