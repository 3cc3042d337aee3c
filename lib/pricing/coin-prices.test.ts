import { expect, test } from "vitest";
import type { GasAsset } from "#lib/kernel/assets.ts";
import { publicCoinPrices } from "./coin-prices.ts";

// What ether and TRX cost is what the named sources tell by their public tickers; the greatest ask of them.

const ANSWERS: Record<string, string> = {
  "https://api.kraken.com/0/public/Ticker?pair=ETHUSD":
    '{"error":[],"result":{"XETHZUSD":{"a":["2950.10000","1","1.000"],"b":["2950.00000","1","1.000"]}}}',
  "https://api.kraken.com/0/public/Ticker?pair=TRXUSD":
    '{"error":[],"result":{"TRXUSD":{"a":["0.270100","1","1.000"],"b":["0.270000","1","1.000"]}}}',
  "https://api.exchange.coinbase.com/products/ETH-USD/ticker": '{"ask":"2951.55","bid":"2951.54","price":"2951.5"}',
  "https://www.bitstamp.net/api/v2/ticker/ethusd/": '{"ask":"2950.9","bid":"2950.1","last":"2950.5"}',
};
const NOW = new Date("2026-11-26T12:00:00Z");
const named = (...names: string[]) => names.map((name) => ({ name, weight: 1, url: undefined }));

const priceOf = async (asset: GasAsset, names: string[], answers = ANSWERS) => {
  const urls: string[] = [];
  const answer = async (url: string | URL | Request): Promise<Response> => {
    urls.push(String(url));
    const text = answers[String(url)];
    return new Response(text ?? "{}", { status: text === undefined ? 503 : 200 });
  };
  const price = await publicCoinPrices(named(...names), { fetch: answer })(asset, NOW);
  return { price: price?.toString(), urls };
};

test.each([
  ["ETH", ["kraken"], "2950.1"],
  ["ETH", ["kraken", "coinbase", "bitstamp"], "2951.55"],
  ["TRX", ["coinbase", "kraken", "binance"], "0.2701"],
] as const)("%s by %j", async (asset, names, price) => {
  expect((await priceOf(asset, [...names])).price).toBe(price);
});

test("nobody is urls but the sources that are named and tell it, and one that fails leaves it to the others", async () => {
  expect(await priceOf("TRX", ["coinbase", "bitstamp"])).toEqual({ price: undefined, urls: [] });
  const only = { "https://www.bitstamp.net/api/v2/ticker/ethusd/": '{"ask":"2950.9"}' };
  const { price, urls } = await priceOf("ETH", ["kraken", "bitstamp"], only);
  expect([price, urls.length]).toEqual(["2950.9", 2]);
});

test.each([
  ["away", {}],
  ["another answer", { "https://api.kraken.com/0/public/Ticker?pair=TRXUSD": '{"error":["EQuery:Unknown"]}' }],
  ["another pair", { "https://api.kraken.com/0/public/Ticker?pair=TRXUSD": '{"error":[],"result":{"X":{"a":["1"]}}}' }],
])("where all of them fail there is a fault and no price: %s", async (_, answers) => {
  await expect(priceOf("TRX", ["kraken"], answers as Record<string, string>)).rejects.toThrow(
    /503|as documented|does not tell/,
  );
});

test("a price that can be none is none", async () => {
  const answers = { "https://www.bitstamp.net/api/v2/ticker/ethusd/": '{"ask":"0"}' };
  expect((await priceOf("ETH", ["bitstamp"], answers)).price).toBeUndefined();
});
