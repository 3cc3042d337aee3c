import { z } from "zod";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { BitcoinNode, UtxoNetwork } from "./bitcoin.ts";
import { ChainFault, type FoundOutput, type OutputScan, type ScanResult } from "./chain.ts";

/** Scripts that one question names: some ten megabytes, of which a node takes 32. */
const SCRIPTS_PER_SCAN = 100_000;
const COIN_SCALE = 8;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const height = z.number().int().nonnegative();
const outputShape = z.object({
  txid: hash,
  vout: height,
  scriptPubKey: z.string(),
  desc: z.string().optional(),
  amount: z.string(),
  height,
  tokenData: z.unknown().optional(),
});
const answerShape = z.object({
  success: z.boolean(),
  height: height.optional(),
  unspents: z.array(outputShape).optional(),
});
const tipShape = z.object({ blocks: height });
const statusShape = z.object({ progress: z.number().min(0).max(100) }).nullable();

/**
 * All unspent outputs that pay any of these scripts, by `scantxoutset`, which reads the node's whole set of outputs: minutes
 * on the main net, and one at a time. What carries tokens (CHIP-2022-02) is left out, as it is in blocks.
 */
export function bitcoinScan(network: UtxoNetwork, { ask }: BitcoinNode, patient: BitcoinNode["ask"]): OutputScan {
  let parts = { done: 0, all: 1 };
  const part = async (scripts: readonly string[]): Promise<ScanResult | undefined> => {
    // Bitcoin Cash Node does not say at which block it looked: at none before the one it has now.
    const tip = tipShape.safeParse(await ask("getblockchaininfo", []));
    const parsed = answerShape.safeParse(
      await patient("scantxoutset", ["start", scripts.map((script) => `raw(${script})`)]),
    );
    if (!parsed.success) throw misread(network);
    const { success, unspents, height: at = tip.data?.blocks } = parsed.data;
    if (!success) return undefined;
    if (at === undefined || !unspents) throw misread(network);
    const outputs = unspents.filter(({ tokenData }) => tokenData === undefined).map((each) => outputOf(network, each));
    return { height: at, outputs };
  };
  return {
    async start(scripts) {
      const outputs: FoundOutput[] = [];
      let lowest: number | undefined;
      parts = { done: 0, all: Math.max(1, Math.ceil(scripts.length / SCRIPTS_PER_SCAN)) };
      for (let from = 0; from < scripts.length; from += SCRIPTS_PER_SCAN) {
        const found = await part(scripts.slice(from, from + SCRIPTS_PER_SCAN));
        if (!found) return undefined;
        outputs.push(...found.outputs);
        lowest = Math.min(lowest ?? found.height, found.height);
        parts.done += 1;
      }
      return { height: lowest ?? 0, outputs };
    },
    async progress() {
      const { data: status } = statusShape.safeParse(await ask("scantxoutset", ["status"]));
      return Math.floor((100 * parts.done + (status?.progress ?? 0)) / parts.all);
    },
    abort: async () => void (await ask("scantxoutset", ["abort"])),
  };
}

function outputOf(
  network: UtxoNetwork,
  { txid, vout, scriptPubKey, desc, amount, height: at }: z.output<typeof outputShape>,
): FoundOutput {
  const coins = Decimal.parse(amount);
  if (!coins || coins.scale > COIN_SCALE || coins.units < 0n) throw misread(network);
  const address = /^addr\((.+)\)(?:#|$)/.exec(desc ?? "")?.[1];
  return {
    txHash: txid,
    outputIndex: vout,
    script: scriptPubKey,
    ...(address !== undefined && { address }),
    units: coins.floorUnits(COIN_SCALE),
    height: at,
  };
}

const misread = (network: UtxoNetwork): ChainFault =>
  new ChainFault(network, "The node's answer to scantxoutset has not the form this program knows.", true, {
    failure: { code: "UNREADABLE", method: "scantxoutset" },
  });
