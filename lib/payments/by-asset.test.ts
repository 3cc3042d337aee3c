import { describe, expect, test } from "vitest";
import { assetParts } from "./by-asset.ts";

const ID = "01a22d4f-5157-7000-a676-342d9774f7b8";
const LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const shown = (...given: Parameters<typeof assetParts>) =>
  assetParts(...given).map(({ asset, rate, less, from }) => [
    asset,
    `${rate}`,
    `${less}`,
    from && `${from.amount}`,
    from?.id,
  ]);

describe("the parts of a list by value", () => {
  test("begin anywhere on the first page, and only in the assets that are wanted", () => {
    expect(shown(["USD", "EUR"], { EUR: "1", USD: "0.9" }, undefined)).toEqual([
      ["USD", "0.9", "0", undefined, undefined],
      ["EUR", "1", "0", undefined, undefined],
    ]);
  });

  test("go on after the last row: where an amount has its very value by its id, else by the amount alone", () => {
    expect(shown(["EUR", "USD", "JPY"], { EUR: "1", USD: "0.9", JPY: "0.007" }, { key: "90", id: ID })).toEqual([
      ["EUR", "1", "0", "90", ID],
      ["USD", "0.9", "0", "100", ID],
      ["JPY", "0.007", "0", "12857.1428571428", LAST],
    ]);
  });

  test("count what has no price below all that has one, and it has an order of its own", () => {
    const rates = { EUR: "1" };
    expect(shown(["CAD"], rates, { key: "0.01", id: ID })).toEqual([
      ["CAD", "1", "1000000000000000", "1000000000000000.01", ID],
    ]);
    expect(shown(["EUR", "CAD"], rates, { key: "-999999999999900", id: ID })).toEqual([
      ["EUR", "1", "0", "-999999999999900", ID],
      ["CAD", "1", "1000000000000000", "100", ID],
    ]);
  });

  test("of a list by amount are the amounts themselves", () => {
    expect(shown(["JPY"], undefined, { key: "12.5", id: ID })).toEqual([["JPY", "1", "0", "12.5", ID]]);
    expect(shown(["BTC"], undefined, { key: "-0.00000001", id: ID })).toEqual([["BTC", "1", "0", "-0.00000001", ID]]);
  });
});
