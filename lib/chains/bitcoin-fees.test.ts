import { describe, expect, test } from "vitest";
import { bitcoinFees } from "./bitcoin-fees.ts";
import type { UtxoNetwork } from "./bitcoin.ts";
import { ChainFault } from "./chain.ts";

/** A node that answers each call from a table; a number refuses with that code. */
const feesOf = (answers: Record<string, unknown>, network: UtxoNetwork = "bitcoin") => {
  const calls: string[] = [];
  const fees = bitcoinFees(network, async (method) => {
    calls.push(method);
    const answer = answers[method];
    if (typeof answer === "number" && answer < 0) throw new ChainFault(network, "no", false, { code: answer });
    return answer;
  });
  return { ...fees, calls };
};
const entry = (more: object) => ({ getmempoolentry: more });
const feeSeen = async (more: object, network?: UtxoNetwork) => {
  const fee = await feesOf(entry(more), network).feeOf("aa");
  return fee && [fee.rate?.toString(), fee.replaceable];
};

describe("what a transaction pays", () => {
  test("is its fee for each virtual byte, rounded down, in exact units", async () => {
    const fees = { base: "0.00001410" };
    expect(await feeSeen({ vsize: 141, fees, "bip125-replaceable": true })).toEqual(["10", true]);
    expect(await feeSeen({ vsize: 142, fees, "bip125-replaceable": false })).toEqual(["9.92957746", false]);
  });
  test("is lower with ancestors that pay less, and not raised by those that pay more", async () => {
    const child = (ancestor: string) => ({
      vsize: 100,
      ancestorsize: 400,
      fees: { base: "0.00002", ancestor },
      "bip125-replaceable": false,
    });
    expect(await feeSeen(child("0.000022"))).toEqual(["5.5", false]);
    expect(await feeSeen(child("0.00009"))).toEqual(["20", false]);
  });
  test("is told by Bitcoin Cash's node by plain size, without ancestors", async () => {
    expect(await feeSeen({ size: 226, fees: { base: "0.00000226" } }, "bitcoincash")).toEqual(["1", false]);
  });
  test("may be replaced where a node of bitcoin does not say, as those from version 32 on, which replace any", async () => {
    const seen = { vsize: 100, fees: { base: "0.00001" } };
    expect(await feeSeen(seen)).toEqual(["10", true]);
    expect(await feeSeen(seen, "bitcoincash")).toEqual(["10", false]);
  });
  test("is unknown of what has left the mempool, and of an answer that is not understood", async () => {
    expect(await feesOf({ getmempoolentry: -5 }).feeOf("aa")).toBeUndefined();
    expect(await feeSeen({ vsize: 141, fees: { base: 0.0000141 } })).toBeUndefined();
    expect(await feeSeen({ fees: { base: "0.0000141" } })).toBeUndefined();
    await expect(feesOf({ getmempoolentry: -28 }).feeOf("aa")).rejects.toThrow("no");
  });
});

describe("the estimate for six blocks", () => {
  const estimate = (answers: Record<string, unknown>, network?: UtxoNetwork) =>
    feesOf(answers, network)
      .estimate()
      .then((rate) => rate?.toString());
  test("is told for a thousand bytes", async () => {
    expect(await estimate({ estimatesmartfee: { feerate: "0.00012345", blocks: 6 } })).toBe("12.345");
    expect(await estimate({ estimatefee: 0.00001 }, "bitcoincash")).toBe("1");
  });
  test("is none while the node has seen too little, or knows no such call", async () => {
    expect(await estimate({ estimatesmartfee: { errors: ["Insufficient data or no feerate found"], blocks: 0 } })).toBe(
      undefined,
    );
    expect(await estimate({ estimatesmartfee: -32_601 })).toBeUndefined();
    expect(await estimate({ estimatefee: -1 }, "bitcoincash").catch(() => "refused")).toBe("refused");
    expect(await estimate({ estimatefee: "-1" }, "bitcoincash")).toBeUndefined();
  });
  test("is asked once for many payments", async () => {
    const fees = feesOf({ estimatesmartfee: { feerate: "0.0001" } });
    await fees.estimate();
    await fees.estimate();
    expect(fees.calls).toEqual(["estimatesmartfee"]);
  });
});
