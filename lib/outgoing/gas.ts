import { recordAudit } from "#lib/audit/record-audit.ts";
import { type Chain, ChainFault, type SentTransaction } from "#lib/chains/chain.ts";
import { GAS_FACTS, type GasAsset, gasOf, type Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { custodyCode } from "#lib/ledger/chart.ts";
import { gasBooked, gasKey, type GasMoved, gasReversed } from "#lib/ledger/gas-journal.ts";
import { post } from "#lib/ledger/post.ts";
import { queueToMembers } from "#lib/mail/queue-mail.ts";
import { accountAddress } from "#lib/wallets/encodings.ts";
import { takeBackResolutions } from "#lib/resolutions/resolve.ts";
import {
  bookedInBlock,
  countGasPosted,
  countGasReversed,
  gasDue,
  gasOfMoves as movesWithGas,
  type GasRow,
  type GasSeen,
  gasToBook,
  lastSpent,
  linkGasTo,
  lockGas,
  unplaceGasRows,
  unweighedGas,
  upsertGas,
  voidGasClaim,
  writeCost,
} from "./gas-store.ts";
import type { GasGiven, Purpose, PurposePart } from "./purpose.ts";
import { scriptsOfOurs } from "./record.ts";
import { type BlockRef, knownOutgoing } from "./store.ts";
import { amountIn } from "#lib/mail/say.ts";
import { lettersText } from "#lib/i18n/letters.ts";

/** Transactions whose cost is asked for, and that are booked, in one round. */
const AT_ONCE = 50;

/** So many of the chain's own smallest unit are one of the ledger's. */
export const chainUnits = (asset: GasAsset): bigint =>
  10n ** BigInt(GAS_FACTS[asset].chainScale - GAS_FACTS[asset].scale);

/**
 * Writes down the transactions that accounts of ours have sent, and those of others that bring them the coin, each with the
 * block that has it. One of ours that moves no token was approved by nobody: everybody of the house is told at once
 * (rulebook 13.4). `explained` are those that are written down as outgoing, and are told of there.
 */
export async function recordGas(
  ctx: Ctx,
  { network }: Chain,
  sent: readonly SentTransaction[],
  block: BlockRef,
  explained: ReadonlySet<string>,
  purposes: readonly Purpose[],
): Promise<void> {
  if (sent.length === 0) return;
  const ours = await scriptsOfOurs(
    ctx,
    sent.flatMap(({ script, to, valueWei }) => (to !== undefined && valueWei > 0n ? [script, to] : [script])),
  );
  for (const each of sent) {
    const seen = seenOf(each, ours);
    if (!seen) continue;
    const moveId = explained.has(each.txHash) ? undefined : await claimOn(ctx, network, seen, purposes);
    const isNew = await upsertGas(ctx.db, ctx.id(), network, { ...seen, moveId }, block);
    // A token's transaction is told of as outgoing, the coin that it takes along to others is not.
    const isToken = explained.has(each.txHash) && (seen.own || each.valueWei === 0n);
    const isExplained = seen.kind !== "SENT" || moveId !== undefined || isToken;
    if (isNew && !isExplained) await reportGas(ctx, network, each);
  }
}

/** The approved move that gives an account of ours, or the owner, so much, to the unit. */
export async function claimOn(
  ctx: Ctx,
  network: Network,
  { kind, counter, own, valueWei }: GasSeen,
  purposes: readonly Purpose[],
): Promise<string | undefined> {
  const asset = gasOf(network);
  if (kind !== "SENT" || counter === undefined || !asset || valueWei % chainUnits(asset) !== 0n) return undefined;
  const given = { to: counter, own, asset, units: valueWei / chainUnits(asset) };
  for (const { claimGas } of purposes) {
    const found = await claimGas?.(ctx, network, given);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Those of these moves that a transaction in a block carries out already. */
export const gasOfMoves = ({ db }: Ctx, moveIds: readonly string[]): Promise<ReadonlySet<string>> =>
  movesWithGas(db, moveIds);

/** What accounts of ours should have of the coin, in the chain's own unit. */
export const gasHeld = ({ db }: Ctx, network: Network): Promise<ReadonlyMap<string, bigint>> => gasDue(db, network);

function seenOf({ txHash, script, to, valueWei }: SentTransaction, ours: ReadonlySet<string>): GasSeen | undefined {
  if (ours.has(script)) {
    const own = to !== undefined && valueWei > 0n && ours.has(to);
    return { txHash, kind: "SENT", script, counter: to, own, valueWei };
  }
  if (to === undefined || valueWei === 0n || !ours.has(to)) return undefined;
  return { txHash, kind: "RECEIVED", script: to, counter: script, own: false, valueWei };
}

/** Those of a block that left its chain are out of the books, and stand in none. */
export async function unplaceGas(
  ctx: Ctx,
  { network }: Chain,
  hash: string,
  purposes: readonly Purpose[],
): Promise<void> {
  if (!gasOf(network)) return;
  for (const id of await bookedInBlock(ctx.db, network, hash)) await takeBackGas(ctx, id, purposes);
  await unplaceGasRows(ctx.db, network, hash);
}

/** Asks the nodes what transactions of ours have cost and brought, and books what is told. Answers how many were. */
export async function weighGas(ctx: Ctx, purposes: readonly Purpose[]): Promise<number> {
  let weighed = 0;
  for (const chain of Object.values(ctx.app.chains)) {
    try {
      weighed += await weighOn(ctx, chain);
    } catch (fault) {
      if (!(fault instanceof ChainFault)) throw fault;
      ctx.app.log.warn("gas not weighed", { network: chain.network, reason: fault.message });
    }
  }
  let booked = 0;
  for (const id of await gasToBook(ctx.db, AT_ONCE)) if (await bookGas(ctx, id, purposes)) booked += 1;
  return weighed + booked;
}

async function weighOn(ctx: Ctx, chain: Chain): Promise<number> {
  let weighed = 0;
  for (const { id, txHash, valueWei } of await unweighedGas(ctx.db, chain.network, AT_ONCE)) {
    const cost = await chain.costOf?.(txHash, valueWei);
    if (cost && (await writeCost(ctx.db, id, cost))) weighed += 1;
  }
  return weighed;
}

/**
 * Books one that a block has and that is weighed. Never more than custody holds: what pays for it and is not booked yet
 * comes first. Answers whether it was done.
 */
export function bookGas(ctx: Ctx, id: string, purposes: readonly Purpose[]): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const gas = await lockGas(tx.db, id);
    if (!gas?.isWeighed || gas.timesPosted > gas.timesReversed) return false;
    const moved = movedBy(gas, gas.timesPosted + 1);
    const { asset, fee, missing } = moved;
    // What a move takes out of custody is back with its arrival, and has to be there for that moment.
    const passes = gas.moveId === null || !gas.own ? 0n : gas.movedWei / chainUnits(asset);
    if ((await balanceOf(tx, custodyCode(asset), asset)) < fee + missing + passes) return false;
    if (gas.moveId !== null && (await bookMove(tx, gas, gas.moveId, purposes))) return true;
    await countGasPosted(tx.db, id);
    await post(tx, gasBooked(moved), {});
    await auditGas(tx, "gas.book", id, gas, moved);
    return true;
  });
}

