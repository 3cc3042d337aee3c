import { describe, expect, test } from "vitest";
import {
  ASSET_SYMBOLS,
  ASSETS,
  assetOf,
  CRYPTO_ASSETS,
  CRYPTO_FACTS,
  CRYPTOS,
  cryptoOf,
  CUSTODY_ASSETS,
  FIATS,
  GAS_FACTS,
  gasOf,
  isCrypto,
  isCryptoAsset,
  isFiat,
  isOfAccounts,
  LEDGER_ASSETS,
  LEDGER_SYMBOLS,
  NETWORK_TYPES,
  NETWORKS,
  networkOf,
  networkTypeOf,
  scaleOf,
  shownAsset,
} from "./assets.ts";
import { amountOf, MAX_UNITS, maxOf, minOf, sumOf } from "./money.ts";

test.each([
  ["BTC", "BTC", "bitcoin", undefined, 8, 546n],
  ["BCH", "BCH", "bitcoincash", undefined, 8, 546n],
  ["USDT@eth", "USDT", "eth", "eth", 6, 10_000n],
  ["USDT@tron", "USDT", "tron", "tron", 6, 10_000n],
  ["USDC@eth", "USDC", "eth", undefined, 6, 10_000n],
] as const)("%s is %s on %s, networkType %s, %d decimals, dust under %d units", (...of) => {
  const [asset, crypto, network, networkType, scale, dustUnits] = of;
  expect([cryptoOf(asset), networkOf(asset), networkTypeOf(asset)]).toEqual([crypto, network, networkType]);
  expect(scaleOf(asset)).toBe(scale);
  expect(scaleOf(crypto)).toBe(scale);
  expect(CRYPTO_FACTS[asset].dustUnits).toBe(dustUnits);
});

test.each([
  ["EUR", 2],
  ["USD", 2],
  ["GBP", 2],
  ["CAD", 2],
  ["JPY", 0],
] as const)("%s has %d decimals", (fiat, scale) => expect(scaleOf(fiat)).toBe(scale));

test("a chain of accounts has something that pays for transactions", () => {
  expect(NETWORKS.filter(isOfAccounts)).toEqual(["eth", "tron"]);
});

test.each([
  ["ETH", "eth", 9, 18],
  ["TRX", "tron", 6, 6],
] as const)(
  "%s pays for transactions on %s, with %d decimals in the books of %d on its chain",
  (gas, network, ...scales) => {
    expect(gasOf(network)).toBe(gas);
    expect(networkOf(gas)).toBe(network);
    expect(scaleOf(gas)).toBe(scales[0]);
    expect([GAS_FACTS[gas].scale, GAS_FACTS[gas].chainScale]).toEqual(scales);
  },
);

test.each([
  ["BTC", "BTC", undefined],
  ["USDT@eth", "USDT", "eth"],
  ["USDT@tron", "USDT", "tron"],
  ["USDC@eth", "USDC", undefined],
  ["EUR", "EUR", undefined],
  ["ETH", "ETH", undefined],
  ["TRX", "TRX", undefined],
] as const)("%s is shown as %s, on %s", (of, asset, networkType) =>
  expect(shownAsset(of)).toEqual({ asset, networkType }),
);

describe("what there is", () => {
  test("is told apart by its symbol", () => {
    expect([...CRYPTOS]).toEqual(["BTC", "BCH", "USDT", "USDC"]);
    expect([...NETWORKS]).toEqual(["bitcoin", "bitcoincash", "eth", "tron"]);
    expect([...NETWORK_TYPES]).toEqual(["eth", "tron"]);
    expect([...FIATS]).toEqual(["EUR", "USD", "GBP", "CAD", "JPY"]);
    expect([...CRYPTO_ASSETS]).toEqual(["BTC", "BCH", "USDT@eth", "USDT@tron", "USDC@eth"]);
    const symbols = [...CRYPTOS, ...FIATS, ...CRYPTO_ASSETS, "CHF", "btc", ""];
    expect(symbols.filter(isCrypto)).toEqual([...CRYPTOS, "BTC", "BCH"]);
    expect(symbols.filter(isFiat)).toEqual([...FIATS]);
    expect([...new Set(symbols.filter(isCryptoAsset))]).toEqual(["BTC", "BCH", "USDT@eth", "USDT@tron", "USDC@eth"]);
  });

  test("and put together: what people call it, what the ledger counts, what lies in custody", () => {
    const [fiats, gas] = [
      ["EUR", "USD", "GBP", "CAD", "JPY"],
      ["ETH", "TRX"],
    ];
    const cryptos = ["BTC", "BCH", "USDT@eth", "USDT@tron", "USDC@eth"];
    expect([...ASSET_SYMBOLS]).toEqual(["BTC", "BCH", "USDT", "USDC", ...fiats]);
    expect([[...ASSETS], [...LEDGER_ASSETS]]).toEqual([
      [...cryptos, ...fiats],
      [...cryptos, ...fiats, ...gas],
    ]);
    expect([...CUSTODY_ASSETS]).toEqual([...cryptos, ...gas]);
    expect([...LEDGER_SYMBOLS]).toEqual([...ASSET_SYMBOLS, ...gas]);
  });

  test("a crypto is one asset but for USDT, which is that of its network, eth unless told", () => {
    expect(CRYPTOS.map((crypto) => assetOf(crypto))).toEqual(["BTC", "BCH", "USDT@eth", "USDC@eth"]);
    expect(CRYPTOS.map((crypto) => assetOf(crypto, "tron"))).toEqual(["BTC", "BCH", "USDT@tron", "USDC@eth"]);
    expect(assetOf("USDT", "eth")).toBe("USDT@eth");
  });
});

test("units are written with the asset's decimals, below 2^53", () => {
  expect(amountOf("BTC", 168_351n).toString()).toBe("0.00168351");
  expect(amountOf("USDC@eth", 1_500_000n).toString()).toBe("1.5");
  expect(amountOf("JPY", 250n).toString()).toBe("250");
  expect(MAX_UNITS).toBe(9_007_199_254_740_992n);
});

test("the least, the greatest and the sum of units", () => {
  expect([minOf(1n, 2n), minOf(2n, 1n), maxOf(1n, 2n), maxOf(2n, 1n)]).toEqual([1n, 1n, 2n, 2n]);
  expect([sumOf([]), sumOf([3n]), sumOf([3n, -1n, 5n])]).toEqual([0n, 3n, 7n]);
});
