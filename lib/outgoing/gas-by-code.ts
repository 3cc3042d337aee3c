import { type Chain, ChainFault, type CodeMove } from "#lib/chains/chain.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { bookGas, claimOn } from "./gas.ts";
import { gasHistory, type GasStep, holdCursor, insertByCode, type MovedByCode } from "./gas-store.ts";
import type { Purpose } from "./purpose.ts";
import { scriptsOfOurs } from "./record.ts";
import { reportGone } from "./report-gone.ts";
import type { BlockRef } from "./store.ts";

/** How many blocks back, one try after the other, the node is asked whether the books had all that an account had. */
const BACK = [1, 8, 64, 512, 4_096, 32_768];
/** What is traced and asked for to name one difference; further transfers stay one difference, from any sender. */
const [MOST_BLOCKS, MOST_ACCOUNTS, MOST_CALLS] = [20, 100, 500];

/** What an account has at a block by the node. */
export type NodeBalance = { script: string; held: bigint };

/**
 * Where accounts have more or less than their transactions leave, the code of contracts has moved it: the blocks in which it
 * changed are found by the balances, and the node's tracer names transaction, other account and amount of each call
 * (rulebook 13.4). It is believed where it explains the difference of each account of ours that it names, to the wei; else
 * nothing is written, and the difference stands. Answers how many calls were named.
 */
export async function nameByCode(
  ctx: Ctx,
  chain: Chain,
  differing: readonly NodeBalance[],
  block: BlockRef,
  purposes: readonly Purpose[],
): Promise<number> {
  if (!chain.movedByCode || !chain.coins) return 0;
  let named = 0;
  for (const one of differing) {
    try {
      const found = await explain(ctx, chain, one, block);
      if (found) named += await write(ctx, chain, found, block, purposes);
    } catch (fault) {
      if (!(fault instanceof ChainFault)) throw fault;
      ctx.app.log.warn("the node does not tell who moved it", { network: chain.network, reason: fault.message });
    }
  }
  return named;
}

/** `due`: what it should have at the block. */
type Account = NodeBalance & { steps: readonly GasStep[]; due: bigint };
type Call = CodeMove & { name: string; block: BlockRef };
type Explained = { calls: readonly Call[]; accounts: readonly Account[]; ours: ReadonlySet<string> };

const dueOf = (steps: readonly GasStep[], height: number): bigint =>
  sumOf(steps.filter((step) => step.height <= height).map(({ wei }) => wei));

/** What it had more at the end of these calls. */
const gained = (calls: readonly CodeMove[], script: string): bigint =>
  sumOf(calls.map(({ from, to, wei }) => (to === script ? wei : 0n) - (from === script ? wei : 0n)));

/** Undefined where it cannot be said who moved all of it, or nothing is to be said any more. */
async function explain(ctx: Ctx, chain: Chain, first: NodeBalance, block: BlockRef): Promise<Explained | undefined> {
  const accounts: Account[] = [];
  const traced = new Map<number, readonly Call[]>();
  const ours = new Set<string>();
  const waiting = [first.script];
  for (const script of waiting) {
    const held = script === first.script ? first.held : await coinsAt(chain, script, block.height);
    const steps = await gasHistory(ctx.db, chain.network, [script]);
    const account = { script, held, steps, due: dueOf(steps, block.height) };
    accounts.push(account);
    const heights = await changedIn(chain, account, block.height);
    const fresh = heights?.filter((height) => !traced.has(height));
    if (!fresh || traced.size + fresh.length > MOST_BLOCKS) return undefined;
    for (const height of fresh)
      traced.set(height, await callsIn(ctx, chain, height === block.height ? block : await chain.header(height), ours));
    const touched = new Set([...traced.values()].flat().flatMap(({ from, to }) => [from, to]));
    waiting.push(...[...touched].filter((each) => ours.has(each) && !waiting.includes(each)));
    if (waiting.length > MOST_ACCOUNTS) return undefined;
  }
  const calls = [...traced.values()].flat();
  const isWhole = accounts.every(({ script, held, due }) => gained(calls, script) === held - due);
  return isWhole && calls.length > 0 && calls.length <= MOST_CALLS ? { calls, accounts, ours } : undefined;
}

async function coinsAt(chain: Chain, script: string, height: number): Promise<bigint> {
  return (await chain.coins?.([script], height))?.get(script) ?? 0n;
}

