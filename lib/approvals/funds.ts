import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { isFiat, shownAsset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { getBalances } from "#lib/ledger/get-balances.ts";
import { requestedAsset } from "#lib/kernel/requested-asset.ts";
import { payingPlace } from "#lib/places/paying-place.ts";
import { reserveOf } from "#lib/payouts/parts.ts";
import type { ApprovalRow } from "./store.ts";

type Funds = NonNullable<ApprovalRecord["funds"]>;
type Payout = NonNullable<ApprovalRecord["payout"]>;

const NONE = { available: Decimal.ZERO, locked: Decimal.ZERO, reserved: Decimal.ZERO, owed: Decimal.ZERO };

/**
 * What a payout that waits is taken from, and what it leaves there: the account's confirmed money, and for the house's
 * people the place that it is paid from. What is reserved for it already is its own and promised to nobody else.
 */
export async function fundsOf(ctx: Ctx, row: ApprovalRow, payout: Payout): Promise<Funds | undefined> {
  if (row.status !== "PENDING") return undefined;
  const asset = requestedAsset(payout);
  const { asset: symbol, networkType } = shownAsset(asset);
  const { data } = await getBalances({ ...ctx, account: { id: row.accountId, name: row.accountName } }, {});
  const held = data.find((one) => one.asset === symbol && one.networkType === networkType) ?? NONE;
  const own = (payout.payoutId ?? payout.inPlaceOf) === undefined ? Decimal.ZERO : payout.quantity;
  const left = (holds: Decimal, all: Decimal) => {
    const promised = all.minus(own);
    return { holds, promised, after: holds.minus(promised).minus(payout.quantity) };
  };
  const promised = held.locked.plus(held.reserved);
  const reserve = isFiat(asset) ? amountOf(asset, await reserveOf(ctx, row.accountId, asset)) : Decimal.ZERO;
  const account = {
    ...left(held.available.plus(promised), promised),
    ...(!held.owed.isZero() && { owed: held.owed }),
    ...(!reserve.isZero() && { reserve }),
  };
  if (ctx.account?.id !== (await houseOf(ctx.app)).id) return { account };
  const { name, holds, reserved } = await payingPlace(ctx, asset);
  return { account, place: { name, ...left(holds, reserved) } };
}
