import { CRYPTO_FACTS, type CryptoAsset } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ChainFault, type Spending, type Transfer } from "./chain.ts";
import type { UtxoNetwork } from "./bitcoin.ts";

/** COINBASE_MATURITY (consensus/consensus.h), on both networks. */
const COINBASE_MATURITY = 100;
const ASSET: Record<UtxoNetwork, CryptoAsset> = { bitcoin: "BTC", bitcoincash: "BCH" };

export type BitcoinOutput = {
  n?: unknown;
  value?: unknown;
  scriptPubKey?: { hex?: unknown; address?: unknown; addresses?: unknown };
  tokenData?: unknown;
};
type Transaction = { txid?: unknown; vout?: unknown; vin?: unknown };

/**
 * The plain coins a decoded transaction pays. Outputs that carry tokens (CHIP-2022-02) are left out: spending them as
 * plain coins burns the tokens. Nothing is skipped silently for its form: an answer that is not understood is a fault.
 */
export function transfersOf(network: UtxoNetwork, tx: unknown, position: number): Transfer[] {
  const { txid, vout } = tx as Transaction;
  if (typeof txid !== "string" || !Array.isArray(vout)) throw misread(network, "a transaction");
  const asset = ASSET[network];
  const spends = spentBy(tx as Transaction);
  const maturity = spends.length === 0 ? { maturity: COINBASE_MATURITY } : {};
  const transfers: Transfer[] = [];
  for (const output of vout as BitcoinOutput[]) {
    if (output.tokenData !== undefined) continue;
    const script = output.scriptPubKey?.hex;
    if (typeof output.n !== "number" || typeof script !== "string" || typeof output.value !== "string")
      throw misread(network, `an output of ${txid}`);
    const units = unitsOf(output.value, asset);
    if (units === undefined) throw misread(network, `an amount of ${txid}`);
    if (units === 0n) continue;
    const place = { txHash: txid, outputIndex: output.n, position };
    transfers.push({ ...place, asset, script, units, spends, ...maturity, ...addressOf(output) });
  }
  return transfers;
}

/**
 * What a decoded transaction uses up, and all it pays, tokens' outputs and data's among them. Nothing for a coinbase, which
 * spends no output.
 */
export function spendingOf(network: UtxoNetwork, tx: unknown): Spending[] {
  const { txid, vout } = tx as Transaction;
  const inputs = spentBy(tx as Transaction);
  if (typeof txid !== "string" || !Array.isArray(vout)) throw misread(network, "a transaction");
  if (inputs.length === 0) return [];
  let paidUnits = 0n;
  for (const { value } of vout as BitcoinOutput[]) {
    const units = typeof value === "string" ? unitsOf(value, ASSET[network]) : undefined;
    if (units === undefined) throw misread(network, `an amount of ${txid}`);
    paidUnits += units;
  }
  return [{ txHash: txid, inputs, paidUnits }];
}

/** An output's address as Core writes it; before version 22, and Bitcoin Cash Node, write a list of one. */
export function addressOf({ scriptPubKey }: BitcoinOutput): { address?: string } {
  const { address, addresses } = scriptPubKey ?? {};
  const [only] = Array.isArray(addresses) && addresses.length === 1 ? addresses : [];
  const found: unknown = address ?? only;
  return typeof found === "string" ? { address: found } : {};
}

/** The outputs a decoded transaction spends, as `txid:vout`; none for a coinbase. */
function spentBy({ vin }: Transaction): string[] {
  if (!Array.isArray(vin)) return [];
  return (vin as { txid?: unknown; vout?: unknown }[]).flatMap(({ txid, vout }) =>
    typeof txid === "string" && typeof vout === "number" ? [`${txid}:${vout}`] : [],
  );
}

/** An output by the name that {@link transfersOf} gives it among what is spent. */
export function outputNamed(spent: string): [txid: string, vout: number] {
  const [txid = "", vout] = spent.split(":");
  return [txid, Number(vout)];
}

/** What an output is worth, as `gettxout` tells it; nothing where it is spent or was never there. */
export function worthOf(network: UtxoNetwork, answer: unknown): bigint | undefined {
  if (answer === null) return undefined;
  const { value } = answer as BitcoinOutput;
  const units = typeof value === "string" ? unitsOf(value, ASSET[network]) : undefined;
  if (units === undefined) throw misread(network, "an amount");
  return units;
}

/** `0.12345678` as nodes write it, without the detour over a decimal; any other writing of a number by that detour. */
function unitsOf(value: string, asset: CryptoAsset): bigint | undefined {
  if (/^\d+\.\d{8}$/.test(value)) return BigInt(value.replace(".", ""));
  const decimal = Decimal.parse(value);
  const { scale } = CRYPTO_FACTS[asset];
  return decimal && decimal.scale <= scale && decimal.units >= 0n ? decimal.floorUnits(scale) : undefined;
}

const misread = (network: UtxoNetwork, what: string): ChainFault =>
  new ChainFault(network, `The node's answer holds ${what} that this program cannot read.`, true, {
    failure: { code: "UNREADABLE" },
  });
