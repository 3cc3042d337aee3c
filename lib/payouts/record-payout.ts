import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { lockBills, type LockedBill } from "#lib/bills/lock-bill.ts";
import { announce } from "#lib/deposits/announce.ts";
import { payFromDeposit } from "#lib/deposits/pay-from-deposit.ts";
import {
  assetOf,
  type CryptoAsset,
  cryptoOf,
  type Fiat,
  isCrypto,
  isFiat,
  networkTypeOf,
  scaleOf,
} from "#lib/kernel/assets.ts";
import { accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf, minOf, sumOf } from "#lib/kernel/money.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { balanceCode } from "#lib/ledger/chart.ts";
import { payoutCrypto, payoutFiat, payoutReturn } from "#lib/ledger/journal.ts";
import { post } from "#lib/ledger/post.ts";
import { emitPaymentEvents } from "#lib/events/emit.ts";
import type { recordPayoutEndpoint } from "./contract.ts";
import { areOwn, insertPayout, lockAccount, lockPayable, type Payable, payableBills } from "./store.ts";

type Asked = InputOf<typeof recordPayoutEndpoint>;
type PayoutRecord = OutputOf<typeof recordPayoutEndpoint>;

/**
 * Records a payout that was made elsewhere: free fiat, free crypto (of one bill, one deposit, or the account's oldest
 * first), or held and declined crypto going back to its sender. What is held and all gone back is declined. Refuses with
 * INSUFFICIENT_FUNDS what is not there, and an unknown or foreign bill or deposit with NOT_FOUND.
 */
export async function recordPayout(ctx: Ctx, input: Asked): Promise<PayoutRecord> {
  const { asset: symbol } = input;
  if (isFiat(symbol)) return recordFiat(ctx, input, symbol);
  if (input.networkType && symbol !== "USDT")
    throw invalid("networkType", "networkType is only allowed with asset USDT.");
  if (!isCrypto(symbol)) throw invalid("asset", "asset must be a supported crypto or fiat.");
  await needOwn(ctx, input);
  return recordCrypto(ctx, input, assetOf(symbol, input.networkType));
}

async function needOwn(ctx: Ctx, { paymentId, txId }: Asked): Promise<void> {
  const known = (id: string | undefined) => (id !== undefined && isId(id) ? id : undefined);
  const named = { accountId: accountOf(ctx).id, billId: known(paymentId), depositId: known(txId) };
  const own = await areOwn(ctx.db, named);
  if (!own.bill || named.billId !== paymentId)
    throw new Refusal("NOT_FOUND", "There is no payment with this paymentId.");
  if (!own.deposit || named.depositId !== txId) throw new Refusal("NOT_FOUND", "There is no deposit with this txId.");
}

async function recordFiat(ctx: Ctx, input: Asked, fiat: Fiat): Promise<PayoutRecord> {
  if (input.networkType || input.paymentId || input.txId || input.txHash) {
    throw invalid("asset", "A fiat payout names asset, quantity and reference only.");
  }
  const account = accountOf(ctx);
  const units = unitsOf("quantity", input.quantity, scaleOf(fiat));
  return ctx.transaction(async (tx) => {
    await lockAccount(tx.db, account.id);
    const free = await balanceOf(tx, balanceCode(account.id, "available"), fiat);
    if (free < units) throw insufficient(fiat, units, free);
    const id = tx.id();
    const at = await insertPayout(tx.db, {
      ...rowOf(tx, input, id),
      asset: fiat,
      units,
      fromPending: false,
      parts: [],
    });
    await post(tx, payoutFiat({ effectKey: `payout:${id}`, accountId: account.id, fiat, fiatUnits: units }), {
      accountId: account.id,
    });
    return finish(tx, input, id, at);
  });
}