/**
 * Books one that carries out an approved move, by the move's own postings. False where it does not, as it has failed or the
 * move is not waited for any more: then nobody has approved it, and everybody of the house is told.
 */
async function bookMove(ctx: Ctx, gas: GasRow, moveId: string, purposes: readonly Purpose[]): Promise<boolean> {
  const { id, network, script, valueWei } = gas;
  const { fee } = movedBy(gas, 1);
  const txHash = shownHash(gas);
  const placed = { network, txHash, fee };
  const isWhole = gas.movedWei === valueWei;
  if (isWhole && (await moveOf(purposes).left(ctx, partOf(gas, moveId), placed))) {
    await countGasPosted(ctx.db, id);
    return true;
  }
  await voidGasClaim(ctx.db, id);
  await reportGas(ctx, network, { txHash, script, valueWei });
  return false;
}

/** The transaction that a person looks up: the account's own, or that of the one that ran the code. */
const shownHash = ({ txHash, byCode }: Pick<GasRow, "txHash" | "byCode">): string => byCode ?? txHash;

/** A transaction by which an account of ours gave the coin away, under its lock. */
export type GasSent = GasGiven & { network: Network; txHash: string };

/** What is known by this id, where an account of ours gave it; undefined where it is anything else. */
export async function seenGas(tx: Ctx, id: string): Promise<GasSent | undefined> {
  const gas = await lockGas(tx.db, id);
  if (gas?.kind !== "SENT" || gas.counter === null) return undefined;
  const { network, counter: to, own, valueWei } = gas;
  const { asset } = movedBy(gas, 1);
  return { network, txHash: shownHash(gas), to, own, asset, units: valueWei / chainUnits(asset) };
}

/**
 * A person says that this was a move, of so much and to that account: what was booked of it is mirrored, and the next round
 * books it as the move's. Answers false, with nothing written, where it is in no block, has failed, was another move, or gave
 * something else.
 */
