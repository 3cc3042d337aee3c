import { z } from "zod";
import { type Chain, ChainFault, type Sending, type TronCalls, type CallOutcome } from "./chain.ts";
import type { Token } from "./evm.ts";
import { type AskNode, jsonPost } from "./json-rpc.ts";
import { provenNode } from "./proven.ts";

const whole = z.number().int().nonnegative().refine(Number.isSafeInteger).transform(BigInt).default(0n);
const blockShape = z.object({ blockID: z.string() });
/** All of it is left out for an account that no TRX has come to yet. */
const accountShape = z.object({ address: z.string().optional(), balance: whole });
/** Bandwidth and energy; what is 0 is left out, and all of it for an account that no TRX has come to yet. */
const resourceShape = z.object({
  freeNetLimit: whole,
  freeNetUsed: whole,
  NetLimit: whole,
  NetUsed: whole,
  EnergyLimit: whole,
  EnergyUsed: whole,
});
const parameterShape = z.object({
  chainParameter: z.array(z.object({ key: z.string(), value: z.number().optional() })),
});
const triedShape = z.object({
  energy_used: whole,
  transaction: z.object({ ret: z.array(z.object({ ret: z.string().optional() })).default([]) }).optional(),
});
const takenShape = z.object({
  result: z.boolean().default(false),
  code: z.string().default(""),
  message: z.string().default(""),
});
/** What java-tron answers, by status 200, whatever it could not do: it is busy, or does not serve that. */
const errorShape = z.object({ Error: z.string() });
const infoShape = z.object({
  id: z.string().optional(),
  blockNumber: z.number().optional(),
  fee: whole,
  /** FAILED alone is written; a call of a contract says in its receipt how it went, what calls none has no word there. */
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }).optional(),
});

const sentShape = z.object({
  ret: z.array(z.object({ contractRet: z.string().optional() })).default([]),
  raw_data: z.object({
    contract: z.array(
      z.object({
        type: z.string(),
        parameter: z.object({ value: z.object({ amount: whole, call_value: whole, frozen_balance: whole }) }),
      }),
    ),
  }),
});

/** TRX that a transaction takes from its sender; an amount of another kind is of a token, or counts votes. */
function takenBy({ type, parameter }: z.output<typeof sentShape>["raw_data"]["contract"][number]): bigint {
  if (type === "TransferContract") return parameter.value.amount;
  if (type === "TriggerSmartContract") return parameter.value.call_value;
  return type === "FreezeBalanceV2Contract" ? parameter.value.frozen_balance : 0n;
}

/** A node that could not look at it: trying again can help. */
const BUSY = ["SERVER_BUSY", "NO_CONNECTION", "NOT_ENOUGH_EFFECTIVE_CONNECTION", "BLOCK_UNSOLIDIFIED", ""];
const KNOWN = "DUP_TRANSACTION_ERROR";
const MOST_WORDS = 200;

