import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import { CRYPTO_FACTS, NETWORKS, type Network } from "#lib/kernel/assets.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { batched } from "#lib/kernel/batch.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { rewindClock } from "#lib/sandbox/clock.ts";
import { moveClock } from "#lib/sandbox/market-controls.ts";
import { followChains } from "#lib/chains/follow.ts";
import { TASKS, type Task, watcher } from "#lib/worker/due.ts";
import { runTick, runUntilIdle } from "#lib/worker/ticks.ts";
import { OPEN_BILLS } from "#lib/overview/filling.ts";
import { keepPrices } from "#lib/pricing/keep-prices.ts";
import { refillPool } from "#lib/wallets/pool.ts";
import { SANDBOX_WALLETS } from "#lib/wallets/sandbox-keys.ts";
import { type ConversionEnding, playConversion } from "./play-conversions.ts";
import { type Occasion, openMoneyOut } from "./play-money.ts";
import { bulkBill, type BusyHour, busyHours, type Ending, type Planned, presentBill, STORY_DAYS } from "./story.ts";

const DAY_MS = 86_400_000;
const DRAIN_MS = 5 * 60_000;
/** As many addresses of each wallet as these bills take; the worker derives the many of later ones beside the program. */
const ADDRESSES = 20;
/** A clock this close to the wall's is not behind. */
const NEARLY_NOW_MS = 1_000;

/** Bills of one hour are made so long after each other. */
const APART_MS = 4 * 60_000;
/** After a bill of that hour was made, it has ended. */
const ENDED_MS = 25 * 60_000;

/** What a busy hour of the past can make due; the rest of the tasks is done once, when the present is reached. */
const HOURLY = new Set([
  "settle-deposits",
  "expire-bills",
  "end-promises",
  "sell-at-market",
  "resolve-orders",
  "hedge",
]);
const ENDING = TASKS.filter(({ name }) => name === "expire-bills" || name === "end-promises");

/** The worker's look at the one chain that a busy hour is paid on. */
const lookAt = (network: Network): Task => ({
  name: `scan-${network}`,
  run: (ctx) =>
    followChains(
      ctx,
      watcher,
      [ctx.app.chains[network]].flatMap((chain) => chain ?? []),
    ),
});

/** After every so many busy hours what is free of one pair is converted, with these endings in turn. */
const CONVERTED_EVERY = 4;
const CONVERSIONS: readonly ConversionEnding[] = ["EXECUTED", "CANCELLED", "EXECUTED", "EXECUTED"];

/**
 * Plays the story's bills through the verbs and the simulated chain: the clock of a new sandbox begins in the past and is
 * moved up to now, so every timeline is true. The last bills are left open and in the making.
 */
export async function playBills(app: App, account: AccountRef, stop: AbortSignal | undefined): Promise<void> {
  const ctx = contextFor(app, { actor: { kind: "operator" }, account, requestId: "seed" });
  const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "seed" });
  const hours = busyHours(Date.now());
  if (!(await rewindClock(ctx, STORY_DAYS * DAY_MS))) return catchUp(ctx, Date.now());
  for (const { kind } of SANDBOX_WALLETS) await refillPool(ctx, kind, undefined, ADDRESSES);
  const money = await openMoneyOut(account, worker, { fromMs: (await ctx.now()).getTime(), toMs: Date.now() });
  for (const [nth, hour] of hours.entries()) {
    await playUntil(ctx, money.moments, hour.atMs, stop);
    await catchUp(ctx, hour.atMs);
    await playBusyHour(ctx, worker, hour, stop);
    const turn = (nth + 1) / CONVERTED_EVERY;
    if (Number.isInteger(turn)) await playConversion(ctx, CONVERSIONS[turn % CONVERSIONS.length] ?? "EXECUTED");
  }
  await playUntil(ctx, money.moments, Date.now(), stop);
  await money.leave();
  await catchUp(ctx, Date.now());
  await playConversion(ctx, "CREATED");
  const present = Array.from({ length: OPEN_BILLS }, (_, nth) => presentBill(nth));
  for (const [nth, bill] of present.entries()) {
    const made = await makeBill(ctx, bill);
    if (nth === 0) await payBill(ctx, made, 1000n);
  }
  await drain(worker);
}

/** What happens until then, each at its instant. */
async function playUntil(ctx: Ctx, moments: Occasion[], untilMs: number, stop: AbortSignal | undefined): Promise<void> {
  for (let [next] = moments; next && next.atMs <= untilMs; [next] = moments) {
    stop?.throwIfAborted();
    moments.shift();
    if (next.isDue?.() === false) continue;
    await catchUp(ctx, next.atMs);
    await next.happen();
  }
}

