import type { Chain, TronCalls } from "#lib/chains/chain.ts";
import { tronBandwidth, type TronTransaction, writeTron } from "#lib/chains/tron-raw.ts";
import { bytesToHex } from "@noble/hashes/utils.js";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { PreparedRecord } from "./contract.ts";
import { auditPrepared, preparedNow } from "./read-prepared.ts";
import type { TokenAccount } from "./account-store.ts";
import { insertPrepared, type NewPrepared, walletsOf } from "./store.ts";
import { type AccountRequest, inputFrom } from "./token-source.ts";
import { tronFile } from "./tron-file.ts";

/** The node that prepares transactions of tron. Refuses a fee of one's own: the chain itself sets what it costs. */
export function needTron({ app }: Ctx, { feeRate }: AccountRequest): { chain: Chain; calls: TronCalls } {
  if (feeRate) throw invalid("feeRate", "On tron the chain itself sets what a transaction costs.");
  const chain = app.chains.tron;
  const calls = chain?.tronCalls;
  if (!chain || !calls) throw new Refusal("SERVICE_UNAVAILABLE", "The node of tron prepares no transactions.");
  return { chain, calls };
}

/** The bytes to sign, hex, and how many of bandwidth they take. */
export function writtenTron(transaction: TronTransaction): { unsigned: string; bandwidth: number } {
  const unsigned = bytesToHex(writeTron(transaction));
  return { unsigned, bandwidth: tronBandwidth(unsigned) };
}

type Made = Pick<NewPrepared, "id" | "feeUnits" | "feeRate" | "gasMissing" | "activationUnits" | "size" | "outputs"> & {
  asset: NewPrepared["asset"];
  source: TokenAccount;
  units: bigint;
  transaction: TronTransaction;
  written: ReturnType<typeof writtenTron>;
  expiresAt: Date;
  payouts?: readonly string[] | undefined;
  moves?: readonly string[] | undefined;
};

/** Keeps what was prepared for tron with its file, audits it, and answers it. The network is locked by then. */
export async function keepTron(
  tx: Ctx,
  { id, asset, source, units, transaction, written, payouts, moves, ...costs }: Made,
): Promise<PreparedRecord> {
  const wallet = (await walletsOf(tx.db, "tron")).find((each) => each.id === source.walletId);
  must(wallet, "an account of ours belongs to a wallet");
  await insertPrepared(tx.db, {
    ...costs,
    ...written,
    id,
    network: "tron",
    asset,
    walletId: wallet.id,
    familyId: id,
    replacesId: undefined,
    content: tronFile(transaction, `${wallet.path}/0/${source.keyIndex}`),
    madeBy: actorName(tx.actor),
    inputs: [inputFrom(source, 0, units)],
  });
  const quantity = amountOf(asset, units).toString();
  await auditPrepared(tx, { id, network: "tron", txHash: undefined }, "prepared.make", { quantity, payouts, moves });
  return answerWith(tx, await preparedNow(tx, id));
}
