import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { payerStateEndpoint } from "./payer-contract.ts";
import { cryptoOf, networkOf, networkTypeOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { sandboxMark } from "#lib/kernel/sandbox-mark.ts";
import { payerDeposits, payerRefunds, type PayerRefundRow, payerRow } from "./store.ts";

/**
 * What a bill's identifier alone gives access to, so that its payer can pay (rulebook 11.5). Nothing of account,
 * subaccount, strategy or fees. Refuses with PAYMENT_NOT_FOUND.
 */
export async function payerState(ctx: Ctx, input: { paymentId: string }): Promise<OutputOf<typeof payerStateEndpoint>> {
  const row = isId(input.paymentId) ? await payerRow(ctx.db, input.paymentId) : undefined;
  if (!row) throw new Refusal("PAYMENT_NOT_FOUND", "There is no payment under this address.");
  const networkType = networkTypeOf(row.asset);
  const deposits = await payerDeposits(ctx.db, input.paymentId);
  const refunds = (await payerRefunds(ctx.db, input.paymentId)).map(refundOf);
  return {
    cryptoType: cryptoOf(row.asset),
    ...(networkType ? { networkType } : {}),
    network: networkOf(row.asset),
    quantity: amountOf(row.asset, row.quantityUnits),
    quantityReceived: amountOf(row.asset, row.receivedUnits),
    quantitySeen: amountOf(row.asset, row.seenUnits),
    quantityMissing: amountOf(row.asset, row.missingUnits),
    quantityDeclined: amountOf(row.asset, row.declinedUnits),
    late: row.isLate,
    reversed: row.isReversed,
    wrongAsset: row.isWrongAsset,
    fiat: row.fiat,
    fiatReceivable: amountOf(row.fiat, row.fiatUnits),
    address: row.address,
    ...sandboxMark(ctx.app),
    status: row.status,
    amountStatus: row.amountStatus,
    confirmationsRequired: row.confirmationsRequired,
    ...(row.feeEstimate ? { feeRate: row.feeEstimate } : {}),
    ...(deposits.length > 0 && {
      deposits: deposits.map(({ txHash, units, firstSeen }) => ({
        txHash,
        quantity: amountOf(row.asset, units),
        firstSeen: firstSeen.getTime(),
      })),
    }),
    ...(refunds.length > 0 && { refunds }),
    ...(row.merchantName && { merchantName: row.merchantName }),
    ...(row.returnUrl && { returnUrl: row.returnUrl }),
    expiryTime: row.expiresAt.getTime(),
    serverTime: row.now.getTime(),
  };
}

function refundOf({ asset, units, isSent, txHash }: PayerRefundRow) {
  const networkType = networkTypeOf(asset);
  return {
    cryptoType: cryptoOf(asset),
    ...(networkType && { networkType }),
    quantity: amountOf(asset, units),
    status: isSent ? ("SENT" as const) : ("REQUESTED" as const),
    ...(isSent && txHash !== undefined && { txHash }),
  };
}
