import { hexToBytes } from "@noble/hashes/utils.js";
import type { Chain, Sending, TronCalls } from "#lib/chains/chain.ts";
import { transferOf } from "#lib/chains/evm-raw.ts";
import { TRON_TOKENS } from "#lib/chains/main-nets.ts";
import {
  readSignedTron,
  readTron,
  refOf,
  type SignedTron,
  tronBandwidth,
  type TronTransaction,
} from "#lib/chains/tron-raw.ts";
import type { Database, Db } from "#lib/kernel/database.ts";
import { tronAddress } from "#lib/wallets/encodings.ts";
import { blockHashAt, enterSpend, isMined, lockChain, reviveTransfers, stateOf, tipOf, tokensOf } from "./store.ts";

/** What a transfer of a token costs, and the TRX that every account of a sandbox has, in sun. */
const QUOTE = { energy: 64_285n, energyPrice: 100n, bytePrice: 1_000n };
const TRX = 100_000_000n;
/** A node takes what expires within a day of its tip. */
const DAY_MS = 24 * 60 * 60 * 1000;
/** So many numbers of blocks are told apart by two bytes: one that is further back is none to build on. */
const NUMBERS = 65_536n;

/** What the simulated chain of tron answers when a transaction is prepared and sent. */
export function simulatedTron(prisma: Database["prisma"]): Required<Pick<Chain, "send" | "tronCalls">> {
  const tronCalls: TronCalls = {
    contractOf: (asset) => TRON_TOKENS.find((token) => token.asset === asset)?.contract.slice(2),
    account: async () => ({ sun: TRX, energy: 0n, bandwidth: 0n }),
    quote: async () => QUOTE,
    energyPrice: async () => QUOTE.energyPrice,
    quoteTrx: async () => ({ bytePrice: QUOTE.bytePrice, activation: 0n }),
    outcome: async (txHash) => ((await isMined(prisma, "tron", txHash)) ? "DONE" : "NONE"),
  };
  return {
    tronCalls,
    send: (signed) =>
      prisma.$transaction(async (db) => {
        await lockChain(db, "tron");
        return take(db, readSignedTron(signed));
      }),
  };
}

const refused = (words: string): Sending => ({ taken: false, words });

/** One transfer of a token, as a node looks at it: form, signature, block, time, then what the account has. */
async function take(db: Db, signed: SignedTron | undefined): Promise<Sending> {
  const transaction = signed && readTron(signed.rawHex);
  const asset = TRON_TOKENS.find(({ contract }) => contract === `0x${transaction?.to}`)?.asset;
  const paid = transferOf(transaction?.data ?? "");
  if (!signed || !transaction || !asset || !paid) return refused("CONTRACT_VALIDATE_ERROR: no transfer of a token");
  const { txHash } = signed;
  if (signed.signer !== transaction.owner) return refused("SIGERROR: validate signature error");
  const state = await stateOf(db, "tron", txHash);
  if (state === "STANDING") return { taken: true };
  const tip = await tipOf(db, "tron");
  if (!tip || !(await isOnChain(db, tip.height, transaction))) return refused("TAPOS_ERROR: Tapos failed");
  const at = tip.blockTime.getTime();
  if (transaction.expiration <= at || transaction.expiration > at + DAY_MS)
    return refused("TRANSACTION_EXPIRATION_ERROR: transaction expired");
  const cost = QUOTE.energy * QUOTE.energyPrice;
  if (transaction.feeLimit < cost || TRX < cost + BigInt(tronBandwidth(signed.rawHex)) * QUOTE.bytePrice)
    return refused("BANDWITH_ERROR: account resource insufficient");
  if ((await tokensOf(db, "tron", asset, transaction.owner)) < paid.units)
    return refused("CONTRACT_EXE_ERROR: REVERT opcode executed");
  if (state === "GONE") {
    await reviveTransfers(db, "tron", txHash);
    return { taken: true };
  }
  const expiresAt = new Date(Number(transaction.expiration));
  const output = {
    script: paid.to,
    address: tronAddress(hexToBytes(paid.to)),
    source: transaction.owner,
    units: paid.units,
  };
  await enterSpend(db, { network: "tron", txHash, asset, spends: [], outputs: [output], expiresAt });
  return { taken: true };
}

/** Whether the block that it builds on is one of the last that its two bytes can name. */
async function isOnChain(db: Db, tip: bigint, { refBlockBytes, refBlockHash }: TronTransaction): Promise<boolean> {
  const wanted = BigInt(`0x${refBlockBytes}`);
  const height = tip - ((((tip - wanted) % NUMBERS) + NUMBERS) % NUMBERS);
  const hash = await blockHashAt(db, "tron", height);
  return hash !== undefined && refOf(Number(height), hash).refBlockHash === refBlockHash;
}
