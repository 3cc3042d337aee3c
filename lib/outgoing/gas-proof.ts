import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Chain } from "#lib/chains/chain.ts";
import { GAS_FACTS, type GasAsset, gasOf, type Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { CustodyProof } from "./custody-store.ts";
import { cursorAt, readAtOnce, usedAccounts } from "./custody-store.ts";
import { bookGas, chainUnits, weighGas } from "./gas.ts";
import { nameByCode } from "./gas-by-code.ts";
import { isAsRead } from "./gas-lost.ts";
import { bookedGas, gasDue, gasToBook, holdCursor, insertFound, lostOpenings } from "./gas-store.ts";
import type { Purpose } from "./purpose.ts";
import { movesOn, standsAt, TRIES } from "./stands-at.ts";
import type { BlockRef } from "./store.ts";

const AT_ONCE = 500;

/**
 * What accounts of ours have of the coin that pays for gas, beside the books. Accounts that have what is due are proven by
 * that, wherever the node stands; those that differ at the very block that both stand at. The first time what lies there is
 * the owner's, and is booked before the proof; later what the node has beyond the books came unseen, by a contract or a
 * reward: the proof shows it as a difference, and it is booked as unassigned. Where the node has less, that stays a
 * difference. Undefined where the chain tells none; a sentence where nothing can be said.
 */
export async function proveGas(
  ctx: Ctx,
  chain: Chain,
  purposes: readonly Purpose[],
): Promise<CustodyProof | string | undefined> {
  const { network } = chain;
  const asset = gasOf(network);
  if (!asset || !chain.coins) return undefined;
  await weighGas(ctx, purposes);
  const held = new Map<string, bigint>();
  for (let tries = 0; tries <= TRIES; tries += 1) {
    const books = await ctx.transaction((tx) => gasBooks(tx, network));
    const { block, due, booked, scripts } = books;
    if (booked.unweighed > 0)
      return `The node of ${network} has not told what ${booked.unweighed} transactions have cost.`;
    const dueOf = (script: string) => due.get(script) ?? 0n;
    const differ = () => scripts.filter((script) => held.get(script) !== dueOf(script));
    for (const [script, wei] of await chain.coins(differ(), block.height)) held.set(script, wei);
    if (differ().length === 0 || (await standsAt(ctx, chain, block)))
      return bookAndProve(ctx, { chain, asset, purposes, held, ...books });
  }
  return movesOn(network);
}

/** What the books have at a block of theirs, all of one moment. */
async function gasBooks(tx: Ctx, network: Network) {
  await readAtOnce(tx.db);
  const block = await cursorAt(tx.db, network);
  must(block, "a network that was looked at has a cursor");
  const due = await gasDue(tx.db, network);
  const booked = await bookedGas(tx.db, network);
  const used = await usedAccounts(tx.db, network);
  return { block, due, booked, scripts: [...new Set([...due.keys(), ...used.map(({ script }) => script)])] };
}

type Read = Awaited<ReturnType<typeof gasBooks>> & Omit<ToBook, "found"> & { held: ReadonlyMap<string, bigint> };

async function bookAndProve(
  ctx: Ctx,
  { chain, asset, purposes, held, block, due: dueBefore, booked }: Read,
): Promise<CustodyProof | string> {
  const { network } = chain;
  let due = dueBefore;
  const lost = await lostOpenings(ctx.db, network);
  const differing = [...held].flatMap(([script, wei]) =>
    wei === (due.get(script) ?? 0n) || lost.has(script) ? [] : [{ script, held: wei }],
  );
  const named = booked.opened ? await nameByCode(ctx, chain, differing, block, purposes) : 0;
  if (named > 0) due = await gasDue(ctx.db, network);
  const found = [...held].flatMap(([script, wei]): Found[] => {
    const beyond = wei - (due.get(script) ?? 0n);
    const kind = !booked.opened || lost.has(script) ? "OPENING" : "FOUND";
    return beyond > 0n ? [{ kind, script, held: wei, wei: beyond }] : [];
  });
  const isBooked = await bookFound(ctx, { chain, asset, found, block, purposes });
  if (!isBooked) return `${network} has moved on from block ${block.height} meanwhile.`;
  const books = booked.opened && lost.size === 0 && named === 0 ? booked : await bookedGas(ctx.db, network);
  const node = flooredUnits(sumOf(held.values()) - books.rest, chainUnits(asset));
  const { ledger, waiting } = books;
  return { network, asset, height: block.height, ledger, waiting, node, asked: held.size, at: await ctx.now() };
}

type Found = { kind: "OPENING" | "FOUND"; script: string; held: bigint; wei: bigint };

/** Writes down what was found and books it, and what has waited for it. False when the chain has moved on. */
type ToBook = {
  chain: Chain;
  asset: GasAsset;
  found: readonly Found[];
  block: BlockRef;
  purposes: readonly Purpose[];
};

async function bookFound(ctx: Ctx, { chain, asset, found, block, purposes }: ToBook): Promise<boolean> {
  const { network } = chain;
  if (found.length === 0) return true;
  const isWritten = await ctx.transaction(async (tx) => {
    if ((await holdCursor(tx.db, network)) !== block.hash) return false;
    for (const each of found) if (!(await isAsRead(tx, network, each))) return false;
    for (const each of found) await insertFound(tx.db, tx.id(), network, each, block);
    const total = Decimal.of(sumOf(found.map(({ wei }) => wei)), GAS_FACTS[asset].chainScale);
    await recordAudit(tx, {
      action: "gas.found",
      accountId: (await houseOf(tx.app)).id,
      objectKind: "custody",
      objectId: asset,
      detail: { network, height: block.height, accounts: found.length, quantity: total.toString() },
    });
    return true;
  });
  for (const id of await gasToBook(ctx.db, AT_ONCE)) await bookGas(ctx, id, purposes);
  return isWritten;
}

/** Rounded to what is certainly there: a loss of less than a unit is one. */
const flooredUnits = (wei: bigint, unit: bigint): bigint => (wei < 0n ? -((-wei + unit - 1n) / unit) : wei / unit);