export async function explainGas(
  tx: Ctx,
  id: string,
  { moveId, to, own, units }: { moveId: string } & Omit<GasGiven, "asset">,
): Promise<boolean> {
  const gas = await lockGas(tx.db, id);
  if (gas?.kind !== "SENT" || !gas.isWeighed || gas.moveId !== null) return false;
  const moved = movedBy(gas, gas.timesPosted);
  const isAll = gas.movedWei === gas.valueWei && gas.movedWei === units * chainUnits(moved.asset);
  if (
    !isAll ||
    gas.counter !== to ||
    gas.own !== own ||
    (await knownOutgoing(tx.db, gas.network, [gas.txHash])).size > 0
  )
    return false;
  if (gas.timesPosted > gas.timesReversed) {
    await countGasReversed(tx.db, id);
    await post(tx, gasReversed(moved), {});
    await auditGas(tx, "gas.reverse", id, gas, moved);
  }
  await linkGasTo(tx.db, id, moveId);
  return true;
}

/** What of it leaves custody: nothing where it is an account of ours that gets it. */
function partOf(gas: GasRow, objectId: string): PurposePart {
  const { asset, missing } = movedBy(gas, 1);
  return { objectId, asset, units: missing };
}

function moveOf(purposes: readonly Purpose[]): Purpose {
  const purpose = purposes.find(({ kind }) => kind === "MOVE");
  must(purpose, "a move of gas is posted by its own noun");
  return purpose;
}

/** Takes one out of the books; where it brought what others have spent since, these wait for it again. */
async function takeBackGas(ctx: Ctx, id: string, purposes: readonly Purpose[]): Promise<void> {
  const gas = await lockGas(ctx.db, id);
  must(gas && gas.timesPosted > gas.timesReversed, "what is taken back is in the books");
  const moved = movedBy(gas, gas.timesPosted);
  if (gas.moveId !== null) {
    const placed = { network: gas.network, txHash: shownHash(gas), fee: moved.fee };
    await moveOf(purposes).back(ctx, partOf(gas, gas.moveId), placed);
    await countGasReversed(ctx.db, id);
    return;
  }
  const { asset, received } = moved;
  while (received > 0n && (await balanceOf(ctx, custodyCode(asset), asset)) < received) {
    const later = await lastSpent(ctx.db, gas.network);
    must(later, "what custody lacks has been spent");
    await takeBackGas(ctx, later, purposes);
  }
  await takeBackResolutions(ctx, [id]);
  await countGasReversed(ctx.db, id);
  await post(ctx, gasReversed(moved), {});
  await auditGas(ctx, "gas.reverse", id, gas, moved);
}

/** In the ledger's units: what goes is rounded up, what comes down; the exact rest is the row's own. */
function movedBy({ network, txHash, kind, own, feeWei, movedWei }: GasRow, nth: number): GasMoved {
  const asset = gasOf(network);
  must(asset, `gas of ${network} is an asset of the ledger`);
  const unit = chainUnits(asset);
  const up = (wei: bigint): bigint => (wei + unit - 1n) / unit;
  const isSent = kind === "SENT";
  return {
    effectKey: gasKey(network, txHash, nth),
    asset,
    fee: up(feeWei),
    missing: isSent && !own ? up(movedWei) : 0n,
    received: isSent ? 0n : movedWei / unit,
    opening: kind === "OPENING",
  };
}

async function auditGas(
  ctx: Ctx,
  action: "gas.book" | "gas.reverse",
  id: string,
  row: GasRow,
  { asset, fee, missing, received }: GasMoved,
): Promise<void> {
  const { network, kind, script } = row;
  const written = (units: bigint) => amountOf(asset, units).toString();
  await recordAudit(ctx, {
    action,
    accountId: (await houseOf(ctx.app)).id,
    objectKind: "gas",
    objectId: id,
    detail: {
      network,
      txHash: shownHash(row),
      kind,
      address: accountAddress(network, script),
      fee: written(fee),
      ...(missing > 0n && { missing: written(missing) }),
      ...(received > 0n && { received: written(received) }),
    },
  });
}

async function reportGas(ctx: Ctx, network: Network, { txHash, valueWei }: SentTransaction): Promise<void> {
  const { id: houseId } = await houseOf(ctx.app);
  const coin = gasOf(network) ?? "ETH";
  const value = Decimal.of(valueWei, GAS_FACTS[coin].chainScale).toString();
  ctx.app.log.error("gas spent without our leave", { network, txHash });
  await recordAudit(ctx, {
    action: "outgoing.gas",
    accountId: houseId,
    objectKind: "outgoing",
    objectId: txHash,
    detail: { network, txHash, value },
  });
  const { gas, left } = lettersText;
  await queueToMembers(ctx, houseId, () => ({
    subject: gas.subject(network),
    text: [
      gas.lead(network),
      "",
      `  ${gas.value(amountIn(value, coin))}`,
      `  ${left.transaction(txHash)}`,
      "",
      left.end,
    ].join("\n"),
    path: "/exceptions?kind=UNKNOWN_SPEND",
  }));
}
