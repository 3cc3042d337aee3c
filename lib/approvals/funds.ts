import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { isFiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { BANK, custodyCode } from "#lib/ledger/chart.ts";
import { heldOf } from "#lib/ledger/holdings.ts";
import { placeOfCode } from "#lib/ledger/move-journal.ts";
import { balancesOf } from "#lib/ledger/statement-store.ts";
import { requestedAsset } from "#lib/moves/requested-asset.ts";
import { bookedPlaces, reservedOf } from "#lib/places/store.ts";
import type { ApprovalRow } from "./store.ts";

type Funds = NonNullable<ApprovalRecord["funds"]>;
type Payout = NonNullable<ApprovalRecord["payout"]>;

/**
 * What a payout that waits is taken from, and what it leaves there: the account's confirmed money, and for the house's
 * people the place that it is paid from. What is reserved for it already is its own and promised to nobody else.
 */
export async function fundsOf(ctx: Ctx, row: ApprovalRow, payout: Payout): Promise<Funds | undefined> {
  if (row.status !== "PENDING") return undefined;
  const asset = requestedAsset(payout);
  const rows = await balancesOf(ctx.db, row.accountId);
  const held = heldOf(asset, (kind) => rows.find((one) => one.asset === asset && one.kind === kind)?.units ?? 0n);
  const own = payout.payoutId === undefined ? amountOf(asset, 0n) : payout.quantity;
  const left = (holds: bigint, promisedUnits: bigint) => {
    const promised = amountOf(asset, promisedUnits).minus(own);
    return leftOf(amountOf(asset, holds), promised, payout.quantity);
  };
  const account = left(held.available + held.locked + held.reserved, held.locked + held.reserved);
  const owed = held.owed === 0n ? undefined : amountOf(asset, held.owed);
  if (ctx.account?.id !== (await houseOf(ctx.app)).id) return { account: { ...account, owed } };
  const code = isFiat(asset) ? BANK : custodyCode(asset);
  const lying = (await bookedPlaces(ctx.db)).find((one) => one.code === code && one.asset === asset)?.units ?? 0n;
  const place = left(lying, await reservedOf(ctx.db, asset));
  return { account: { ...account, owed }, place: { name: placeOfCode(code), ...place } };
}

const leftOf = (holds: Decimal, promised: Decimal, quantity: Decimal) => ({
  holds,
  promised,
  after: holds.minus(promised).minus(quantity),
});
