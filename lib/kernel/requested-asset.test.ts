import { expect, test } from "vitest";
import { requestedAsset, requestedAssets } from "./requested-asset.ts";

test("a symbol is one asset of the ledger, USDT where no network is named that of eth, or both", () => {
  expect(requestedAsset({ asset: "USDT" })).toBe("USDT@eth");
  expect(requestedAssets({ asset: "USDT" })).toEqual(["USDT@eth", "USDT@tron"]);
  expect(requestedAssets({ asset: "USDT", networkType: "tron" })).toEqual(["USDT@tron"]);
  expect(requestedAssets({ asset: "USDC" })).toEqual(["USDC@eth"]);
  expect(requestedAssets({ asset: "ETH" })).toEqual(["ETH"]);
  expect(requestedAssets({ asset: "JPY" })).toEqual(["JPY"]);
});

test("a network of anything but USDT is refused, not answered with nothing", () => {
  const named = expect.objectContaining({ code: "VALIDATION_FAILED" });
  for (const read of [requestedAsset, requestedAssets])
    for (const asset of ["BTC", "USDC", "TRX", "EUR"] as const)
      expect(() => read({ asset, networkType: "eth" })).toThrow(named);
});
