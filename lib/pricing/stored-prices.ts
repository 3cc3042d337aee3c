import type { Pool } from "pg";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PriceSource, Sample } from "./market.ts";

/** Samples stored longer ago than this are not looked at; which of the rest are fresh is judged elsewhere. */
const LOOK_BACK_SECONDS = 60;

/** The exchanges' prices as the worker has stored them: whoever needs a price never waits for a network. */
export function storedPrices(pool: Pool): PriceSource {
  return {
    name: "exchanges",
    async samples(base, fiat): Promise<Sample[]> {
      const { rows } = await pool.query<{ source: string; bid: string; ask: string; at: Date }>({
        name: "stored-prices",
        text: `select distinct on (source) source, bid, ask, at from price_sample
          where base = $1 and fiat = $2 and stored_at > business_now() - make_interval(secs => $3) order by source, at desc`,
        values: [base, fiat, LOOK_BACK_SECONDS],
      });
      return rows.map(({ source, bid, ask, at }) => ({ source, bid: Decimal.from(bid), ask: Decimal.from(ask), at }));
    },
    async lastGood(base, fiat) {
      const { rows } = await pool.query<{ bid: string; at: Date }>({
        name: "last-good-price",
        text: "select bid, at from price_reference where base = $1 and fiat = $2",
        values: [base, fiat],
      });
      const [row] = rows;
      return row && { bid: Decimal.from(row.bid), at: row.at };
    },
  };
}
