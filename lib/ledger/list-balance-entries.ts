import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { shownAsset } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { passedPeriod } from "#lib/kernel/periods.ts";
import { requestedAssets } from "#lib/kernel/requested-asset.ts";
import type { listBalanceEntriesEndpoint } from "./contract.ts";
import { entriesOf } from "./statement-store.ts";

const PAGE = 100;
type Query = InputOf<typeof listBalanceEntriesEndpoint>;

/**
 * What moved of an asset of the account from one instant until before another, newest first: the rows that its in, out and
 * fees are the sums of, all of them, one customer's or what belongs to no bill (rulebook 8.12). Refuses an end that has not
 * come, or that lies before its beginning, and a network of what has but one.
 */
export async function listBalanceEntries(
  ctx: Ctx,
  { startsAfter, limit = PAGE, ...filters }: Query,
): Promise<OutputOf<typeof listBalanceEntriesEndpoint>> {
  const { from, to } = await passedPeriod(ctx, filters);
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "balance-entries", ...filters }, startsAfter, limit },
    (before, count) =>
      entriesOf(ctx.db, {
        accountId: accountOf(ctx).id,
        assets: requestedAssets(filters),
        subaccount: filters.subaccount,
        withoutBill: filters.withoutBill !== undefined,
        from,
        to,
        before,
        count,
      }),
    ({ id }) => id,
  );
  return {
    data: page.map((entry) => ({
      at: entry.at.getTime(),
      transactionId: entry.transactionId,
      event: entry.event,
      subaccount: entry.subaccount ?? undefined,
      paymentId: entry.billId ?? undefined,
      invoiceId: entry.conversionId ?? undefined,
      payoutId: entry.payoutId ?? undefined,
      ...shownAsset(entry.asset),
      in: amountOf(entry.asset, entry.received),
      out: amountOf(entry.asset, entry.went),
      fees: amountOf(entry.asset, entry.fees),
    })),
    startsAfter: next,
  };
}