/** The blocks in which an account had something that its transactions do not tell; undefined where that cannot be found. */
async function changedIn(
  chain: Chain,
  { script, held, steps, due }: Account,
  top: number,
): Promise<number[] | undefined> {
  if (held === due) return [];
  const beyondAt = async (height: number) => (await coinsAt(chain, script, height)) - dueOf(steps, height);
  // At a block where the node's own word was written down nothing is beyond it.
  const since = Math.max(0, ...steps.flatMap((step) => (step.byNode ? [step.height] : [])));
  const low = await agreedAt(beyondAt, top, since);
  if (low === undefined) return undefined;
  const heights: number[] = [];
  const split = async (from: number, fromBeyond: bigint, to: number, toBeyond: bigint): Promise<void> => {
    if (fromBeyond === toBeyond || heights.length > MOST_BLOCKS) return;
    if (to - from === 1) return void heights.push(to);
    const middle = Math.floor((from + to) / 2);
    const beyond = await beyondAt(middle);
    await split(from, fromBeyond, middle, beyond);
    await split(middle, beyond, to, toBeyond);
  };
  await split(low, 0n, top, held - due);
  return heights.length > MOST_BLOCKS ? undefined : heights;
}

async function agreedAt(
  beyondAt: (height: number) => Promise<bigint>,
  top: number,
  since: number,
): Promise<number | undefined> {
  for (const back of BACK) {
    const height = top - back;
    if (height <= since) return since < top ? since : undefined;
    if ((await beyondAt(height)) === 0n) return height;
  }
  return undefined;
}

/** The calls of a block that touch accounts of ours; which are ours is added to `ours`. */
async function callsIn(
  ctx: Ctx,
  chain: Chain,
  block: BlockRef | undefined,
  ours: Set<string>,
): Promise<readonly Call[]> {
  if (!block) return [];
  const { height, hash } = block;
  const moves = (await chain.movedByCode?.({ height, hash })) ?? [];
  const accounts = moves.flatMap(({ from, to }) => [from, to]);
  for (const script of accounts.length === 0 ? [] : await scriptsOfOurs(ctx, accounts)) ours.add(script);
  const counts = new Map<string, number>();
  return moves.flatMap((move) => {
    const { txHash, from, to, wei } = move;
    const nth = counts.get(txHash) ?? 0;
    counts.set(txHash, nth + 1);
    const name = `${txHash}-${nth}-${from}-${to}-${wei}`;
    return ours.has(from) || ours.has(to) ? [{ ...move, name, block: { height, hash } }] : [];
  });
}

/** Nothing where the chain has moved on meanwhile, or another worker has written of one of the accounts. */
async function write(
  ctx: Ctx,
  { network }: Chain,
  { calls, accounts, ours }: Explained,
  block: BlockRef,
  purposes: readonly Purpose[],
): Promise<number> {
  const ids = await ctx.transaction(async (tx) => {
    if ((await holdCursor(tx.db, network)) !== block.hash) return [];
    const scripts = accounts.map(({ script }) => script);
    const steps = await gasHistory(tx.db, network, scripts);
    const isAsRead = accounts.every(
      ({ script, due }) =>
        dueOf(
          steps.filter((step) => step.script === script),
          block.height,
        ) === due,
    );
    if (!isAsRead) return [];
    const written: { id: string; moved: MovedByCode; isNew: boolean }[] = [];
    for (const call of calls) {
      const moved = await claimed(tx, network, call, ours, purposes);
      const row = await insertByCode(tx.db, tx.id(), network, moved, call.block);
      if (row) written.push({ ...row, moved });
    }
    const gone = written.flatMap(({ isNew, moved }) =>
      isNew && moved.kind === "SENT" && moved.moveId === undefined ? [moved] : [],
    );
    for (const script of new Set(gone.map((each) => each.script))) {
      const of = gone.filter((each) => each.script === script);
      const txHashes = [...new Set(of.map(({ txHash }) => txHash))];
      await reportGone(tx, network, { script, wei: sumOf(of.map(({ wei }) => wei)), txHashes }, block);
    }
    // What came pays for what went.
    return written
      .sort((a, b) => Number(a.moved.kind === "SENT") - Number(b.moved.kind === "SENT"))
      .map(({ id }) => id);
  });
  for (const id of ids) await bookGas(ctx, id, purposes);
  return ids.length;
}

async function claimed(
  ctx: Ctx,
  network: Chain["network"],
  { txHash, name, from, to, wei }: Call,
  ours: ReadonlySet<string>,
  purposes: readonly Purpose[],
): Promise<MovedByCode> {
  if (!ours.has(from))
    return { txHash, name, kind: "RECEIVED", script: to, counter: from, own: false, moveId: undefined, wei };
  const given = { txHash, kind: "SENT", script: from, counter: to, own: ours.has(to), valueWei: wei } as const;
  const moveId = await claimOn(ctx, network, given, purposes);
  return { txHash, name, kind: "SENT", script: from, counter: to, own: given.own, moveId, wei };
}
