import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { OwnerRecord, PlaceRecord } from "#lib/places/contract.ts";
import {
  assetIn,
  assetRows,
  cashAndCrypto,
  networkRows,
  ownerRows,
  shareOf,
  sumOf,
  withDifferences,
  worthOf,
} from "./holding-rows.ts";

const of = (text: string) => Decimal.from(text);
const text = (value: Decimal | undefined) => value?.toString();
const place = (name: string, asset: string, balance: string, value?: string, more: object = {}) =>
  ({
    place: name,
    asset,
    balance: of(balance),
    ...(value !== undefined && { value: of(value) }),
    ...more,
  }) as PlaceRecord;
const tron = { networkType: "tron" } as const;
const eth = { networkType: "eth" } as const;

test("a sum counts what there is; a worth is known only where all of which there is some has a price", () => {
  expect(text(sumOf([of("1.5"), undefined, of("-0.25")]))).toBe("1.25");
  expect(text(sumOf([]))).toBe("0");
  const priced = { quantity: of("2"), value: of("10") };
  expect(text(worthOf([priced, { quantity: of("0"), value: undefined }]))).toBe("10");
  expect(worthOf([priced, { quantity: of("-1"), value: undefined }])).toBeUndefined();
});

test("a share is of a total above zero, rounded down to a tenth of a percent", () => {
  expect([shareOf(of("2"), of("3")), shareOf(of("-2"), of("3")), shareOf(of("3"), of("3"))].map(text)).toEqual([
    ...["66.6", "-66.7", "100"],
  ]);
  expect([shareOf(undefined, of("3")), shareOf(of("3"), of("0")), shareOf(of("3"), of("-1"))]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});

test("a place's difference is of the same asset on the same network", () => {
  const lying = [place("venue:a", "USDT", "1", "1", tron), place("venue:a", "USDT", "2", "2", eth)];
  const says = [
    place("venue:a", "USDT", "0", "0", { ...eth, difference: of("0.5") }),
    place("venue:b", "USDT", "0", "0", { ...tron, difference: of("7") }),
    place("venue:a", "USDC", "0", "0", { ...tron, difference: of("8") }),
  ];
  const shown = withDifferences(lying as Parameters<typeof withDifferences>[0], says);
  expect(shown.map(({ networkType, balance, difference }) => [networkType, text(balance), text(difference)])).toEqual([
    ["tron", "1", undefined],
    ["eth", "2", "0.5"],
  ]);
});

const PLACES = [
  place("custody:tron", "USDT", "1", "0.9", { ...tron, rate: of("0.9") }),
  place("custody:eth", "USDT", "2", "1.8", { ...eth, rate: of("0.9") }),
  place("venue:a", "USDT", "3", "2.7", { ...tron, rate: of("0.9") }),
  place("custody:eth", "USDC", "4", "3.6"),
  place("custody:eth", "ETH", "0.5", "1000"),
  place("custody:tron", "TRX", "9"),
  place("custody:bitcoin", "BTC", "0.1", "6000"),
  place("custody:bitcoincash", "BCH", "2", "800"),
  place("bank:main", "EUR", "50", "50"),
];

test("an asset's line is of one network, and sums what lies there", () => {
  expect(
    assetRows(PLACES).map((row) => [row.symbol, row.network, row.places.length, text(row.total), text(row.value)]),
  ).toEqual([
    ["USDT", "tron", 2, "4", "3.6"],
    ["USDT", "eth", 1, "2", "1.8"],
    ["USDC", undefined, 1, "4", "3.6"],
    ["ETH", undefined, 1, "0.5", "1000"],
    ["TRX", undefined, 1, "9", undefined],
    ["BTC", undefined, 1, "0.1", "6000"],
    ["BCH", undefined, 1, "2", "800"],
    ["EUR", undefined, 1, "50", "50"],
  ]);
  expect(assetRows(PLACES).map(({ rate }) => text(rate))).toEqual(["0.9", "0.9", ...Array(6).fill(undefined)]);
});

test("a network has all its assets, fiat is on none, and what has no price leaves its worth unknown", () => {
  expect(
    networkRows(PLACES).map(({ network, assets, value }) => [
      network,
      assets.map(({ symbol }) => symbol).join(" "),
      text(value),
    ]),
  ).toEqual([
    ["tron", "USDT TRX", undefined],
    ["eth", "USDT USDC ETH", "1005.4"],
    ["bitcoin", "BTC", "6000"],
    ["bitcoincash", "BCH", "800"],
    [undefined, "EUR", "50"],
  ]);
});

test("an asset of the ledger is named by its network where it is on several", () => {
  const assets = [
    { asset: "USDT", ...tron },
    { asset: "USDT", ...eth },
    { asset: "EUR" },
    { asset: "ETH" },
    { asset: "BTC" },
  ];
  expect(assets.map((one) => assetIn(one as Parameters<typeof assetIn>[0]))).toEqual([
    ...["USDT@tron", "USDT@eth", "EUR", "ETH", "BTC"],
  ]);
});

const owner = (kind: string, account: string | undefined, holding: string, value?: string, asset = "EUR") =>
  ({
    ...{ owner: kind, asset, holding: of(holding), ...(account && { account }) },
    ...(value !== undefined && { value: of(value) }),
  }) as OwnerRecord;

test("accounts stand by their worth, then what is unassigned, and the operator's own last", () => {
  const rows = ownerRows([
    owner("OWN", undefined, "9", "9"),
    owner("UNASSIGNED", undefined, "8", "8"),
    owner("ACCOUNT", "small", "1", "1"),
    owner("ACCOUNT", "unpriced", "4"),
    owner("ACCOUNT", "large", "2", "2"),
    owner("ACCOUNT", "large", "5", "5", "USD"),
  ]);
  expect(rows.map((row) => [row.owner, row.account, row.parts.length, text(row.value)])).toEqual([
    ["ACCOUNT", "large", 2, "7"],
    ["ACCOUNT", "small", 1, "1"],
    ["ACCOUNT", "unpriced", 1, undefined],
    ["UNASSIGNED", undefined, 1, "8"],
    ["OWN", undefined, 1, "9"],
  ]);
});

test("cash and crypto are summed apart, each by what has a value", () => {
  const { cash, crypto } = cashAndCrypto(PLACES, "EUR");
  expect([cash, crypto].map(text)).toEqual(["50", "7809"]);
  expect(Object.values(cashAndCrypto([], "EUR")).map(text)).toEqual(["0", "0"]);
});
