import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import { NETWORKS, type Network } from "#lib/kernel/assets.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { batched } from "#lib/kernel/batch.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { rewindClock } from "#lib/sandbox/clock.ts";
import { moveClock } from "#lib/sandbox/market-controls.ts";
import { TASKS } from "#lib/worker/due.ts";
import { runRound, runUntilIdle } from "#lib/worker/rounds.ts";
import { playConversion } from "./play-conversions.ts";

const DAY_MS = 86_400_000;
const DRAIN_MS = 5 * 60_000;
/** A clock this close to the wall's is not behind. */
const NEARLY_NOW_MS = 1_000;

/** What becomes of a seeded bill: how much of its quantity is paid, in thousandths, and how long after it was made. */
type Story = { paidThousandths: bigint; afterMs: number };

const STORIES: readonly Story[] = [
  { paidThousandths: 1000n, afterMs: 90_000 },
  { paidThousandths: 1000n, afterMs: 240_000 },
  { paidThousandths: 0n, afterMs: 0 },
  { paidThousandths: 1000n, afterMs: 400_000 },
  { paidThousandths: 1000n, afterMs: 35 * 60_000 },
  { paidThousandths: 820n, afterMs: 150_000 },
  { paidThousandths: 1000n, afterMs: 60_000 },
  { paidThousandths: 1400n, afterMs: 300_000 },
];

const COINS = [
  { cryptoType: "BTC", network: "bitcoin", scale: 8, extra: { bech32: true } },
  { cryptoType: "USDT", network: "tron", scale: 6, extra: { networkType: "tron" } },
  { cryptoType: "BTC", network: "bitcoin", scale: 8, extra: {} },
  { cryptoType: "USDC", network: "eth", scale: 6, extra: {} },
  { cryptoType: "BCH", network: "bitcoincash", scale: 8, extra: { bech32: true } },
  { cryptoType: "USDT", network: "eth", scale: 6, extra: {} },
] as const;
const FIATS = ["EUR", "EUR", "USD", "EUR", "GBP", "JPY"] as const;
const STRATEGIES = ["RFQ", "RFQ", "RAI", "RFQ", "RFQ"] as const;

/** Bills made within minutes of each other, whose payments the same blocks confirm. */
const BUSY = 6;
const APART_MS = 4 * 60_000;

/** Invoices made between the busy hours, after the bill of this number. */
const CONVERSIONS = [
  { after: 17, base: "USDT", fiat: "JPY", ending: "EXECUTED" },
  { after: 35, base: "BTC", fiat: "USD", ending: "CANCELLED" },
  { after: 41, base: "BTC", fiat: "USD", ending: "EXECUTED" },
  { after: 41, base: "BCH", fiat: "GBP", ending: "EXECUTED" },
  { after: 41, base: "BTC", fiat: "EUR", ending: "EXECUTED" },
  { after: 47, base: "USDC", fiat: "EUR", ending: "CREATED" },
] as const;

/**
 * Plays bills through the verbs and the simulated chain, in busy hours spread over the last days: the clock of a new
 * sandbox begins in the past and is moved up to now, so every timeline is true. The last bills are left open and in the
 * making.
 */
export async function playBills(
  app: App,
  account: AccountRef,
  { bills, days, stop }: { bills: number; days: number; stop?: AbortSignal | undefined },
): Promise<void> {
  const ctx = contextFor(app, { actor: { kind: "operator" }, account, requestId: "seed" });
  const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "seed" });
  if (!(await rewindClock(ctx, days * DAY_MS))) return catchUp(ctx);
  const strideMs = Math.floor((days * DAY_MS - 2 * 3_600_000) / Math.ceil(bills / BUSY));
  for (let first = 0; first < bills; first += BUSY) {
    const behind = Math.min(first + BUSY, bills);
    const lastedMs = await playBusyHour(ctx, worker, first, behind, stop);
    await moveClock(ctx, { advanceMs: Math.max(strideMs - lastedMs, 0) });
    await runRound(worker, TASKS);
    for (const { after, base, fiat, ending } of CONVERSIONS) {
      if (first <= after && after < behind) await playConversion(ctx, base, fiat, ending);
    }
  }
  await catchUp(ctx);
  const last = await makeBill(ctx, bills);
  await payBill(ctx, last, 1000n);
  await makeBill(ctx, bills + 1);
  await makeBill(ctx, bills + 2);
  await drain(worker);
}

