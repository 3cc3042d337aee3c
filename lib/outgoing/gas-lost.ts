import type { Chain } from "#lib/chains/chain.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { slot } from "#lib/kernel/slots.ts";
import { cursorAt } from "./custody-store.ts";
import { bookGas } from "./gas.ts";
import { nameByCode } from "./gas-by-code.ts";
import {
  accountsInTurn,
  gasAtStake,
  gasHistory,
  type GasStep,
  holdCursor,
  insertFound,
  isGasReady,
} from "./gas-store.ts";
import type { Purpose } from "./purpose.ts";
import { reportGone } from "./report-gone.ts";
import type { BlockRef } from "./store.ts";

/** Accounts that are asked for with each block, of those at stake and in turn: the node answers for one at a time. */
const AT_ONCE = 50;
const IN_TURN = 100;
/** The block that was looked at last, and the account up to which all were asked for in turn. */
const LOOKED = slot<string>("outgoing.gas-lost");
const TURN = slot<string>("outgoing.gas-turn");
/** By how much accounts differ of which nothing could be named: not asked for again before that changes, or daily. */
const UNNAMED = slot<ReadonlyMap<string, bigint>>("outgoing.gas-unnamed");

/**
 * A contract's code moves ether without a transaction of the account, and without a log: a Safe by its batch, any account
 * by code that its key has delegated to, and whatever pays to an account of ours. With each block the accounts that should
 * have most, the Safes first, and of all others so many in turn are asked for what they have. Where the node traces, it is
 * named; what is gone by nothing that it names is missing, and what nothing names on an account that had nothing before is
 * nobody's; both are cases (rulebook 13.4). Answers how much was found.
 */
export async function findUnseenGas(ctx: Ctx, chain: Chain, purposes: readonly Purpose[]): Promise<number> {
  const { network } = chain;
  if (network !== "eth" || !chain.coins) return 0;
  const block = await cursorAt(ctx.db, network);
  if (!block || ctx.app.slots.get(LOOKED) === block.hash || (await chain.head()).hash !== block.hash) return 0;
  const { opened, weighed } = await isGasReady(ctx.db, network);
  if (!weighed) return 0;
  const turn = await accountsInTurn(ctx.db, network, ctx.app.slots.get(TURN) ?? "", IN_TURN);
  const scripts = [...new Set([...(await gasAtStake(ctx.db, network, AT_ONCE)).keys(), ...turn])];
  const held = await chain.coins(scripts, block.height);
  if ((await chain.head()).hash !== block.hash) return 0;
  const unseen = async () =>
    beyondBooks(held, await gasHistory(ctx.db, network, scripts)).filter(({ wei }) => opened || wei < 0n);
  const differing = await unseen();
  const unnamed = ctx.app.slots.get(UNNAMED);
  const fresh = differing.filter(({ script, wei }) => unnamed?.get(script) !== wei);
  const named = await nameByCode(ctx, chain, fresh, block, purposes);
  const left = named > 0 ? await unseen() : differing;
  let found = 0;
  for (const each of left) if (await writeUnnamed(ctx, chain, each, block, purposes)) found += 1;
  ctx.app.slots.set(UNNAMED, new Map(left.map(({ script, wei }) => [script, wei])));
  ctx.app.slots.set(LOOKED, block.hash);
  ctx.app.slots.set(TURN, turn.length < IN_TURN ? "" : (turn.at(-1) ?? ""));
  return named + found;
}

/** Less than nothing where it has gone; `isFirst` where the books know nothing of the account. */
type Unseen = { script: string; held: bigint; wei: bigint; isFirst: boolean };

function beyondBooks(held: ReadonlyMap<string, bigint>, steps: readonly GasStep[]): Unseen[] {
  const due = new Map<string, bigint>();
  for (const { script, wei } of steps) due.set(script, (due.get(script) ?? 0n) + wei);
  return [...held].flatMap(([script, has]) => {
    const wei = has - (due.get(script) ?? 0n);
    return wei === 0n ? [] : [{ script, held: has, wei, isFirst: !due.has(script) }];
  });
}

/**
 * What is gone by nothing that the node names, and what came so to an account that the daily proof does not ask for, as the
 * books know nothing of it. False where the chain has moved on meanwhile, or another worker has found it.
 */
async function writeUnnamed(
  ctx: Ctx,
  { network }: Chain,
  { script, wei, held, isFirst }: Unseen,
  block: BlockRef,
  purposes: readonly Purpose[],
): Promise<boolean> {
  if (wei > 0n && !isFirst) return false;
  const id = ctx.id();
  const found = wei < 0n ? ({ kind: "SENT", script, wei: -wei } as const) : ({ kind: "FOUND", script, wei } as const);
  const isNew = await ctx.transaction(async (tx) => {
    if ((await holdCursor(tx.db, network)) !== block.hash) return false;
    if (!(await isAsRead(tx, network, { script, held, wei }))) return false;
    if (!(await insertFound(tx.db, id, network, found, block))) return false;
    if (found.kind === "SENT") await reportGone(tx, network, { ...found, txHashes: [] }, block);
    return true;
  });
  if (isNew) await bookGas(ctx, id, purposes);
  return isNew;
}

/** Whether the books still differ by so much. */
export async function isAsRead(
  tx: Ctx,
  network: Network,
  { script, held, wei }: Pick<Unseen, "script" | "held" | "wei">,
): Promise<boolean> {
  const [now] = beyondBooks(new Map([[script, held]]), await gasHistory(tx.db, network, [script]));
  return now?.wei === wei;
}
