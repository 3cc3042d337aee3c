import { hexToBytes } from "@noble/hashes/utils.js";
import type { Chain, EvmCalls, Sending } from "#lib/chains/chain.ts";
import { readSignedEvm, type SignedEvm, transferOf } from "#lib/chains/evm-raw.ts";
import { ETH_TOKENS } from "#lib/chains/main-nets.ts";
import type { Database, Db } from "#lib/kernel/database.ts";
import { ethAddress } from "#lib/wallets/encodings.ts";
import {
  enterSpend,
  isMined,
  lockChain,
  numberUsed,
  removeTransfers,
  reviveTransfers,
  sentBy,
  stateOf,
  tokensOf,
} from "./store.ts";

const CHAIN_ID = 1;
const GWEI = 1_000_000_000n;
/** What a transfer of a token costs, and the ether that every account of a sandbox has. */
const [TRANSFER_GAS, ETHER] = [65_000n, 50_000_000n * GWEI];

/** What the simulated chain of eth answers when a transaction is prepared and sent. */
export function simulatedEth(prisma: Database["prisma"]): Required<Pick<Chain, "send" | "calls">> {
  const calls: EvmCalls = {
    chainId: CHAIN_ID,
    contractOf: (asset) => ETH_TOKENS.find((token) => token.asset === asset)?.contract.slice(2),
    etherOf: async () => ETHER,
    sentUpTo: (script, height) => sentBy(prisma, "eth", script, height),
    sentOrWaiting: (script) => sentBy(prisma, "eth", script),
    outcome: async (txHash) => ((await isMined(prisma, "eth", txHash)) ? "DONE" : "NONE"),
    quote: async () => ({ gas: TRANSFER_GAS, baseFee: 10n * GWEI, priorityFee: GWEI }),
    send: (signed) =>
      prisma.$transaction(async (db) => {
        await lockChain(db, "eth");
        return take(db, readSignedEvm(signed.replace(/^0x/, "")));
      }),
  };
  return { calls, send: calls.send };
}

const refused = (words: string): Sending => ({ taken: false, words });

/** One transfer of a token, under the sender's next number, or in the place of the one that waits under the same. */
async function take(db: Db, transaction: SignedEvm | undefined): Promise<Sending> {
  const asset = ETH_TOKENS.find(({ contract }) => contract === `0x${transaction?.to}`)?.asset;
  const paid = transferOf(transaction?.data ?? "");
  if (!transaction?.sender || !asset || !paid) return refused("rlp: no transfer of a token");
  const { txHash, sender, nonce } = transaction;
  const state = await stateOf(db, "eth", txHash);
  if (state === "STANDING") return { taken: true };
  const name = `0x${sender}:${nonce}`;
  const before = await numberUsed(db, "eth", name);
  if (before?.isMined || (!before && nonce < BigInt(await sentBy(db, "eth", sender)))) return refused("nonce too low");
  if (before) await removeTransfers(db, "eth", [before.txHash], "DOUBLE_SPENT");
  if ((await tokensOf(db, "eth", asset, sender)) < paid.units) return refused("execution reverted");
  if (state === "GONE") {
    await reviveTransfers(db, "eth", txHash);
    return { taken: true };
  }
  const output = { script: paid.to, address: ethAddress(hexToBytes(paid.to)), source: sender, units: paid.units };
  await enterSpend(db, { network: "eth", txHash, asset, spends: [name], outputs: [output] });
  return { taken: true };
}
