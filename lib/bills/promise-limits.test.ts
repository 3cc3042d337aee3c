import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Settings } from "#lib/settings/setting.ts";
import { billAt } from "./terms.fixture.ts";
import { limitsFor, roomInFiat } from "./promise-limits.ts";

const set = (house: Record<string, string>, account: Record<string, string> = {}): Settings => ({ house, account });
const limits = (settings: Settings, mode: "sandbox" | "live" = "sandbox", fiat: "EUR" | "JPY" = "EUR") =>
  limitsFor({ mode, settings, bids: { BTC: "60000" } }, "BTC", fiat);

test("a sandbox has none until some are set", () => {
  expect(limits(set({}))).toEqual({});
});

test("live has 100 000 of each fiat for an account and 1 000 000 EUR of each crypto for the house", () => {
  expect(limits(set({}), "live")).toEqual({ fiatLimit: 10_000_000n, cryptoLimit: 1_666_666_666n });
  expect(limits(set({}), "live", "JPY")).toEqual({ fiatLimit: 10_000_000n, cryptoLimit: 1_666_666_666n });
  const noBid = limitsFor({ mode: "live", settings: set({}), bids: {} }, "BTC", "EUR");
  expect(noBid).toEqual({ fiatLimit: 10_000_000n });
});

test("what the house sets replaces live's defaults, what an account sets only tightens them", () => {
  const own = (value: string, house = {}) => limits(set(house, { openExposureLimit: value }), "live").fiatLimit;
  expect(own("200000")).toBe(10_000_000n);
  expect(own("5000")).toBe(500_000n);
  expect(own("200000", { "openExposureLimit.EUR": "150000" })).toBe(15_000_000n);
  expect(limits(set({ "houseExposureLimit.BTC": "50" }), "live").cryptoLimit).toBe(5_000_000_000n);
});

test("every limit that is set applies: of the fiat, of the pair, of the crypto", () => {
  const settings = set(
    { openExposureLimit: "1000", "openExposureLimit.BTC": "700", "houseExposureLimit.BTC.EUR": "0.5" },
    { "openExposureLimit.EUR": "900", "openExposureLimit.BTC.EUR": "800", houseExposureLimit: "0.1" },
  );
  expect(limits(settings)).toEqual({ fiatLimit: 90_000n, fiatPairLimit: 70_000n, cryptoPairLimit: 50_000_000n });
});

test("a limit of all is one of the fiat and of the crypto, one of the pair is beside it; of two the least", () => {
  expect(limits(set({ openExposureLimit: "150000" }, { openExposureLimit: "200000" }), "live").fiatLimit).toBe(
    15_000_000n,
  );
  expect(limits(set({ houseExposureLimit: "2" })).cryptoLimit).toBe(200_000_000n);
  const narrow = set(
    { "openExposureLimit.BTC": "700", "houseExposureLimit.EUR": "0.4", "houseExposureLimit.BTC.EUR": "0.5" },
    { "openExposureLimit.BTC.EUR": "600" },
  );
  expect(limits(narrow)).toEqual({ fiatPairLimit: 60_000n, cryptoPairLimit: 40_000_000n });
});

test("the room is told in the bill's fiat, the least of both, after an explicit fee and never below nothing", () => {
  const bill = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "100", feeModel: "EXPLICIT" });
  expect(roomInFiat(bill, { ofAccount: 9_000n })).toEqual(Decimal.from("90"));
  expect(roomInFiat(bill, { ofHouse: 100_000n })).toEqual(Decimal.from("59.4"));
  expect(roomInFiat(bill, { ofHouse: 100_000n, ofAccount: 9_000n })).toEqual(Decimal.from("59.4"));
  expect(roomInFiat(bill, { ofHouse: 100_000_000n })).toEqual(Decimal.from("59400"));
  expect(roomInFiat(bill, { ofAccount: 1n })).toEqual(Decimal.from("0.01"));
  expect(roomInFiat(bill, { ofAccount: -1n })).toEqual(Decimal.from("0"));
});

test("a spread is in the price already: the house's room is worth all of it", () => {
  const bill = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "100" });
  expect(roomInFiat(bill, { ofHouse: 100_000n })).toEqual(Decimal.from("59.4"));
});
