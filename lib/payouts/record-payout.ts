import type { InputOf } from "#lib/api/endpoint.ts";
import { unitsOf } from "#lib/api/fields.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { holdBill } from "#lib/bills/hold-bill.ts";
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
import { type Answer, accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf, minOf, sumOf } from "#lib/kernel/money.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { balanceCode } from "#lib/ledger/chart.ts";
import { payoutCrypto, payoutFiat, payoutReturn } from "#lib/ledger/journal.ts";
import { post } from "#lib/ledger/post.ts";
import type { recordPayoutEndpoint } from "./contract.ts";
import { insertPayout, lockPayable, type Payable, payableBills, payFromDeposit } from "./store.ts";

type Asked = InputOf<typeof recordPayoutEndpoint>;

/**
 * Records a payout that was made elsewhere: free fiat, free crypto (of one bill, one deposit, or the account's oldest
 * first), or held and declined crypto going back to its sender. Refuses with INSUFFICIENT_FUNDS what is not there.
 */
export async function recordPayout(ctx: Ctx, asked: Asked): Promise<Answer> {
  const { asset: symbol } = asked;
  if (isFiat(symbol)) return recordFiat(ctx, asked, symbol);
  if (asked.networkType && symbol !== "USDT")
    throw invalid("networkType", "networkType is only allowed with asset USDT.");
  for (const [field, value] of [
    ["paymentId", asked.paymentId],
    ["txId", asked.txId],
  ] as const) {
    if (value !== undefined && !isId(value)) throw new Refusal("NOT_FOUND", `There is nothing with this ${field}.`);
  }
  if (!isCrypto(symbol)) throw invalid("asset", "asset must be a supported crypto or fiat.");
  return recordCrypto(ctx, asked, assetOf(symbol, asked.networkType));
}

async function recordFiat(ctx: Ctx, asked: Asked, fiat: Fiat): Promise<Answer> {
  if (asked.networkType || asked.paymentId || asked.txId || asked.txHash) {
    throw invalid("asset", "A fiat payout names asset, quantity and reference only.");
  }
  const account = accountOf(ctx);
  const units = unitsOf("quantity", asked.quantity, scaleOf(fiat));
  return ctx.transaction(async (tx) => {
    const free = await balanceOf(tx, balanceCode(account.id, "available"), fiat);
    if (free < units) throw insufficient(fiat, units, free);
    const id = tx.id();
    const at = await insertPayout(tx.db, {
      ...rowOf(tx, asked, id),
      asset: fiat,
      units,
      fromPending: false,
      parts: [],
    });
    await post(tx, payoutFiat({ effectKey: `payout:${id}`, accountId: account.id, fiat, fiatUnits: units }), {
      accountId: account.id,
    });
    return finish(tx, asked, id, at);
  });
}

async function recordCrypto(ctx: Ctx, asked: Asked, asset: CryptoAsset): Promise<Answer> {
  const account = accountOf(ctx);
  const units = unitsOf("quantity", asked.quantity, scaleOf(asset));
  const wanted = { accountId: account.id, asset, billId: asked.paymentId, depositId: asked.txId };
  return ctx.transaction(async (tx) => {
    const billIds = await payableBills(tx.db, wanted);
    for (const billId of billIds) await holdBill(tx, billId);
    const payable = await lockPayable(tx.db, wanted, billIds);
    const fromPending =
      (asked.paymentId !== undefined || asked.txId !== undefined) && payable.some((each) => each.pending > 0n);
    const parts = partsOf(payable, units, asset, fromPending);
    const id = tx.id();
    const at = await insertPayout(tx.db, { ...rowOf(tx, asked, id), asset, units, fromPending, parts });
    for (const part of parts) {
      await payFromDeposit(tx.db, part.depositId, part.units, fromPending);
      const entry = { effectKey: `payout:${id}:${part.depositId}`, accountId: account.id, asset, units: part.units };
      await post(tx, fromPending ? payoutReturn(entry) : payoutCrypto(entry), {
        accountId: account.id,
        billId: part.billId,
        depositId: part.depositId,
      });
    }
    return finish(tx, asked, id, at);
  });
}

type Part = { depositId: string; billId: string; units: bigint };

function partsOf(payable: readonly Payable[], units: bigint, asset: CryptoAsset, fromPending: boolean): Part[] {
  const reach = (each: Payable) => (fromPending ? each.pending : each.free);
  const there = sumOf(payable.map(reach));
  if (there < units) throw insufficient(asset, units, there);
  const parts: Part[] = [];
  let left = units;
  for (const each of payable) {
    const part = minOf(reach(each), left);
    if (part > 0n) parts.push({ depositId: each.depositId, billId: each.billId, units: part });
    left -= part;
  }
  return parts;
}

const rowOf = (ctx: Ctx, asked: Asked, id: string) => ({
  id,
  accountId: accountOf(ctx).id,
  reference: asked.reference,
  txHash: asked.txHash,
  recordedBy: actorName(ctx.actor),
});

async function finish(ctx: Ctx, asked: Asked, id: string, at: Date): Promise<Answer> {
  const { asset, networkType, quantity, paymentId, txId, reference, txHash } = asked;
  await recordAudit(ctx, {
    action: "payout.record",
    objectKind: "payout",
    objectId: id,
    detail: { asset, quantity: quantity.toString(), reference },
  });
  const shownNetwork = asset === "USDT" ? (networkType ?? "eth") : undefined;
  return answerWith(ctx, {
    body: {
      payoutId: id,
      asset,
      networkType: shownNetwork,
      quantity,
      paymentId,
      txId,
      reference,
      txHash,
      at: at.getTime(),
    },
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