export type TronWallet = Required<Pick<Chain, "send">> & {
  calls: TronCalls;
  /** What a transaction in a block has cost in sun, how much TRX it took from its sender beside that, and the block's height. */
  feeOf(txHash: string): Promise<{ sun: bigint; carried: bigint; height: number } | undefined>;
  /** What accounts have now, in sun. */
  coins(scripts: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
};

export type TronWalletSettings = { chainId: number; tokens: readonly Token[] };

/**
 * What only the HTTP interface of a node of Tron does (`/wallet/…`): fees of a call, what an account has, and taking a
 * signed transaction. A node of another chain than `chainId`, the end of its first block's hash, is refused.
 */
export function tronWallet({ chainId, tokens }: TronWalletSettings, url: string): TronWallet {
  const post: AskNode = async (path, [body]) => heard(path, await jsonPost("tron", `${url}/${path}`)(body));
  const ask = provenNode(post, async () => {
    const { blockID } = parsed(blockShape, "getblockbynum", await post("wallet/getblockbynum", [{ num: 0 }]));
    if (blockID.endsWith(chainId.toString(16).padStart(8, "0"))) return;
    const sentence = `The node at ${new URL(url).host} begins with block ${blockID}; tron must be chain ${chainId}.`;
    throw new ChainFault("tron", sentence, false, { state: "WRONG_NETWORK", failure: { code: "OTHER_NETWORK" } });
  });
  const read = async <S extends z.ZodType>(shape: S, path: string, body: object): Promise<z.output<S>> =>
    parsed(shape, path, await ask(path, [body]));
  /** What the chain itself has set for some of its prices, in sun. */
  const pricesOf = async <Name extends string>(...names: readonly Name[]): Promise<Record<Name, bigint>> => {
    const { chainParameter } = await read(parameterShape, "wallet/getchainparameters", {});
    const priceOf = (name: string): bigint => {
      const value = chainParameter.find(({ key }) => key === name)?.value;
      if (value === undefined || !Number.isSafeInteger(value) || value <= 0)
        throw new ChainFault("tron", `The node does not tell ${name}.`, true);
      return BigInt(value);
    };
    return Object.fromEntries(names.map((name) => [name, priceOf(name)])) as Record<Name, bigint>;
  };
  return {
    calls: {
      contractOf: (asset) =>
        tokens
          .find((token) => token.asset === asset)
          ?.contract.slice(2)
          .toLowerCase(),
      async account(script) {
        const of = { address: `41${script}` };
        const { balance } = await read(accountShape, "wallet/getaccount", of);
        const has = await read(resourceShape, "wallet/getaccountresource", of);
        // A transaction takes all of its bandwidth from one of the two.
        const [staked, free] = [has.NetLimit - has.NetUsed, has.freeNetLimit - has.freeNetUsed];
        return { sun: balance, energy: has.EnergyLimit - has.EnergyUsed, bandwidth: staked > free ? staked : free };
      },
      async quote({ from, to, data }) {
        const { getEnergyFee, getTransactionFee } = await pricesOf("getEnergyFee", "getTransactionFee");
        const call = { function_selector: "transfer(address,uint256)", parameter: data.slice(8) };
        const tried = await read(triedShape, "wallet/triggerconstantcontract", {
          owner_address: `41${from}`,
          contract_address: `41${to}`,
          ...call,
        });
        if (tried.energy_used === 0n || tried.transaction?.ret.some(({ ret }) => ret === "FAILED"))
          throw new ChainFault("tron", "The node says that this call of the token would fail.", true);
        return { energy: tried.energy_used, energyPrice: getEnergyFee, bytePrice: getTransactionFee };
      },
      energyPrice: async () => (await pricesOf("getEnergyFee")).getEnergyFee,
      async quoteTrx(to) {
        const { address } = await read(accountShape, "wallet/getaccount", { address: `41${to}` });
        const { getTransactionFee: bytePrice } = await pricesOf("getTransactionFee");
        if (address !== undefined) return { bytePrice, activation: 0n };
        // An account without staked bandwidth pays a fee for it as well, in place of its bytes.
        const fees = await pricesOf("getCreateNewAccountFeeInSystemContract", "getCreateAccountFee");
        return { bytePrice, activation: fees.getCreateNewAccountFeeInSystemContract + fees.getCreateAccountFee };
      },
      async outcome(txHash): Promise<CallOutcome> {
        const info = await read(infoShape, "wallet/gettransactioninfobyid", { value: txHash });
        if (info.id === undefined) return "NONE";
        return info.result === "FAILED" || (info.receipt?.result ?? "SUCCESS") !== "SUCCESS" ? "FAILED" : "DONE";
      },
    },
    async send(signed): Promise<Sending> {
      const { result, code, message } = await read(takenShape, "wallet/broadcasthex", { transaction: signed });
      if (result || code === KNOWN) return { taken: true };
      const words = `${code}: ${message}`.slice(0, MOST_WORDS);
      if (BUSY.includes(code)) throw new ChainFault("tron", `The node takes no transaction: ${words}`, true);
      return { taken: false, words };
    },
    async feeOf(txHash) {
      const of = { value: txHash.replace(/^0x/, "") };
      const info = await read(infoShape, "wallet/gettransactioninfobyid", of);
      if (info.blockNumber === undefined) return undefined;
      const { ret, raw_data } = await read(sentShape, "wallet/gettransactionbyid", of);
      const [contract] = raw_data.contract;
      const isDone = ret.every(({ contractRet }) => contractRet === undefined || contractRet === "SUCCESS");
      const carried = isDone && contract ? takenBy(contract) : 0n;
      return { sun: info.fee, carried, height: info.blockNumber };
    },
    async coins(scripts) {
      const held = new Map<string, bigint>();
      for (const script of scripts) {
        const { balance } = await read(accountShape, "wallet/getaccount", { address: `41${script}` });
        held.set(script, balance);
      }
      return held;
    },
  };
}

/** Nothing but its error stands in such an answer: read as what was asked for, all of it would be zero, or not there. */
function heard(path: string, answer: object): object {
  const { data } = errorShape.safeParse(answer);
  if (!data) return answer;
  const detail = data.Error.slice(0, MOST_WORDS);
  throw new ChainFault("tron", `The node refused ${path}: ${detail}`, true, {
    failure: { code: "REFUSED", method: path, detail },
  });
}

function parsed<S extends z.ZodType>(shape: S, path: string, answer: unknown): z.output<S> {
  const { success, data, error } = shape.safeParse(answer);
  if (success) return data;
  throw new ChainFault("tron", `The node's answer to ${path} has not the form of the specification.`, true, {
    cause: error,
    failure: { code: "UNREADABLE", method: path },
  });
}