async function recordCrypto(ctx: Ctx, input: Asked, asset: CryptoAsset): Promise<PayoutRecord> {
  const account = accountOf(ctx);
  const units = unitsOf("quantity", input.quantity, scaleOf(asset));
  const wanted = { accountId: account.id, asset, billId: input.paymentId, depositId: input.txId };
  return ctx.transaction(async (tx) => {
    const billIds = await payableBills(tx.db, wanted);
    const bills = await lockBills(tx, billIds);
    const payable = await lockPayable(tx.db, wanted, billIds);
    const fromPending = isReturn(input, payable);
    const parts = partsOf(payable, units, asset, fromPending);
    const id = tx.id();
    const at = await insertPayout(tx.db, { ...rowOf(tx, input, id), asset, units, fromPending, parts });
    for (const part of parts) {
      await payFromDeposit(tx, part.depositId, part.units, fromPending);
      const entry = { effectKey: `payout:${id}:${part.depositId}`, accountId: account.id, asset, units: part.units };
      await post(tx, fromPending ? payoutReturn(entry) : payoutCrypto(entry), {
        accountId: account.id,
        billId: part.billId,
        depositId: part.depositId,
      });
      if (part.endsHold) await tellDeclined(tx, bills.get(part.billId));
    }
    return finish(tx, input, id, at);
  });
}

/** A named bill or deposit with nothing free but something held or declined: that goes back to its sender. */
function isReturn({ paymentId, txId }: Asked, payable: readonly Payable[]): boolean {
  const named = paymentId !== undefined || txId !== undefined;
  return named && payable.every((each) => each.free === 0n) && payable.some((each) => each.pending > 0n);
}

/** A hold that ends because all of it went back ends as declined, and the bill goes on without it. */
async function tellDeclined(ctx: Ctx, before: LockedBill | undefined): Promise<void> {
  must(before, "a deposit is paid back under its bill's lock");
  await emitPaymentEvents(ctx, before.id, ["payment.deposit.declined"]);
  await announce(ctx, before);
}

type Part = { depositId: string; billId: string; units: bigint; endsHold: boolean };

function partsOf(payable: readonly Payable[], units: bigint, asset: CryptoAsset, fromPending: boolean): Part[] {
  const reach = (each: Payable) => (fromPending ? each.pending : each.free);
  const there = sumOf(payable.map(reach));
  if (there < units) throw insufficient(asset, units, there);
  const parts: Part[] = [];
  let left = units;
  for (const each of payable) {
    const part = minOf(reach(each), left);
    const endsHold = fromPending && each.status === "HELD" && part === each.pending;
    if (part > 0n) parts.push({ depositId: each.depositId, billId: each.billId, units: part, endsHold });
    left -= part;
  }
  return parts;
}

const rowOf = (ctx: Ctx, input: Asked, id: string) => ({
  id,
  accountId: accountOf(ctx).id,
  reference: input.reference,
  txHash: input.txHash,
  recordedBy: actorName(ctx.actor),
  approvalId: ctx.approval?.approvalId ?? null,
});

async function finish(ctx: Ctx, input: Asked, id: string, at: Date): Promise<PayoutRecord> {
  const { asset, networkType, quantity, paymentId, txId, reference, txHash } = input;
  await recordAudit(ctx, {
    action: "payout.record",
    objectKind: "payout",
    objectId: id,
    detail: { asset, quantity: quantity.toString(), reference },
  });
  const shownNetwork = asset === "USDT" ? (networkType ?? "eth") : undefined;
  return answerWith(ctx, {
    payoutId: id,
    asset,
    networkType: shownNetwork,
    quantity,
    paymentId,
    txId,
    reference,
    txHash,
    at: at.getTime(),
  });
}

function insufficient(asset: CryptoAsset | Fiat, wanted: bigint, there: bigint): Refusal {
  const symbol = isFiat(asset) ? asset : cryptoOf(asset);
  const network = isFiat(asset) ? undefined : networkTypeOf(asset);
  const name = network ? `${symbol} on ${network}` : symbol;
  return new Refusal(
    "INSUFFICIENT_FUNDS",
    `${amountOf(asset, wanted)} ${name} is more than the ${amountOf(asset, there)} that can be paid out.`,
  );
}
