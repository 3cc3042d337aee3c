import { readAddress } from "#lib/beneficiaries/address.ts";
import { readIban } from "#lib/beneficiaries/iban.ts";
import { type Asset, type CryptoAsset, isFiat, networkOf } from "#lib/kernel/assets.ts";
import type { ExpectedMove } from "#lib/moves/move.ts";
import type { TransferKind } from "./transfer.ts";

/** As much of a transfer as says which move it is. */
export type ReportedTransfer = {
  kind: TransferKind;
  venue: string;
  asset: Asset;
  units: bigint;
  feeUnits: bigint;
  txHash: string | undefined;
  address: string | undefined;
  label: string | undefined;
  /** Moves to whose destination the venue's own name for a bank account leads, where it tells no IBAN. */
  namedMoves: readonly string[];
};

/**
 * The move that a venue's transfer is (rulebook 13.18), undefined when none is surely. `expected` are the approved moves of
 * its venue that no other transfer is. A transfer never is a move by being near to it.
 */
export function moveOfTransfer(
  reported: ReportedTransfer,
  expected: readonly ExpectedMove[],
): ExpectedMove | undefined {
  const own = expected.filter(({ asset }) => asset === reported.asset);
  return reported.kind === "WITHDRAWAL" ? withdrawn(reported, own) : deposited(reported, own);
}

/** It takes the quantity that was agreed to, to the unit, to the destination that was, as far as the venue names it. */
function withdrawn(reported: ReportedTransfer, own: readonly ExpectedMove[]): ExpectedMove | undefined {
  const place = `venue:${reported.venue}`;
  const fits = own.filter(
    (move) =>
      move.from === place && move.leftUnits === undefined && reported.units === move.units && goesTo(reported, move),
  );
  const [first, ...others] = fits;
  // Several to one destination are alike; to different ones the venue's own name for it would have to say which.
  return others.every(({ address }) => address === first?.address) ? first : undefined;
}

function goesTo({ asset, address, label, namedMoves }: ReportedTransfer, move: ExpectedMove): boolean {
  const { moveId, address: destination } = move;
  if (destination === undefined) return false;
  if (!isFiat(asset)) return address !== undefined && isSame(asset, address, destination);
  const named = [address, label].flatMap((text) => text ?? []);
  const ibans = named.flatMap((text) => readIban(text) ?? []);
  if (ibans.length > 0) return ibans.every((iban) => iban === readIban(destination));
  return named.length === 0 || namedMoves.includes(moveId);
}

/**
 * Crypto is the move whose transaction it is; one that is not known to have left is it by its address and quantity. Fiat is
 * the only move of exactly its sum.
 */
function deposited({ asset, ...reported }: ReportedTransfer, own: readonly ExpectedMove[]): ExpectedMove | undefined {
  const place = `venue:${reported.venue}`;
  const open = own.filter(({ to, arrivedUnits }) => to === place && arrivedUnits === undefined);
  const received = reported.units + reported.feeUnits;
  const exact = open.filter((move) => (move.leftUnits ?? move.units) === received);
  if (isFiat(asset)) return onlyOne(exact);
  const byHash = open.filter(({ leftProof }) => leftProof !== undefined && isHash(leftProof, reported.txHash));
  if (byHash.length > 0) return byHash.find(({ leftUnits }) => leftUnits === received) ?? onlyAbove(byHash, received);
  const early = exact.find(
    ({ from, leftProof, address }) =>
      from !== undefined && leftProof === undefined && !!address && isSame(asset, reported.address, address),
  );
  return early ?? onlyOne(exact.filter(({ from }) => from === undefined));
}

const onlyOne = (moves: readonly ExpectedMove[]): ExpectedMove | undefined =>
  moves.length === 1 ? moves[0] : undefined;

/** Less may arrive than has left, where it is plain of which it is. */
function onlyAbove(moves: readonly ExpectedMove[], received: bigint): ExpectedMove | undefined {
  const only = onlyOne(moves);
  return only?.leftUnits !== undefined && received <= only.leftUnits ? only : undefined;
}

const isHash = (ours: string, theirs: string | undefined): boolean =>
  theirs !== undefined && bare(ours) === bare(theirs);
const bare = (hash: string): string => hash.toLowerCase().replace(/^0x/, "");

function isSame(asset: CryptoAsset, theirs: string | undefined, ours: string): boolean {
  const network = networkOf(asset);
  const [one, other] = [theirs === undefined ? undefined : readAddress(network, theirs), readAddress(network, ours)];
  return one !== undefined && one.script === other?.script;
}
