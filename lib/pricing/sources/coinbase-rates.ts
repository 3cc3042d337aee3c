import { z } from "zod";
import { FIATS } from "#lib/kernel/assets.ts";
import { type MarketFeed, FeedFault, type Quote, type Quoted } from "../market.ts";
import { aroundRate, bounded, price, quotesOf, shaped } from "./quote.ts";
import { type SourceAccess, accessTo, readJson } from "./read-json.ts";

const RATES = z.object({ data: z.object({ currency: z.string(), rates: z.record(z.string(), z.unknown()) }) });

/**
 * Coinbase's exchange rates of fiats, one request for each base ("Exchange Rates" of its Coinbase App documentation). It
 * tells one rate and no time: bid and ask lie around it, and a quote is as old as the asking.
 */
export function coinbaseRatesFeed(pairs: readonly Quoted[], given?: Partial<SourceAccess>): MarketFeed {
  const access = accessTo("https://api.coinbase.com", given);
  const served = pairs.filter(({ base }) => (FIATS as readonly string[]).includes(base));
  const bases = [...new Set(served.map(({ base }) => base))];

  async function ratesOf(base: string): Promise<Record<string, unknown>> {
    const { data } = shaped(RATES, await readJson(access, `/v2/exchange-rates?currency=${base}`), "coinbase-rates");
    if (data.currency !== base)
      throw new FeedFault("MALFORMED", `coinbase-rates tells ${data.currency} in the place of ${base}.`);
    return data.rates;
  }

  return {
    name: "coinbase-rates",
    pairs: served,
    async read() {
      const quoted: Quote[] = [];
      const faults: FeedFault[] = [];
      for (const base of bases) {
        const rates = await ratesOf(base);
        const own = served.filter((pair) => pair.base === base);
        const read = quotesOf(own, (pair) => {
          const rate = shaped(price, rates[pair.fiat], `coinbase-rates of ${pair.fiat}`);
          return bounded("coinbase-rates", pair, aroundRate(rate));
        });
        quoted.push(...read.quotes);
        faults.push(...read.faults);
      }
      return { quotes: quoted, faults };
    },
  };
}