/** Bills are made and paid in the order of their times, seen at once, then confirmed together; unpaid ones end. */
async function playBusyHour(
  ctx: Ctx,
  worker: Ctx,
  { network, bills }: BusyHour,
  stop: AbortSignal | undefined,
): Promise<void> {
  const look = lookAt(network);
  const moments: { atMs: number; happen(): Promise<unknown> }[] = [];
  for (const [nth, bill] of bills.entries()) {
    const madeMs = nth * APART_MS;
    let made: PlayedBill;
    const make = async () => {
      made = await makeBill(ctx, bill);
    };
    const pay = async () => {
      await payBill(ctx, made, bill.ending.paidThousandths);
      await runTick(worker, [look]);
    };
    const end = () => runTick(worker, ENDING);
    moments.push({ atMs: madeMs, happen: make });
    const { paidThousandths, afterMs } = bill.ending;
    if (paidThousandths < 1000n || afterMs > ENDED_MS) moments.push({ atMs: madeMs + ENDED_MS, happen: end });
    if (paidThousandths > 0n) moments.push({ atMs: madeMs + afterMs, happen: pay });
  }
  let passedMs = 0;
  for (const { atMs, happen } of moments.toSorted((a, b) => a.atMs - b.atMs)) {
    stop?.throwIfAborted();
    if (atMs > passedMs) await moveClock(ctx, { advanceMs: atMs - passedMs });
    if (atMs > passedMs || atMs === 0) await keepPrices(worker);
    passedMs = atMs;
    await happen();
  }
  await mineBlocks(ctx, { network, count: CONFIRMATIONS[network] });
  await drain(worker, [look, ...TASKS.filter(({ name }) => HOURLY.has(name))]);
}

/** Bills of one batch, whose payments the same blocks hold, and of one transaction of payments. */
const BATCH = 1_000;
const PAID_AT_ONCE = 250;
/** Bills made at once: as many as the database has connections for. */
const AT_ONCE = 16;

/**
 * Adds bills at the present moment, without moving the clock: each batch is made, then paid, then mined and settled,
 * while the next one is being made.
 */
export async function playOn(app: App, account: AccountRef, bills: number): Promise<void> {
  const ctx = contextFor(app, { actor: { kind: "operator" }, account, requestId: "seed" });
  const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "seed" });
  let settled: Promise<void> = Promise.resolve();
  for (let first = 0; first < bills; first += BATCH) {
    const indices = Array.from({ length: Math.min(BATCH, bills - first) }, (_, nth) => first + nth);
    const plans = indices.map(bulkBill);
    const [made] = await Promise.all([severally(plans, (plan) => makeBill(ctx, plan)), settled]);
    settled = payAndSettle(
      ctx,
      worker,
      made.map((bill, nth) => ({ bill, ending: (plans[nth] as Planned).ending })),
    );
  }
  await settled;
}

async function payAndSettle(
  ctx: Ctx,
  worker: Ctx,
  made: readonly { bill: PlayedBill; ending: Ending }[],
): Promise<void> {
  for (let first = 0; first < made.length; first += PAID_AT_ONCE)
    await ctx.transaction((tx) =>
      batched(tx.db, made.slice(first, first + PAID_AT_ONCE), ({ bill, ending }) =>
        payBill(tx, bill, ending.paidThousandths),
      ),
    );
  await drain(worker);
  for (const network of NETWORKS) await mineBlocks(ctx, { network, count: CONFIRMATIONS[network] });
  await drain(worker);
}

/** Calls the work for each value, some at a time. */
async function severally<T, R>(values: readonly T[], work: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const rest = values.entries();
  const one = async () => {
    for (const [nth, value] of rest) results[nth] = await work(value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return results;
}

export type PlayedBill = { address: string; quantity: Decimal; scale: number };

export async function makeBill(ctx: Ctx, bill: Planned): Promise<PlayedBill> {
  const { crypto, networkType, scale } = CRYPTO_FACTS[bill.asset];
  const made = await requestAddress(ctx, {
    cryptoType: crypto,
    ...(networkType ? { networkType } : {}),
    ...(bill.bech32 && networkType === undefined && crypto !== "USDC" ? { bech32: true } : {}),
    fiat: bill.fiat,
    fiatReceivable: bill.fiatReceivable,
    subaccount: bill.subaccount,
    reference: bill.reference,
    strategy: bill.strategy,
  });
  return { address: made.deposit_address, quantity: made.quantity, scale };
}

export async function payBill(
  ctx: Ctx,
  { address, quantity, scale }: PlayedBill,
  paidThousandths: bigint,
  sourceAddress?: string,
): Promise<void> {
  const units = (quantity.floorUnits(scale) * paidThousandths) / 1000n;
  if (units > 0n) await sendDeposit(ctx, { address, quantity: Decimal.of(units, scale), sourceAddress });
}

async function drain(worker: Ctx, tasks: readonly Task[] = TASKS): Promise<void> {
  must(await runUntilIdle(worker, DRAIN_MS, tasks), "the seed's due work comes to an end");
}

/** Moves a clock that is behind up to a time; also that of a play that was cut off. */
async function catchUp(ctx: Ctx, toMs: number): Promise<void> {
  const behindMs = toMs - (await ctx.now()).getTime();
  if (behindMs > NEARLY_NOW_MS) await moveClock(ctx, { advanceMs: behindMs });
}
