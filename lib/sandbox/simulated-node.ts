import { hexToBytes } from "@noble/hashes/utils.js";
import { Address, OutScript } from "@scure/btc-signer";
import type { Chain, Sending } from "#lib/chains/chain.ts";
import { hashOfRaw, type RawTransaction, readRaw, writeRaw } from "#lib/chains/raw-transaction.ts";
import type { UtxoNetwork } from "#lib/chains/bitcoin.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Database, Db } from "#lib/kernel/database.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { simulatedEth } from "./simulated-eth.ts";
import { simulatedTron } from "./simulated-tron.ts";
import { isUnlocked } from "./unlocks.ts";
import { coinsNamed, enterSpend, lockChain, paidBy, removeTransfers, reviveTransfers, stateOf } from "./store.ts";

const ASSETS: Readonly<Record<UtxoNetwork, "BTC" | "BCH">> = { bitcoin: "BTC", bitcoincash: "BCH" };

/** What a node does with a transaction that is given to it, on the simulated chains. */
export function simulatedNode(
  network: Network,
  prisma: Database["prisma"],
): Pick<Chain, "send" | "calls" | "tronCalls"> {
  if (network === "eth") return simulatedEth(prisma);
  if (network === "tron") return simulatedTron(prisma);
  return {
    async send(signed) {
      const transaction = readRaw(signed);
      if (!transaction) return refused("TX decode failed. Make sure the tx has at least one input.");
      return prisma.$transaction(async (db) => {
        await lockChain(db, network);
        return take(db, network, transaction);
      });
    },
  };
}

const refused = (words: string): Sending => ({ taken: false, words });

/**
 * Known already: taken. Its coins must be there, unlocked by their keys, and unspent but by what it takes the place of, for
 * a greater fee.
 */
async function take(db: Db, network: UtxoNetwork, transaction: RawTransaction): Promise<Sending> {
  const txHash = hashOfRaw(transaction);
  const state = await stateOf(db, network, txHash);
  if (state === "STANDING") return { taken: true };
  const spends = transaction.inputs.map((input) => `${input.txHash}:${input.index}`);
  const coins = await coinsNamed(db, network, spends);
  if (coins.length !== spends.length || coins.some(({ isFinal }) => isFinal))
    return refused("bad-txns-inputs-missingorspent");
  const spent = spends.flatMap((name) => coins.find((coin) => coin.name === name) ?? []);
  if (!isUnlocked(network, writeRaw(transaction, { witnesses: true }), spent))
    return refused("mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)");
  const worth = sumOf(coins.map(({ units }) => units));
  const fee = worth - sumOf(transaction.outputs.map(({ units }) => units));
  if (fee < 0n) return refused("bad-txns-in-belowout");
  const others = new Set(coins.flatMap(({ spender }) => spender ?? []));
  for (const other of others)
    if (worth - (await paidBy(db, network, other)) >= fee) return refused("insufficient fee, rejecting replacement");
  await removeTransfers(db, network, [...others], "DOUBLE_SPENT");
  if (state === "GONE") {
    await reviveTransfers(db, network, txHash);
    return { taken: true };
  }
  await enterSpend(db, {
    network,
    txHash,
    asset: ASSETS[network],
    spends,
    outputs: transaction.outputs.map((output) => ({ ...output, address: addressOf(output.script), source: "" })),
  });
  return { taken: true };
}

/** As the main net writes it; a script that has no address stands for itself. */
function addressOf(script: string): string {
  try {
    return Address().encode(OutScript.decode(hexToBytes(script)));
  } catch {
    return script;
  }
}
