import { CRYPTO_FACTS, type CryptoAsset } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ChainFault, type Transfer } from "./chain.ts";
import type { UtxoNetwork } from "./bitcoin.ts";

const ASSET: Record<UtxoNetwork, CryptoAsset> = { bitcoin: "BTC", bitcoincash: "BCH" };

type Output = { n?: unknown; value?: unknown; scriptPubKey?: { hex?: unknown }; tokenData?: unknown };
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
  const transfers: Transfer[] = [];
  for (const output of vout as Output[]) {
    if (output.tokenData !== undefined) continue;
    const script = output.scriptPubKey?.hex;
    if (typeof output.n !== "number" || typeof script !== "string" || typeof output.value !== "string")
      throw misread(network, `an output of ${txid}`);
    const units = unitsOf(output.value, asset);
    if (units === undefined) throw misread(network, `an amount of ${txid}`);
    if (units > 0n) transfers.push({ txHash: txid, outputIndex: output.n, position, asset, script, units, spends });
  }
  return transfers;
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

/** `0.12345678` as nodes write it, without the detour over a decimal; any other writing of a number by that detour. */
function unitsOf(value: string, asset: CryptoAsset): bigint | undefined {
  if (/^\d+\.\d{8}$/.test(value)) return BigInt(value.replace(".", ""));
  const decimal = Decimal.parse(value);
  const { scale } = CRYPTO_FACTS[asset];
  return decimal && decimal.scale <= scale && decimal.units >= 0n ? decimal.floorUnits(scale) : undefined;
}

const misread = (network: UtxoNetwork, what: string): ChainFault =>
  new ChainFault(network, `The node's answer holds ${what} that this program cannot read.`, true);
