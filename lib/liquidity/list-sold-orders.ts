import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { assetOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { reportPeriod } from "#lib/kernel/periods.ts";
import type { listSoldOrdersEndpoint } from "./contract.ts";
import { type SoldOrder, soldOrders } from "./quality-store.ts";

const PAGE = 100;
type Page = OutputOf<typeof listSoldOrdersEndpoint>;

/**
 * The orders that the figures of execution quality are the sums of: of a period into one fiat, all or those of a day,
 * strategy, venue and crypto, newest first. Refuses a range that ends before it begins or spans more than 90 days.
 */
export async function listSoldOrders(
  ctx: Ctx,
  { startsAfter, limit = PAGE, ...filters }: InputOf<typeof listSoldOrdersEndpoint>,
): Promise<Page> {
  const { startTime: _start, endTime: _end, asset, ...wanted } = filters;
  const period = await reportPeriod(ctx, filters);
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "sold-orders", ...filters }, startsAfter, limit },
    (before, count) => soldOrders(ctx.db, { ...period, ...wanted, base: asset, before, count }),
    ({ id }) => id,
  );
  return { data: page.map(shownOrder), startsAfter: next };
}

function shownOrder({ id, at, base, fiat, measuredFiat, ...order }: SoldOrder): Page["data"][number] {
  const { day, strategy, venue, side, midQuote, midExecution, atQuote, atExecution } = order;
  return {
    ...{ orderId: id, at: at.getTime(), day, strategy, venue, asset: base, fiat, side },
    trades: Number(order.trades),
    account: order.account ?? undefined,
    invoiceId: order.conversion_id ?? undefined,
    paymentId: order.bill_id ?? undefined,
    quantity: amountOf(assetOf(base), order.units),
    proceeds: amountOf(fiat, order.fiatUnits),
    fees: amountOf(fiat, order.feeUnits),
    ...{ midQuote, midExecution, atQuote, atExecution },
    drift: atExecution && atQuote?.minus(atExecution),
    slippage: atExecution?.minus(measuredFiat),
  };
}
