import type { InputOf } from "#lib/contract/endpoint.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { lockBills, type LockedBill } from "#lib/bills/lock-bill.ts";
import { type CryptoAsset, cryptoOf, type Fiat, isFiat, networkTypeOf, scaleOf } from "#lib/kernel/assets.ts";
import { requestedAsset } from "#lib/kernel/requested-asset.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf, maxOf, minOf, sumOf } from "#lib/kernel/money.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { balanceCode } from "#lib/ledger/chart.ts";
import type { recordPayoutEndpoint } from "./contract.ts";
import { areOwn, lockAccount, lockPayable, type PayableDeposit, payableBills, reserveNow } from "./store.ts";

export type PayoutInput = InputOf<typeof recordPayoutEndpoint>;

/** One deposit's part of a payout; `endsHold` when a held deposit is all gone with it. */
export type PayoutShare = { depositId: string; billId: string; units: bigint; endsHold: boolean };

/** What a payout takes: how much, whence, and, of crypto, of which deposits, whose bills are locked. */
export type TakenParts = {
  asset: CryptoAsset | Fiat;
  units: bigint;
  fromPending: boolean;
  parts: PayoutShare[];
  bills: Map<string, LockedBill>;
};

/**
 * Locks what a payout takes and says of what: free fiat; free crypto of one bill, one deposit, or the account's oldest
 * first; or what is held and declined of those that are named, which goes back to its sender. Only a payout that is
 * recorded returns what is held: what waits for one may still be released. One that is asked for leaves the reserve of the
 * terms of settlement; what is recorded has gone already. Refuses with INSUFFICIENT_FUNDS what is not there, and an unknown
 * or foreign bill or deposit with NOT_FOUND.
 */
export async function take(
  tx: Ctx,
  input: PayoutInput,
  how: { held: boolean; leavesReserve: boolean },
): Promise<TakenParts> {
  const asset = requestedAsset(input);
  const units = unitsOf("quantity", input.quantity, scaleOf(asset));
  if (isFiat(asset)) return takeFiat(tx, asset, units, how);
  await needOwn(tx, input);
  const wanted = { asset, billId: input.paymentId, depositId: input.txId };
  const { payable, fromPending, bills } = await holdPayable(tx, wanted, how);
  return { asset, units, fromPending, parts: partsOf(payable, units, asset, fromPending), bills };
}

/** All of one deposit that a payout may be asked for, by the rules of {@link take}; undefined when that is nothing. */
export async function takeAll(
  tx: Ctx,
  of: { asset: CryptoAsset; billId: string; depositId: string },
): Promise<TakenParts | undefined> {
  const { asset } = of;
  const { payable, fromPending, bills } = await holdPayable(tx, of, { held: false });
  const units = sumOf(payable.map((each) => reachOf(each, fromPending)));
  if (units <= 0n) return undefined;
  return { asset, units, fromPending, parts: partsOf(payable, units, asset, fromPending), bills };
}

/** What the terms of settlement hold back of an account's fiat now: no payout that is asked for takes of it. */
export const reserveOf = ({ db }: Ctx, accountId: string, currency: Fiat): Promise<bigint> =>
  reserveNow(db, accountId, currency);

type Named = { asset: CryptoAsset; billId: string | undefined; depositId: string | undefined };

async function holdPayable(tx: Ctx, named: Named, how: { held: boolean }) {
  const wanted = { accountId: accountOf(tx).id, ...named };
  const billIds = await payableBills(tx.db, wanted);
  const bills = await lockBills(tx, billIds);
  const found = await lockPayable(tx.db, wanted, billIds);
  const payable = how.held ? found : found.filter(({ status }) => status !== "HELD");
  return { payable, bills, fromPending: isReturn(named, payable) };
}

async function takeFiat(
  tx: Ctx,
  asset: Fiat,
  units: bigint,
  { leavesReserve }: { leavesReserve: boolean },
): Promise<TakenParts> {
  const { id } = accountOf(tx);
  await lockAccount(tx.db, id);
  const free = await balanceOf(tx, balanceCode(id, "available"), asset);
  const reserve = leavesReserve ? await reserveNow(tx.db, id, asset) : 0n;
  if (free - reserve < units) throw insufficient(asset, units, maxOf(free - reserve, 0n), minOf(reserve, free));
  return { asset, units, fromPending: false, parts: [], bills: new Map() };
}

/** Refuses with NOT_FOUND a bill or deposit that is unknown or another account's. */
export async function needOwn(ctx: Ctx, { paymentId, txId }: Pick<PayoutInput, "paymentId" | "txId">): Promise<void> {
  const known = (id: string | undefined) => (id !== undefined && isId(id) ? id : undefined);
  const named = { accountId: accountOf(ctx).id, billId: known(paymentId), depositId: known(txId) };
  const own = await areOwn(ctx.db, named);
  if (!own.bill || named.billId !== paymentId)
    throw new Refusal("NOT_FOUND", "There is no payment with this paymentId.");
  if (!own.deposit || named.depositId !== txId) throw new Refusal("NOT_FOUND", "There is no deposit with this txId.");
}

/** A named bill or deposit with nothing free but something held or declined: that goes back to its sender. */
function isReturn({ billId, depositId }: Named, payable: readonly PayableDeposit[]): boolean {
  const named = billId !== undefined || depositId !== undefined;
  return named && payable.every((each) => each.free === 0n) && payable.some((each) => each.pending > 0n);
}

const reachOf = (each: PayableDeposit, fromPending: boolean): bigint => (fromPending ? each.pending : each.free);

function partsOf(
  payable: readonly PayableDeposit[],
  units: bigint,
  asset: CryptoAsset,
  fromPending: boolean,
): PayoutShare[] {
  const reach = (each: PayableDeposit) => reachOf(each, fromPending);
  const there = sumOf(payable.map(reach));
  if (there < units) throw insufficient(asset, units, there);
  const parts: PayoutShare[] = [];
  let left = units;
  for (const each of payable) {
    const part = minOf(reach(each), left);
    const endsHold = fromPending && each.status === "HELD" && part === each.pending;
    if (part > 0n) parts.push({ depositId: each.depositId, billId: each.billId, units: part, endsHold });
    left -= part;
  }
  return parts;
}

function insufficient(asset: CryptoAsset | Fiat, wanted: bigint, there: bigint, reserve = 0n): Refusal {
  const symbol = isFiat(asset) ? asset : cryptoOf(asset);
  const network = isFiat(asset) ? undefined : networkTypeOf(asset);
  const name = network ? `${symbol} on ${network}` : symbol;
  return new Refusal(
    "INSUFFICIENT_FUNDS",
    `${amountOf(asset, wanted)} ${name} is more than the ${amountOf(asset, there)} that can be paid out${reserve > 0n ? `: ${amountOf(asset, reserve)} are the reserve of the settlement terms` : ""}.`,
  );
}
