import type { Spending, Transfer } from "#lib/chains/chain.ts";
import type { CryptoAsset } from "#lib/kernel/assets.ts";
import { must } from "#lib/kernel/errors.ts";
import { maxOf, sumOf } from "#lib/kernel/money.ts";

/** What of ours a transaction uses up: an output by its transaction, a token's transfer by its own, with the account that sent it. */
export type SpentInput = {
  sourceHash: string;
  sourceIndex: number;
  asset: CryptoAsset;
  units: bigint;
  script?: string;
};

/** Where a transaction that uses up ours pays to; `own`: back to an address of ours. */
export type LeavingOutput = Pick<Transfer, "outputIndex" | "asset" | "script" | "address" | "units"> & { own: boolean };

/** Of one asset: what was used up of ours, what came back, and the fee where all of the transaction is ours. */
export type Amount = { asset: CryptoAsset; spent: bigint; own: bigint; fee: bigint };

/** A transaction that uses up what is ours. */
export type Leaving = {
  txHash: string;
  inputs: readonly SpentInput[];
  outputs: readonly LeavingOutput[];
  spends: readonly string[];
  /** The fee, of the asset of the inputs: known where all inputs are ours. */
  fee: bigint;
};

/** An output of a chain by its name among what transactions use up. */
export const outputName = (txHash: string, outputIndex: number): string => `${txHash}:${outputIndex}`;

/** Our outputs by name, and our scripts. */
export type Ours = {
  outputs: ReadonlyMap<string, { asset: CryptoAsset; units: bigint }>;
  scripts: ReadonlySet<string>;
};

/** Of transactions on a chain of outputs those that use up one of ours. */
export function leavingByOutputs(
  spending: readonly Spending[],
  transfers: readonly Transfer[],
  { outputs, scripts }: Ours,
): Leaving[] {
  const paid = Map.groupBy(transfers, ({ txHash }) => txHash);
  return spending.flatMap(({ txHash, inputs: all, paidUnits }) => {
    const inputs = all.flatMap((name) => {
      const found = outputs.get(name);
      return found ? [inputNamed(name, found)] : [];
    });
    if (inputs.length === 0) return [];
    const fee = inputs.length === all.length ? sumOf(inputs.map(({ units }) => units)) - paidUnits : 0n;
    must(fee >= 0n, `${txHash} pays no more than it uses up`);
    return [{ txHash, inputs, outputs: outputsOf(paid.get(txHash) ?? [], scripts), spends: all, fee }];
  });
}

function inputNamed(name: string, found: { asset: CryptoAsset; units: bigint }): SpentInput {
  const [sourceHash = "", at] = name.split(":");
  return { sourceHash, sourceIndex: Number(at), ...found };
}

/** Transfers from accounts of ours, by transaction; of the accounts that received them `scripts` are ours. */
export function leavingByAccounts(sent: readonly Transfer[], scripts: ReadonlySet<string>): Leaving[] {
  return [...Map.groupBy(sent, ({ txHash }) => txHash)].map(([txHash, own]) => ({
    txHash,
    inputs: own.map(({ outputIndex, asset, units, sourceScript }) => ({
      sourceHash: txHash,
      sourceIndex: outputIndex,
      asset,
      units,
      ...(sourceScript !== undefined && { script: sourceScript }),
    })),
    outputs: outputsOf(own, scripts),
    spends: own[0]?.spends ?? [],
    fee: 0n,
  }));
}

const outputsOf = (transfers: readonly Transfer[], scripts: ReadonlySet<string>): LeavingOutput[] =>
  transfers.map(({ outputIndex, asset, script, address, units }) => ({
    outputIndex,
    asset,
    script,
    units,
    own: scripts.has(script),
    ...(address === undefined ? {} : { address }),
  }));

/** What leaves, by asset, as the outputs stand now. */
export function amountsOf({ inputs, outputs, fee }: Leaving): Amount[] {
  return [...Map.groupBy(inputs, ({ asset }) => asset)].map(([asset, used]) => ({
    asset,
    spent: sumOf(used.map(({ units }) => units)),
    own: sumOf(outputs.filter((output) => output.own && output.asset === asset).map(({ units }) => units)),
    fee,
  }));
}

/** What left us of an asset, apart from the fee; nothing where others have paid us by the same transaction. */
export const leftOf = ({ spent, own, fee }: Amount): bigint => maxOf(spent - own - fee, 0n);

/** What others have paid us by a transaction that uses up ours, or pays what was approved (`claimed`), as well: ours to give back. */
export const gainOf = ({ spent, own, fee }: Amount, claimed: bigint): bigint => maxOf(own + fee + claimed - spent, 0n);
