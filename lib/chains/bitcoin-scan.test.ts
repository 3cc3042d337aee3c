import { describe, expect, test } from "vitest";
import { bitcoinScan } from "./bitcoin-scan.ts";

const SCRIPT = "76a914000000000000000000000000000000000000000088ac";
const unspent = { txid: "ab".repeat(32), vout: 1, scriptPubKey: SCRIPT, amount: "0.50000000", height: 7 };

/** A node whose tip is block 9, and what it answers of a scan. */
function scanOf(answer: object) {
  const ask = async (method: string) => (method === "getblockchaininfo" ? { blocks: 9 } : null);
  return bitcoinScan("bitcoincash", { ask, askMany: async () => [] }, async () => answer).start([SCRIPT]);
}

describe("a scan of all unspent outputs", () => {
  const found = { txHash: unspent.txid, outputIndex: 1, script: SCRIPT, units: 50_000_000n, height: 7 };

  test("is of the block that Bitcoin Core says", async () => {
    const answer = { success: true, txouts: 3, height: 8, bestblock: "cd".repeat(32), unspents: [unspent] };
    expect(await scanOf(answer)).toEqual({ height: 8, outputs: [found] });
  });

  test("of Bitcoin Cash Node, which says none, is of no block before its tip", async () => {
    const answer = { success: true, searched_items: 3, unspents: [unspent], total_amount: "0.50000000" };
    expect(await scanOf(answer)).toEqual({ height: 9, outputs: [found] });
  });

  test("that was aborted has found nothing", async () => {
    expect(await scanOf({ success: false, searched_items: 1, unspents: [], total_amount: "0" })).toBeUndefined();
  });
});
