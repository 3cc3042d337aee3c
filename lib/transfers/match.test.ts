import { describe, expect, test } from "vitest";
import type { ExpectedMove } from "#lib/moves/move.ts";
import { moveOfTransfer, type ReportedTransfer } from "./match.ts";
import { unitsOfTransfer } from "./transfer.ts";
import { Decimal } from "#lib/kernel/decimal.ts";

const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const OTHER = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
const IBAN = "DE89370400440532013000";
const move = (given: Partial<ExpectedMove>): ExpectedMove => ({
  moveId: "m",
  from: "custody:bitcoin",
  to: "venue:v",
  asset: "BTC",
  units: 100n,
  hasLeft: false,
  reference: "MV0000000001",
  address: ADDRESS,
  leftProof: undefined,
  leftUnits: undefined,
  arrivedUnits: undefined,
  at: new Date(0),
  ...given,
});
const reported = (given: Partial<ReportedTransfer>): ReportedTransfer => ({
  kind: "DEPOSIT",
  venue: "v",
  asset: "BTC",
  units: 100n,
  feeUnits: 0n,
  txHash: undefined,
  address: undefined,
  label: undefined,
  namedMoves: [],
  ...given,
});
const found = (one: Partial<ReportedTransfer>, ...moves: Partial<ExpectedMove>[]) =>
  moveOfTransfer(
    reported(one),
    moves.map((each, at) => move({ moveId: `m${at}`, ...each })),
  )?.moveId;
const LEFT = { leftProof: "0xAB", leftUnits: 100n };

describe("a deposit is", () => {
  test.each<[string, Partial<ReportedTransfer>, Partial<ExpectedMove>[], string | undefined]>([
    ["the move whose transaction it is, however it is spelt", { txHash: "ab" }, [LEFT], "m0"],
    [
      "of two by one transaction the one of its sum",
      { txHash: "0xab", units: 60n },
      [LEFT, { ...LEFT, leftUnits: 60n }],
      "m1",
    ],
    ["also with the venue's fee kept back", { txHash: "ab", units: 99n, feeUnits: 1n }, [LEFT], "m0"],
    ["also with less, where it is plain of which", { txHash: "ab", units: 90n }, [LEFT], "m0"],
    ["not with less of two", { txHash: "ab", units: 90n }, [LEFT, LEFT], undefined],
    ["not with more", { txHash: "ab", units: 101n }, [LEFT], undefined],
    ["not by another transaction, be it of its sum", { txHash: "cd", address: ADDRESS }, [LEFT], undefined],
    ["before it is known to have left, by address and sum", { txHash: "cd", address: ADDRESS }, [{}], "m0"],
    ["not at another address", { txHash: "cd", address: OTHER }, [{}], undefined],
    ["not near to its sum", { txHash: "cd", address: ADDRESS, units: 99n }, [{}], undefined],
    ["no move that has arrived", { txHash: "ab" }, [{ ...LEFT, arrivedUnits: 100n }], undefined],
    ["no move to another venue", { txHash: "ab" }, [{ ...LEFT, to: "venue:w" }], undefined],
    ["no move of another asset", { txHash: "ab" }, [{ ...LEFT, asset: "BCH" }], undefined],
    ["the owner's capital of exactly its sum", {}, [{ from: undefined, address: undefined }], "m0"],
    ["not one of two of it", {}, [{ from: undefined }, { from: undefined }], undefined],
    ["of fiat the only one of its sum", { asset: "EUR" }, [{ asset: "EUR", from: "bank:main", leftUnits: 100n }], "m0"],
    ["of fiat not one of two", { asset: "EUR" }, [{ asset: "EUR" }, { asset: "EUR" }], undefined],
  ])("%s", (_claim, one, moves, expected) => expect(found(one, ...moves)).toBe(expected));
});

describe("a withdrawal is", () => {
  const coins = { from: "venue:v", to: "custody:bitcoin" };
  const cash = { from: "venue:v", to: "bank:main", asset: "EUR", address: IBAN } as const;
  const OUT = { kind: "WITHDRAWAL", address: ADDRESS } as const;
  const WIRE = { kind: "WITHDRAWAL", asset: "EUR" } as const;
  test.each<[string, Partial<ReportedTransfer>, Partial<ExpectedMove>[], string | undefined]>([
    ["the move to its address, to the unit", OUT, [coins], "m0"],
    ["no unit more", { ...OUT, units: 101n }, [coins], undefined],
    ["no unit less", { ...OUT, units: 99n }, [coins], undefined],
    ["nowhere else", { ...OUT, address: OTHER }, [coins], undefined],
    ["not where the venue names no address", { ...OUT, address: undefined }, [coins], undefined],
    ["no move that has left", OUT, [{ ...coins, leftUnits: 100n }], undefined],
    ["no move of another venue", OUT, [{ ...coins, from: "venue:w" }], undefined],
    ["no correction, which goes nowhere", OUT, [{ ...coins, address: undefined }], undefined],
    ["one of two that are alike", OUT, [coins, coins], "m0"],
    ["of fiat the only one of its sum", WIRE, [cash], "m0"],
    ["of fiat also by the account that the venue names", { ...WIRE, address: IBAN }, [cash], "m0"],
    ["of fiat not to a name of the venue's own that leads nowhere", { ...WIRE, label: "mine" }, [cash], undefined],
    ["of fiat to one that leads to its account", { ...WIRE, label: "main", namedMoves: ["m0"] }, [cash], "m0"],
    ["of fiat not to another account", { ...WIRE, address: "NL91ABNA0417164300" }, [cash], undefined],
    ["of fiat none of two to different accounts", WIRE, [cash, { ...cash, address: "NL91ABNA0417164300" }], undefined],
  ])("%s", (_claim, one, moves, expected) => expect(found(one, ...moves)).toBe(expected));
});

test("what came is booked down, what left with its fee up", () => {
  const figures = { asset: "EUR", quantity: Decimal.from("10.009"), fee: Decimal.from("0.995") } as const;
  expect(unitsOfTransfer({ kind: "DEPOSIT", ...figures })).toEqual({ units: 1_000n, feeUnits: 100n });
  expect(unitsOfTransfer({ kind: "WITHDRAWAL", ...figures })).toEqual({ units: 1_000n, feeUnits: 101n });
});
