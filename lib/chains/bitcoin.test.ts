import { describe, expect, test } from "vitest";
import { bitcoinChain } from "./bitcoin.ts";
import { transfersOf } from "./bitcoin-outputs.ts";
import { hashOfRaw, readRaw } from "./raw-transaction.ts";

const vin = [{ coinbase: "51" }, { txid: "ef".repeat(32), vout: 2 }];
const tx = (...vout: unknown[]) => ({ txid: "ab".repeat(32), vout, vin });
const output = (value: unknown, more: object = {}) => ({ n: 0, value, scriptPubKey: { hex: "76a9" }, ...more });

describe("the outputs of a decoded transaction", () => {
  test.each([
    ["1.13000000", 113_000_000n],
    ["0.00000001", 1n],
    ["1e-8", 1n],
    ["20999999.97690000", 2_099_999_997_690_000n],
  ])("%s coins are %s units, by the text of the token", (value, units) => {
    expect(transfersOf("bitcoin", tx(output(value)), 0)[0]?.units).toBe(units);
  });

  test("a number that came through a float is refused", () => {
    expect(() => transfersOf("bitcoin", tx(output(1.13)), 0)).toThrow("cannot read");
  });

  test("an amount finer than the smallest unit is refused", () => {
    expect(() => transfersOf("bitcoin", tx(output("0.000000001")), 0)).toThrow("cannot read");
  });

  test("outputs that carry tokens are no plain coins", () => {
    const tokens = output("0.00001000", { n: 1, tokenData: { category: "cd".repeat(32), amount: "5" } });
    expect(transfersOf("bitcoincash", tx(output("0.5"), tokens), 3)).toEqual([
      {
        txHash: "ab".repeat(32),
        outputIndex: 0,
        position: 3,
        asset: "BCH",
        script: "76a9",
        units: 50_000_000n,
        spends: [`${"ef".repeat(32)}:2`],
      },
    ]);
  });

  test("a coinbase's are of no use for a hundred blocks", () => {
    const coinbase = { ...tx(output("0.5")), vin: [{ coinbase: "51" }] };
    expect(transfersOf("bitcoin", coinbase, 0)).toMatchObject([{ spends: [], maturity: 100 }]);
  });
});

test("a transaction is the one that was asked for, or none", async () => {
  const raw = `01000000${"00".repeat(6)}`;
  const node = { ask: async () => raw, askMany: async () => [] };
  const chain = bitcoinChain({ network: "bitcoin", reorgLimit: 10, landmarks: [] }, node);
  const own = readRaw(raw);
  expect(await chain.rawTransaction?.(own ? hashOfRaw(own) : "", "block")).toBe(raw);
  await expect(chain.rawTransaction?.("ab".repeat(32), "block")).rejects.toThrow(/another transaction/);
});
