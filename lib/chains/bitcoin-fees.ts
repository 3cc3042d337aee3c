import { z } from "zod";
import { Decimal } from "#lib/kernel/decimal.ts";
import { hasPassed } from "#lib/kernel/has-passed.ts";
import type { UtxoNetwork } from "./bitcoin.ts";
import { ChainFault, type Fee } from "./chain.ts";
import type { AskNode } from "./json-rpc.ts";

/** RPC_INVALID_ADDRESS_OR_KEY: the mempool does not hold what was asked for by id (rpc/protocol.h). */
const UNKNOWN_TRANSACTION = -5;
/** JSON-RPC 2.0: the node knows no such call. */
const METHOD_NOT_FOUND = -32_601;
/** A payment that pays this block's rate is not thin: it is asked what gets one mined within so many. */
const WITHIN_BLOCKS = 6;
/** An estimate moves with blocks, not with looks. */
const ESTIMATE_MS = 15_000;
const UNITS_OF_A_COIN = Decimal.from(100_000_000);
const BYTES_OF_A_RATE = Decimal.from(1_000);
const RATE_DECIMALS = 8;

/** Coins, as the text of their token. */
const coins = z.string().transform((text, ctx): Decimal => {
  const read = Decimal.parse(text);
  if (read) return read;
  ctx.addIssue({ code: "custom", message: "no number" });
  return z.NEVER;
});
const size = z.number().int().positive();

/**
 * Bitcoin Core tells virtual sizes and ancestors; Bitcoin Cash Node plain sizes, and neither ancestors nor replacement. From
 * version 32 on Core does not say either what may be replaced, unless `-deprecatedrpc=bip125`: it replaces whatever pays more.
 */
const entry = z.object({
  vsize: size.optional(),
  size: size.optional(),
  ancestorsize: size.optional(),
  fees: z.object({ base: coins, ancestor: coins.optional() }),
  "bip125-replaceable": z.boolean().optional(),
});
/** `feerate` is missing while the node has seen too little to estimate. */
const smart = z.object({ feerate: coins.optional() });

export type BitcoinFees = {
  feeOf(txHash: string): Promise<Fee | undefined>;
  estimate(): Promise<Decimal | undefined>;
};

/** Fee rates of a node's mempool, in the smallest unit for each byte, and its estimate for six blocks. */
export function bitcoinFees(network: UtxoNetwork, ask: AskNode): BitcoinFees {
  let known: { at: number; rate: Decimal | undefined } | undefined;
  const unless = async (code: number, call: Promise<unknown>): Promise<unknown> => {
    try {
      return await call;
    } catch (fault) {
      if (fault instanceof ChainFault && fault.code === code) return undefined;
      throw fault;
    }
  };
  const readEstimate = async (): Promise<Decimal | undefined> => {
    const call = network === "bitcoin" ? ask("estimatesmartfee", [WITHIN_BLOCKS]) : ask("estimatefee", []);
    const answer = await unless(METHOD_NOT_FOUND, call);
    const rate = network === "bitcoin" ? smart.safeParse(answer).data?.feerate : coins.safeParse(String(answer)).data;
    if (!rate || rate.units <= 0n) return undefined;
    return rateOf(rate, BYTES_OF_A_RATE);
  };
  return {
    async feeOf(txHash) {
      const answer = await unless(UNKNOWN_TRANSACTION, ask("getmempoolentry", [txHash]));
      const { data } = entry.safeParse(answer);
      const bytes = data?.vsize ?? data?.size;
      if (!data || bytes === undefined) return undefined;
      const own = rateOf(data.fees.base, Decimal.from(bytes));
      const { ancestor } = data.fees;
      const withAncestors = ancestor && data.ancestorsize && rateOf(ancestor, Decimal.from(data.ancestorsize));
      const rate = withAncestors && withAncestors.compare(own) < 0 ? withAncestors : own;
      return { rate, replaceable: data["bip125-replaceable"] ?? network === "bitcoin" };
    },
    async estimate() {
      if (!known || hasPassed(ESTIMATE_MS, known.at)) known = { at: Date.now(), rate: await readEstimate() };
      return known.rate;
    },
  };
}

const rateOf = (paid: Decimal, bytes: Decimal): Decimal =>
  paid.times(UNITS_OF_A_COIN).dividedDown(bytes, RATE_DECIMALS);
