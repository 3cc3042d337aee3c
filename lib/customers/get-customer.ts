import type { FileOut } from "#lib/contract/out.ts";
import { MOST_MINUTES } from "#lib/contract/minutes-text.ts";
import { csvLine } from "#lib/exports/csv.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { getCustomerMovement } from "#lib/ledger/get-customer-movement.ts";
import { totalOf } from "#lib/ledger/holdings.ts";
import { OUTCOMES } from "#lib/payments/payment-states.ts";
import type { Rates } from "#lib/pricing/worth.ts";
import type { CustomerRecord, GetCustomer } from "./contract.ts";
import { arrivalsOf, type BillRange, type BillSum, billsOf, exposureOf, lastBillOf, waitingOf } from "./store.ts";

/**
 * One customer in a period: what the ledger has by asset, and the bills made in it; or, without a subaccount, what
 * belongs to no bill. Refuses with NOT_FOUND a subaccount that no bill of the account names.
 */
export async function getCustomer(ctx: Ctx, query: GetCustomer): Promise<CustomerRecord> {
  const { subaccount, in: fiat = "EUR" } = query;
  const accountId = accountOf(ctx).id;
  const lastBillAt = subaccount === undefined ? undefined : await lastBillOf(ctx.db, accountId, subaccount);
  if (subaccount !== undefined && !lastBillAt)
    throw new Refusal("NOT_FOUND", "There is no customer with this subaccount.");
  const { rates, unpriced, ...movement } = await getCustomerMovement(ctx, query, fiat);
  if (subaccount === undefined || !lastBillAt) return { ...movement, unpriced };
  const range = { accountId, subaccount, from: query.startTime, to: new Date(movement.endTime) };
  const bills = await billFigures(ctx, range, rates, fiat);
  const exposure = await exposureNow(ctx, { accountId, subaccount }, rates, fiat);
  return {
    subaccount,
    ...movement,
    unpriced: [...new Set([...unpriced, ...bills.unpriced, ...exposure.unpriced])],
    exposure: exposure.figures,
    bills: { ...bills.figures, lastBillAt: lastBillAt.getTime() },
  };
}

/** What was made is what its outcomes add up to, to the unit. */
async function billFigures(ctx: Ctx, range: BillRange, rates: Rates, fiat: Fiat) {
  const [bills, free, arrivals] = await Promise.all([
    billsOf(ctx.db, { ...range, now: await ctx.now() }),
    waitingOf(ctx.db, range),
    arrivalsOf(ctx.db, { ...range, most: MOST_MINUTES }),
  ]);
  const sums = (rows: readonly BillSum[]) => sumsOf(rows, rates, fiat);
  const outcomes = OUTCOMES.map((outcome) => ({ outcome, ...sums(bills.filter((row) => row.outcome === outcome)) }));
  const waiting = sums(free);
  return {
    figures: {
      created: {
        count: outcomes.reduce((all, { figure }) => all + figure.count, 0),
        value: outcomes.reduce((all, { figure }) => all.plus(figure.value), Decimal.ZERO),
      },
      outcomes: outcomes.map(({ outcome, figure }) => ({ outcome, ...figure })),
      waiting: waiting.figure,
      arrivals,
    },
    unpriced: [...outcomes, { unpriced: waiting.unpriced }].flatMap((one) => one.unpriced),
  };
}

function sumsOf(rows: readonly BillSum[], rates: Rates, fiat: Fiat) {
  const quantities = rows.map(({ asset, units }) => ({ asset, quantity: amountOf(asset, units) }));
  const { total: value, unpriced } = totalOf(quantities, rates, fiat);
  return { figure: { count: rows.reduce((all, { count }) => all + count, 0), value }, unpriced };
}

/** What may still be paid at a promised price, and what is on its way, of all the customer's bills. */
async function exposureNow(
  ctx: Ctx,
  of: Pick<BillRange, "accountId"> & { subaccount: string },
  rates: Rates,
  fiat: Fiat,
) {
  const rows = await exposureOf(ctx.db, { ...of, now: await ctx.now() });
  const sums = (kind: (typeof rows)[number]["kind"]) =>
    sumsOf(
      rows.filter((row) => row.kind === kind),
      rates,
      fiat,
    );
  const [promised, unconfirmed] = [sums("PROMISED"), sums("UNCONFIRMED")];
  return {
    figures: { promised: promised.figure, unconfirmed: unconfirmed.figure },
    unpriced: [...promised.unpriced, ...unconfirmed.unpriced],
  };
}

const COLUMNS = ["asset", "networkType", "opening", "in", "out", "fees", "closing", "value"] as const;

/** The period by asset as a file; values are in the fiat that its name says. */
export async function saveCustomer(ctx: Ctx, query: GetCustomer): Promise<FileOut> {
  const { data, in: fiat, startTime, endTime } = await getCustomer(ctx, query);
  const lines = data.map((record) => csvLine(COLUMNS.map((column) => record[column] ?? "")));
  const head = COLUMNS.map((column) => (column === "value" ? `value ${fiat}` : column));
  const bytes = new TextEncoder().encode([csvLine(head), ...lines].join(""));
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { fileName: `customer-${day(startTime)}-${day(endTime)}.csv`, bytes, size: bytes.length };
}
