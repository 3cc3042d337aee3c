import { describe, expect, test } from "vitest";
import { bitcoinSenders } from "./bitcoin-senders.ts";
import { ChainFault } from "./chain.ts";
import type { AskNode } from "./json-rpc.ts";

const TX = "a".repeat(64);
const FIRST = "b".repeat(64);
const SECOND = "c".repeat(64);
const paid = (n: number, address?: string) => ({
  n,
  value: "1",
  scriptPubKey: { hex: "00", ...(address && { address }) },
});

/** A node that keeps these transactions; what it was asked for is noted. */
function nodeWith(transactions: Record<string, unknown>) {
  const calls: unknown[][] = [];
  const ask: AskNode = async (method, params) => {
    calls.push([method, ...params]);
    const found = transactions[String(params[0])];
    if (found === undefined) throw new ChainFault("bitcoin", "No such transaction.", false, { code: -5 });
    return found as never;
  };
  return { calls, sendersOf: bitcoinSenders("bitcoin", ask) };
}

describe("who paid", () => {
  test("is told by Core from 25 on with the transaction, each address once, what has none left out", async () => {
    const vin = [
      { txid: FIRST, vout: 0, prevout: paid(0, "bc1qone") },
      { txid: FIRST, vout: 1, prevout: paid(1, "bc1qone") },
      { txid: SECOND, vout: 0, prevout: paid(0, "bc1qtwo") },
      { txid: SECOND, vout: 1, prevout: paid(1) },
    ];
    const { calls, sendersOf } = nodeWith({ [TX]: { vin, vout: [] } });
    expect(await sendersOf(TX, "block")).toEqual(["bc1qone", "bc1qtwo"]);
    expect(calls).toEqual([["getrawtransaction", TX, 2, "block"]]);
  });

  test("is looked up in what was spent where the node does not tell it, each transaction once", async () => {
    const vin = [
      { txid: FIRST, vout: 1 },
      { txid: FIRST, vout: 0 },
      { txid: SECOND, vout: 0 },
    ];
    const { calls, sendersOf } = nodeWith({
      [TX]: { vin, vout: [] },
      [FIRST]: { vin: [], vout: [paid(0, "zero"), paid(1, "one")] },
      [SECOND]: { vin: [], vout: [{ n: 0, value: "1", scriptPubKey: { hex: "00", addresses: ["two"] } }] },
    });
    expect(await sendersOf(TX, undefined)).toEqual(["one", "zero", "two"]);
    expect(calls.map(([, txHash]) => txHash)).toEqual([TX, FIRST, SECOND]);
  });

  test("is not known where the node keeps neither, and nobody where a coinbase pays", async () => {
    const spending = { vin: [{ txid: FIRST, vout: 0 }], vout: [] };
    expect(await nodeWith({ [TX]: spending }).sendersOf(TX, undefined)).toBeUndefined();
    expect(await nodeWith({}).sendersOf(TX, undefined)).toBeUndefined();
    expect(await nodeWith({ [TX]: { vin: [{ coinbase: "00" }], vout: [] } }).sendersOf(TX, undefined)).toEqual([]);
    const other = { vin: [], vout: [paid(7, "seven")] };
    expect(await nodeWith({ [TX]: spending, [FIRST]: other }).sendersOf(TX, undefined)).toBeUndefined();
  });

  test("is asked for no more than two hundred transactions", async () => {
    const txids = Array.from({ length: 201 }, (_, at) => at.toString(16).padStart(64, "0"));
    const transactions = Object.fromEntries(txids.map((txid) => [txid, { vin: [], vout: [paid(0, `from ${txid}`)] }]));
    const { calls, sendersOf } = nodeWith({
      ...transactions,
      [TX]: { vin: txids.map((txid) => ({ txid, vout: 0 })), vout: [] },
    });
    expect(await sendersOf(TX, undefined)).toBeUndefined();
    expect(calls).toHaveLength(201);
  });

  test("what is no transaction is a fault, as is a node that fails", async () => {
    await expect(nodeWith({ [TX]: "raw" }).sendersOf(TX, undefined)).rejects.toThrow(/getrawtransaction/);
    const broken = bitcoinSenders("bitcoin", async () => {
      throw new ChainFault("bitcoin", "away", true);
    });
    await expect(broken(TX, undefined)).rejects.toThrow("away");
  });
});
