import { describe, expect, test } from "vitest";
import { bitcoinChain } from "./bitcoin.ts";
import { transfersOf } from "./bitcoin-outputs.ts";
import { ChainFault } from "./chain.ts";
import { hashOfRaw, readRaw, writeRaw } from "./raw-transaction.ts";

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
  await expect(chain.inputsOf?.("ab".repeat(32), "block")).rejects.toThrow(/another transaction/);
});

test("what a transaction spends is told by a block that has it, and by none that the node knows nothing of", async () => {
  const raw = writeRaw(
    {
      version: 1,
      inputs: [{ txHash: "cd".repeat(32), index: 3, script: "", sequence: 0, witness: [] }],
      outputs: [],
      lockTime: 0,
    },
    { witnesses: false },
  );
  const refusing = (code?: number) =>
    new ChainFault("bitcoin", "No such transaction found in the provided block", true, { code });
  const nodeOf = (answer: () => string) =>
    bitcoinChain(
      { network: "bitcoin", reorgLimit: 10, landmarks: [] },
      { ask: async () => answer(), askMany: async () => [] },
    );
  const refused = (fault: ChainFault) =>
    nodeOf(() => {
      throw fault;
    }).inputsOf?.("ab".repeat(32), "block");
  const own = readRaw(raw);
  expect(await nodeOf(() => raw).inputsOf?.(own ? hashOfRaw(own) : "", "block")).toEqual([`${"cd".repeat(32)}:3`]);
  expect(await refused(refusing(-5))).toBeUndefined();
  await expect(refused(refusing())).rejects.toThrow();
});
