import { createHash } from "node:crypto";
import { readAddress } from "#lib/beneficiaries/address.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { assetOf, type CryptoAsset, CRYPTO_FACTS, type Network, networkOf, scaleOf } from "#lib/kernel/assets.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { amountOf, minOf, sumOf } from "#lib/kernel/money.ts";
import { extendChange } from "#lib/wallets/change.ts";
import { newHash } from "./chain-controls.ts";
import type { spendEndpoint } from "./contract.ts";
import { nextChange, ownCoins, ownScript, ownTokens } from "./spend-store.ts";
import { enterSpend, isSent, lockChain, type SpendOutput } from "./store.ts";

/** What the owner's wallet pays when nobody says. */
const STANDARD_FEE = 1_000n;

/**
 * The owner's wallet sends: the oldest coins first, the rest back to its next change address; tokens from the accounts
 * with the most of them. A holder of the keys can do so, with or without approval. Refuses more than lies there with
 * INSUFFICIENT_FUNDS.
 */
export async function spend(ctx: Ctx, input: InputOf<typeof spendEndpoint>): Promise<OutputOf<typeof spendEndpoint>> {
  const asset = spentAsset(input);
  const isUtxo = asset === "BTC" || asset === "BCH";
  if (input.fee && !isUtxo) throw invalid("fee", "fee is only allowed with BTC and BCH.");
  const units = unitsOf("quantity", input.quantity, scaleOf(asset));
  const fee = input.fee ? unitsOf("fee", input.fee, scaleOf(asset)) : STANDARD_FEE;
  const { network, to } = input;
  return ctx.transaction(async (tx) => {
    await lockChain(tx.db, network);
    const txHash = input.txHash ?? newHash(network);
    if (await isSent(tx.db, network, txHash))
      throw new Refusal("INVALID_STATE", "There is a transaction with this txHash already.");
    const script = await scriptOf(tx, network, to);
    const { spends, outputs } = isUtxo
      ? await fromCoins(tx, network, asset, { script, address: to, source: "", units }, fee)
      : await fromAccounts(tx, network, asset, { script, address: to, source: "", units });
    await enterSpend(tx.db, { network, txHash, asset, spends, outputs });
    return answerWith(tx, { txHash });
  });
}

function spentAsset({ network, asset: crypto }: Pick<InputOf<typeof spendEndpoint>, "network" | "asset">): CryptoAsset {
  const asset = assetOf(crypto, network === "tron" ? "tron" : undefined);
  if (networkOf(asset) !== network) throw invalid("asset", `There is no ${crypto} on ${network}.`);
  return asset;
}

type Spent = { spends: readonly string[]; outputs: readonly SpendOutput[] };

async function fromCoins(
  tx: Ctx,
  network: Network,
  asset: CryptoAsset,
  paid: SpendOutput,
  fee: bigint,
): Promise<Spent> {
  const needed = paid.units + fee;
  const coins: Awaited<ReturnType<typeof ownCoins>> = [];
  let total = 0n;
  for (const coin of await ownCoins(tx.db, network, asset)) {
    if (total >= needed) break;
    coins.push(coin);
    total += coin.units;
  }
  if (total < needed) throw insufficient(asset, needed, total);
  const change = total - needed;
  const spends = coins.map(({ name }) => name);
  // What is too little for an output of its own goes to the miner.
  if (change < CRYPTO_FACTS[asset].dustUnits) return { spends, outputs: [paid] };
  const next = await changeOf(tx, coins[0]?.script ?? "");
  return { spends, outputs: [paid, { ...next, source: "", units: change }] };
}

async function changeOf(tx: Ctx, script: string) {
  await extendChange(tx);
  const next = await nextChange(tx.db, script);
  must(next?.script && next.address, "a wallet has a change address");
  return { script: next.script, address: next.address };
}

async function fromAccounts(tx: Ctx, network: Network, asset: CryptoAsset, paid: SpendOutput): Promise<Spent> {
  const outputs: SpendOutput[] = [];
  let left = paid.units;
  for (const { script: source, units } of await ownTokens(tx.db, network, asset)) {
    if (left === 0n) break;
    const part = minOf(left, units);
    outputs.push({ ...paid, source, units: part });
    left -= part;
  }
  if (left > 0n) throw insufficient(asset, paid.units, sumOf(outputs.map(({ units }) => units)));
  return { spends: [], outputs };
}

const insufficient = (asset: CryptoAsset, needed: bigint, there: bigint): Refusal =>
  new Refusal(
    "INSUFFICIENT_FUNDS",
    `${amountOf(asset, needed)} ${asset} are needed and ${amountOf(asset, there)} lie on the operator's addresses.`,
  );

/** The script of an address: one of ours as it is watched, any other by what it stands for, or made up of its text. */
async function scriptOf(tx: Ctx, network: Network, address: string): Promise<string> {
  const own = await ownScript(tx.db, address);
  if (own) return own;
  const read = readAddress(network, address);
  if (read) return read.script;
  const digest = createHash("sha256").update(address).digest("hex");
  const isUtxo = network === "bitcoin" || network === "bitcoincash";
  return readAddress(network, address)?.script ?? (isUtxo ? `5120${digest}` : digest.slice(0, 40));
}