/** Bills are made and paid in the order of their times, seen at once, then confirmed together. Answers how long it was. */
async function playBusyHour(
  ctx: Ctx,
  worker: Ctx,
  first: number,
  behind: number,
  stop: AbortSignal | undefined,
): Promise<number> {
  const moments: { atMs: number; happen(): Promise<void> }[] = [];
  const confirmed = new Set<Network>();
  for (let index = first; index < behind; index += 1) {
    const story = storyOf(index);
    const madeMs = (index - first) * APART_MS;
    let bill: Made;
    moments.push({
      atMs: madeMs,
      async happen() {
        bill = await makeBill(ctx, index);
      },
    });
    if (story.paidThousandths === 0n) continue;
    confirmed.add(coinOf(index).network);
    moments.push({
      atMs: madeMs + story.afterMs,
      async happen() {
        await payBill(ctx, bill, story.paidThousandths);
        await runRound(worker, TASKS);
      },
    });
  }
  let passedMs = 0;
  for (const { atMs, happen } of moments.toSorted((a, b) => a.atMs - b.atMs)) {
    stop?.throwIfAborted();
    await moveClock(ctx, { advanceMs: atMs - passedMs });
    passedMs = atMs;
    await happen();
  }
  for (const network of confirmed) await mineBlocks(ctx, { network, count: CONFIRMATIONS[network] });
  await drain(worker);
  return passedMs;
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
    const [made] = await Promise.all([severally(indices, (index) => makeBill(ctx, index)), settled]);
    settled = payAndSettle(
      ctx,
      worker,
      made.map((bill, nth) => ({ bill, story: storyOf(first + nth) })),
    );
  }
  await settled;
}

async function payAndSettle(ctx: Ctx, worker: Ctx, made: readonly { bill: Made; story: Story }[]): Promise<void> {
  for (let first = 0; first < made.length; first += PAID_AT_ONCE)
    await ctx.transaction((tx) =>
      batched(tx.db, made.slice(first, first + PAID_AT_ONCE), ({ bill, story }) =>
        payBill(tx, bill, story.paidThousandths),
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

const storyOf = (index: number): Story => STORIES[(index * 5 + (index >> 3)) % STORIES.length] as Story;
const coinOf = (index: number): (typeof COINS)[number] => COINS[index % COINS.length] as (typeof COINS)[number];

type Made = { address: string; quantity: Decimal; scale: number };

async function makeBill(ctx: Ctx, index: number): Promise<Made> {
  const { cryptoType, scale, extra } = coinOf(index);
  const fiat = FIATS[index % FIATS.length] ?? "EUR";
  const cents = 2_000 + ((index * 7_919) % 48_000);
  const made = await requestAddress(ctx, {
    cryptoType,
    ...extra,
    fiat,
    fiatReceivable: fiat === "JPY" ? Decimal.of(BigInt(cents) * 10n) : Decimal.of(BigInt(cents), 2),
    subaccount: `shop-${1 + (index % 7)}`,
    reference: `order-${1_000 + index}`,
    strategy: STRATEGIES[index % STRATEGIES.length] ?? "RFQ",
  });
  return { address: made.deposit_address, quantity: made.quantity, scale };
}

async function payBill(ctx: Ctx, { address, quantity, scale }: Made, paidThousandths: bigint): Promise<void> {
  const units = (quantity.floorUnits(scale) * paidThousandths) / 1000n;
  if (units > 0n) await sendDeposit(ctx, { address, quantity: Decimal.of(units, scale) });
}

async function drain(worker: Ctx): Promise<void> {
  must(await runUntilIdle(worker, DRAIN_MS), "the seed's due work comes to an end");
}

/** Brings a clock that is still in the past up to now; also that of a play that was cut off. */
async function catchUp(ctx: Ctx): Promise<void> {
  const behindMs = Date.now() - (await ctx.now()).getTime();
  if (behindMs > NEARLY_NOW_MS) await moveClock(ctx, { advanceMs: behindMs });
}
