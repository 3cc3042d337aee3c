import type { CryptoAsset, CustodyAsset, GasAsset, Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Leaving } from "./leaving.ts";

/** What something approved takes of a transaction: so much of an asset, by the outputs that are its own. */
export type PurposeClaim = {
  objectId: string;
  asset: CryptoAsset;
  /** Without the fee; nothing where all stays ours. */
  units: bigint;
  outputIndexes: readonly number[];
};

/** A transaction, and the network's fee that the claim has to bear in the books. */
export type PlacedTransaction = { network: Network; txHash: string; fee: bigint };

export type PurposePart = { objectId: string; asset: CustodyAsset; units: bigint };

/** So much of the coin that pays for gas, given by an account of ours, also to another of ours (`own`). */
export type GasGiven = { to: string; own: boolean; asset: GasAsset; units: bigint };

/**
 * Why money may leave: approved payouts, approved moves. The nouns that approve are above this one, so they are handed in.
 * Every call runs in the transaction of what it tells.
 */
export type Purpose = {
  kind: "PAYOUT" | "MOVE";
  /** Which approved ones a transaction carries out, by its hash, else by its outputs; asked once, at its first sighting. */
  claim(ctx: Ctx, network: Network, leaving: Leaving): Promise<readonly PurposeClaim[]>;
  /** Which approved one it is that an account of ours gives ether or TRX; asked once, at its first sighting. */
  claimGas?(ctx: Ctx, network: Network, given: GasGiven): Promise<string | undefined>;
  /**
   * A block has it: posts what left with its fee, custody against whatever was waiting. False, with nothing written, when
   * it is not waited for any more: cancelled, or gone out by another transaction. Then nobody has approved this one.
   */
  left(ctx: Ctx, claim: PurposePart, placed: PlacedTransaction): Promise<boolean>;
  /**
   * The block is gone: mirrors that posting. False, with nothing written, while what it was paid from is not there to be
   * reserved again: it is asked for anew until it is.
   */
  back(ctx: Ctx, claim: PurposePart, placed: PlacedTransaction): Promise<boolean>;
  /** It has the confirmations of its network. */
  final(ctx: Ctx, claim: PurposePart, placed: PlacedTransaction): Promise<void>;
};
