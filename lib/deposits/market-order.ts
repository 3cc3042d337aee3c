import { lockBill, type LockedBill } from "#lib/bills/lock-bill.ts";
import { cryptoOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { amountOf, sumOf } from "#lib/kernel/money.ts";
import {
  type ConcludedOrder,
  concludeOrder,
  type FinalOutcome,
  type OrderRow,
  ordersOfDeposit,
  placeOrder,
  sendOrder,
} from "#lib/liquidity/place-order.ts";
import { postFill } from "#lib/liquidity/post-fill.ts";
import { isSteady } from "#lib/liquidity/steady.ts";
import type { VenueFill } from "#lib/liquidity/venue.ts";
import { emitBillTransition } from "./emit-bill-transition.ts";
import { finishWaiting } from "./finish-waiting.ts";
import {
  countRetrying,
  depositsToSell,
  lookAgain,
  pairOfDeposit,
  setTreatAfter,
  waitingPairs,
} from "./market-store.ts";
import { waitsForMarket } from "./part.ts";
import { type DepositRow, lockDeposits } from "./store.ts";
import { keepBelowMinimum, type KeepPart, settleMarket, type SoldPart } from "./treatment.ts";

/** Orders a deposit may take, refused or filled in part; then its unsold rest is kept (rulebook 7.10). */
const MAX_TRIES = 5;
const RETRY_MS = 1_000;

/** Late deposits under ACA that can be sold by market order now; those of a pair that cannot hold up no others. */
export async function findDepositsToSell(ctx: Ctx, limit: number): Promise<string[]> {
  const waiting = await waitingPairs(ctx.db, "MARKET");
  const steady = await Promise.all(waiting.map(({ base, fiat }) => isSteady(ctx, base, fiat)));
  const pairs = waiting.filter((_, nth) => steady[nth]);
  return pairs.length === 0 ? [] : depositsToSell(ctx.db, pairs, limit);
}

/** Deposits whose next try comes within moments: worth waiting for. */
export function countDepositsRetrying(ctx: Ctx): Promise<number> {
  return countRetrying(ctx.db, 2 * RETRY_MS);
}

/**
 * Sells what a late deposit under ACA still has pending by a market order: reserved in one transaction under the bill's
 * lock, sent outside of any, recorded in another. Without a fresh reference near the venue's bid it waits for one.
 * What fails goes to the end of the queue. Answers whether an order was placed or the deposit finished.
 */
export async function sellAtMarket(ctx: Ctx, depositId: string): Promise<boolean> {
  const pair = await pairOfDeposit(ctx.db, depositId);
  must(pair, "a deposit stays with its bill");
  const steady = await isSteady(ctx, cryptoOf(pair.asset), pair.fiat);
  const reserved = await ctx
    .transaction((tx) => reserve(tx, pair.billId, depositId, steady))
    .catch(async (fault: unknown) => {
      await ctx.transaction(async (tx) => {
        await lockBill(tx, pair.billId);
        await lookAgain(tx.db, depositId, RETRY_MS);
      });
      throw fault;
    });
  if (typeof reserved === "object") await sendOrder(ctx, reserved, recordMarketOrder);
  return reserved !== "WAITS";
}

async function reserve(
  ctx: Ctx,
  billId: string,
  depositId: string,
  steady: boolean,
): Promise<OrderRow | "DONE" | "WAITS"> {
  const bill = await lockBill(ctx, billId);
  const deposit = await lockWaiting(ctx, billId, depositId);
  if (!deposit?.treatAfter || deposit.treatAfter > bill.now) return "WAITS";
  const sold = soldOf(await ordersOfTreatment(ctx, deposit));
  if (isOver(ctx, bill, deposit, sold)) {
    await finish(ctx, bill, deposit, sold);
    return "DONE";
  }
  if (!steady) {
    await lookAgain(ctx.db, depositId, RETRY_MS);
    return "WAITS";
  }
  await setTreatAfter(ctx.db, depositId, undefined);
  return placeOrder(ctx, {
    purpose: "MARKET",
    base: cryptoOf(deposit.asset),
    fiat: bill.terms.fiat,
    units: deposit.pending - sold.units,
    depositId,
    ...(isRest(deposit) && bill.terms.maxDepthBps !== undefined ? { depthBps: bill.terms.maxDepthBps } : {}),
  });
}

/** Whether it is what the market did not take of a surplus: its order sells no lower than that was walked (rulebook 7.19). */
const isRest = ({ decision }: DepositRow): boolean => (decision as { rule?: string }).rule === "ACA_IN_TIME";

/**
 * Records what became of a deposit's market order, once. What is left is tried again, until everything is sold, the rest
 * is under the venue's minimum or the tries are used up; then all is booked as one sale. A deposit that was reversed
 * meanwhile is credited nothing: the house keeps what it sold.
 */
export async function recordMarketOrder(
  ctx: Ctx,
  { id, depositId }: OrderRow,
  finalOutcome: FinalOutcome,
): Promise<void> {
  must(depositId, "a market order names its deposit");
  await ctx.transaction(async (tx) => {
    const pair = await pairOfDeposit(tx.db, depositId);
    must(pair, "a deposit stays with its bill");
    const bill = await lockBill(tx, pair.billId);
    const deposit = await lockWaiting(tx, bill.id, depositId);
    const order = await concludeOrder(tx, id, finalOutcome);
    if (!order) return;
    const orders = deposit ? await ordersOfTreatment(tx, deposit) : [];
    const current = orders.some((each) => each.id === order.id);
    const sold = soldOf(current ? orders : [order]);
    if (finalOutcome.state === "FILLED") await bookFill(tx, bill, order, finalOutcome.fill);
    if (deposit && current) await goOn(tx, bill, deposit, sold, finalOutcome.state === "FILLED" ? 0 : RETRY_MS);
  });
}

async function bookFill(ctx: Ctx, bill: LockedBill, order: ConcludedOrder, fill: VenueFill): Promise<void> {
  const { depositId } = order;
  await postFill(ctx, order, fill, {
    shares: [{ asset: bill.terms.asset, units: order.filledUnits }],
    about: { billId: bill.id, ...(depositId ? { depositId } : {}) },
  });
}

async function goOn(ctx: Ctx, bill: LockedBill, deposit: DepositRow, sold: SoldSoFar, afterMs: number): Promise<void> {
  if (isOver(ctx, bill, deposit, sold)) await finish(ctx, bill, deposit, sold);
  else await setTreatAfter(ctx.db, deposit.id, afterMs);
}

/** The deposit under its lock while its rest waits for the venue. */
async function lockWaiting(ctx: Ctx, billId: string, depositId: string): Promise<DepositRow | undefined> {
  const deposit = (await lockDeposits(ctx.db, billId)).find((each) => each.id === depositId);
  return deposit?.status === "PROCESSING" && waitsForMarket(deposit.decision) ? deposit : undefined;
}

/** Orders since the deposit was last treated: a reversal leaves those before it to the house. */
function ordersOfTreatment(ctx: Ctx, deposit: DepositRow): Promise<OrderRow[]> {
  const { at } = deposit.decision as { at: string };
  return ordersOfDeposit(ctx, deposit.id, new Date(at));
}

type SoldSoFar = { units: bigint; proceeds: Decimal; orders: readonly OrderRow[] };

function soldOf(orders: readonly OrderRow[]): SoldSoFar {
  return {
    units: sumOf(orders.map((order) => order.filledUnits)),
    proceeds: orders.reduce((sum, order) => sum.plus(order.proceeds), Decimal.ZERO),
    orders,
  };
}

function isOver(ctx: Ctx, bill: LockedBill, deposit: DepositRow, sold: SoldSoFar): boolean {
  return sold.orders.length >= MAX_TRIES || isTooLittle(ctx, bill, deposit.pending - sold.units);
}

/** Whether the venue takes no order this small; nothing is the smallest. */
function isTooLittle(ctx: Ctx, { terms: { asset } }: LockedBill, units: bigint): boolean {
  return amountOf(asset, units).compare(ctx.app.venue.capabilities().minimum(cryptoOf(asset))) < 0;
}

async function finish(ctx: Ctx, bill: LockedBill, deposit: DepositRow, sold: SoldSoFar): Promise<void> {
  const orders = sold.orders.map(({ id, status, filledUnits, proceeds, lastError }) => ({
    id,
    status,
    quantity: amountOf(deposit.asset, filledUnits).toString(),
    proceeds: proceeds.toString(),
    ...(lastError ? { lastError } : {}),
  }));
  await finishWaiting(ctx, bill, deposit, {
    kind: "MARKET",
    became: becameOf(ctx, bill, deposit.pending, sold),
    facts: { orders },
  });
  await emitBillTransition(ctx, bill);
}

function becameOf(ctx: Ctx, bill: LockedBill, units: bigint, sold: SoldSoFar): (SoldPart | KeepPart)[] {
  const rest = units - sold.units;
  const filled = { soldUnits: sold.units, proceeds: sold.proceeds };
  if (rest === 0n || !isTooLittle(ctx, bill, rest)) return settleMarket(bill.terms, units, filled);
  return [...settleMarket(bill.terms, sold.units, filled), keepBelowMinimum(bill.terms, rest)];
}
