import { z } from "zod";
import { FIATS } from "#lib/kernel/assets.ts";
import type { MarketFeed, Quote, Quoted } from "../market.ts";
import { aroundRate, bounded, price, shaped } from "./quote.ts";
import { type SourceAccess, accessTo, readEach, readJson } from "./read-json.ts";

const RATE = z.tuple([price], z.unknown());

/**
 * Bitfinex's rates of fiats, one request each, of which it takes 90 a minute ("Foreign Exchange Rate" of its REST
 * documentation). It tells one rate and no time: bid and ask lie around it, and a quote is as old as the asking.
 */
export function bitfinexFxFeed(pairs: readonly Quoted[], given?: Partial<SourceAccess>): MarketFeed {
  const access = accessTo("https://api-pub.bitfinex.com", given);
  const served = pairs.filter(({ base }) => (FIATS as readonly string[]).includes(base));
  return {
    name: "bitfinex-fx",
    pairs: served,
    read: () => readEach(served, (pair) => rateOf(access, pair)),
  };
}

async function rateOf(access: SourceAccess, pair: Quoted): Promise<Quote> {
  const answer = await readJson(access, "/v2/calc/fx", { ccy1: pair.base, ccy2: pair.fiat });
  const [rate] = shaped(RATE, answer, "bitfinex-fx");
  return bounded("bitfinex-fx", pair, aroundRate(rate));
}
