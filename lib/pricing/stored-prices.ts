import { type Db, decimalFrom } from "#lib/kernel/database.ts";
import type { PriceSource, Sample } from "./market.ts";
import * as sql from "./pricing.sql.ts";

/** Samples stored longer ago than this are not looked at; which of the rest are fresh is judged elsewhere. */
const LOOK_BACK_SECONDS = 60;

/** The exchanges' prices as the worker has stored them: reading a price never waits for a network. */
export function storedPrices(db: Db): PriceSource {
  return {
    name: "exchanges",
    async samples(base, fiat): Promise<Sample[]> {
      const rows = await sql.storedSamples(db, { base, fiat, lookBackSeconds: LOOK_BACK_SECONDS });
      return rows.map(({ source, bid, ask, at }) => ({ source, bid: decimalFrom(bid), ask: decimalFrom(ask), at }));
    },
    async lastGood(base, fiat) {
      const [row] = await sql.lastGood(db, { base, fiat });
      return row && { bid: decimalFrom(row.bid), at: row.at };
    },
  };
}
