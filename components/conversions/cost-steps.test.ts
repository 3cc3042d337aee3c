import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { conversion, quote } from "./conversion.fixture.ts";
import { bpsOf, changesOf, costSteps } from "./cost-steps.ts";

const of = (text: string) => Decimal.from(text);

test("what was credited is what the steps come to, whatever was quoted", () => {
  const quoted = quote({ bid: of("58710.56"), mid: undefined, spread: of("7.39") });
  const executed = conversion({ status: "EXECUTED", quote: quoted, fiatReceived: of("731.3") });
  const stepsOf = (record: typeof executed) =>
    costSteps(record, quoted).map(({ name, value, step }) => [name, value?.toString(), step?.toString()]);
  expect(stepsOf(conversion({ status: "QUOTED", quote: quoted }))).toEqual([
    ["bid", "746.22", undefined],
    ["fee", undefined, "-7.46"],
    ["spread", undefined, "-7.39"],
    ["credited", "731.37", "-14.85"],
  ]);
  expect(stepsOf(executed)).toEqual([
    ["bid", "746.22", undefined],
    ["fee", undefined, "-7.53"],
    ["spread", undefined, "-7.39"],
    ["credited", "731.3", "-14.92"],
  ]);
});

test("from the mid on every step adds up to the next line, and the last tells all of them together", () => {
  const quoted = quote({ bid: of("58710.56"), mid: of("58800"), spread: of("7.39") });
  const steps = costSteps(conversion({ status: "QUOTED", quote: quoted }), quoted);
  expect(
    steps.map(({ name, value, step, bps }) => [name, value?.toString(), step?.toString(), bps?.toString()]),
  ).toEqual([
    ["mid", "747.36", undefined, undefined],
    ["bid", "746.22", "-1.14", "-15.2"],
    ["fee", undefined, "-7.46", "-99.8"],
    ["spread", undefined, "-7.39", "-98.8"],
    ["credited", "731.37", "-15.99", "-213.9"],
  ]);
  expect(
    [bpsOf(of("-1.14"), of("747.36")), bpsOf(of("1.14"), of("747.36")), bpsOf(of("1"), of("0"))].map(String),
  ).toEqual(["-15.2", "15.2", "0"]);
});

test("what a conversion moves of the balances: its crypto goes, its fiat comes, and what is owed is counted off it", () => {
  const sale = { baseSymbol: "USDT", quoteSymbol: "EUR", quantity: of("40") } as const;
  const line = (asset: string, available: string, locked: string, owed = "0") => ({
    asset,
    available: of(available),
    locked: of(locked),
    owed: of(owed),
  });
  const shown = (balances: Parameters<typeof changesOf>[2], after: boolean) =>
    changesOf(sale, of("36"), balances, after).map((one) => [one.of, one.asset, String(one.before), String(one.after)]);
  const balances = [line("USDT", "1", "40"), line("USDT", "2", "10"), line("BTC", "1", "1"), line("EUR", "100", "0")];
  expect(shown(balances, false)).toEqual([
    ["locked", "USDT", "50", "10"],
    ["available", "EUR", "100", "136"],
  ]);
  const owing = [line("USDT", "1", "50"), line("EUR", "100", "0", "20")];
  expect(shown(owing, false)[1]).toEqual(["lessOwed", "EUR", "80", "116"]);
  expect(shown(owing, true)).toEqual([
    ["locked", "USDT", "90", "50"],
    ["lessOwed", "EUR", "44", "80"],
  ]);
});
