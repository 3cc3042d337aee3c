import { type Connections, type Db, decimalFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { sharing } from "#lib/kernel/share-read.ts";
import { type Level, levelsFrom } from "./book.ts";
import type { PriceSource, Sample } from "./market.ts";
import { AHEAD_MS, FRESH_MS } from "./reference.ts";
import * as sql from "./pricing.sql.ts";

/** Samples stored longer ago than this are not looked at; which of the rest are fresh is judged elsewhere. */
const LOOK_BACK_SECONDS = 60;

/** A book may be some seconds older than the price: where the market has fallen meanwhile, no level is above it. */
const cappedAt = (best: Decimal, levels: readonly Level[]): Level[] =>
  levels.map((level) => (level.price.compare(best) > 0 ? { ...level, price: best } : level));

/** The exchanges' prices as the worker has stored them: reading a price never waits for a network, and requests of one moment share it. */
export function storedPrices(db: Db | Connections): PriceSource {
  const share = sharing();
  return {
    name: "exchanges",
    async samples(base, fiat): Promise<Sample[]> {
      const query = {
        base,
        fiat,
        lookBackSeconds: LOOK_BACK_SECONDS,
        freshSeconds: FRESH_MS / 1_000,
        aheadSeconds: AHEAD_MS / 1_000,
      };
      const rows = await share(`samples ${base}/${fiat}`, () => sql.storedSamples(db, query));
      return rows.map(({ source, bid, ask, at, levels }) => {
        const best = decimalFrom(bid);
        const bids = levels === null ? {} : { bids: cappedAt(best, levelsFrom(levels)) };
        return { source, bid: best, ask: decimalFrom(ask), at, ...bids };
      });
    },
    async lastGood(base, fiat) {
      const [row] = await share(`last ${base}/${fiat}`, () => sql.lastGood(db, { base, fiat }));
      return row && { bid: decimalFrom(row.bid), at: row.at };
    },
  };
}
