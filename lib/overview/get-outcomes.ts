import type { OutputOf } from "#lib/contract/endpoint.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { OUTCOMES } from "#lib/payments/payment-states.ts";
import { worthAt } from "#lib/pricing/worth.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { type FiatRate, fiatRates } from "./fiat-rates.ts";
import type { GetOutcomes, getOutcomesEndpoint } from "./outcomes-contract.ts";
import { type OutcomeSum, readExpiring, readOutcomes } from "./outcomes-store.ts";

const DEFAULT_RANGE_MS = 7 * 86_400_000;
const MOST_RANGE_MS = 90 * 86_400_000;
const MINUTES = 20;

/** How the bills of the last days came out, and which expire within 20 minutes; every fiat is counted, valued in one. */
export async function getOutcomes(ctx: Ctx, query: GetOutcomes): Promise<OutputOf<typeof getOutcomesEndpoint>> {
  const { in: fiat = "EUR" } = query;
  const now = await ctx.now();
  const from = query.startTime ?? new Date(now.getTime() - DEFAULT_RANGE_MS);
  if (now.getTime() - from.getTime() > MOST_RANGE_MS)
    throw invalid("startTime", "startTime lies more than 90 days ago.");
  const { id: accountId } = accountOf(ctx);
  const [rates, ended, expiring] = await Promise.all([
    fiatRates(ctx, fiat),
    readOutcomes(ctx.db, { accountId, from, now }),
    readExpiring(ctx.db, { accountId, now, minutes: MINUTES }),
  ]);
  const sums = (rows: readonly OutcomeSum[]) => sumsOf(rows, rates, fiat);
  const priced = new Set(rates.map((one) => one.fiat));
  const minutes = [...new Set(expiring.map(({ minute }) => minute))].toSorted((a, b) => a - b);
  return {
    in: fiat,
    startTime: from.getTime(),
    endTime: now.getTime(),
    unpriced: [...new Set([...ended, ...expiring].map((row) => row.fiat))].filter((one) => !priced.has(one)),
    ...outcomesOf(OUTCOMES.map((outcome) => ({ outcome, ...sums(ended.filter((row) => row.outcome === outcome)) }))),
    expiring: minutes.map((minute) => ({ minute, ...sums(expiring.filter((row) => row.minute === minute)) })),
  };
}

/** What was created is what its outcomes add up to, to the unit. */
const outcomesOf = <One extends { count: number; value: Decimal }>(outcomes: One[]) => ({
  created: outcomes.reduce((all, { count, value }) => ({ count: all.count + count, value: all.value.plus(value) }), {
    count: 0,
    value: Decimal.ZERO,
  }),
  outcomes,
});

/** Each fiat's sum is valued and rounded down. */
function sumsOf(rows: readonly OutcomeSum[], rates: readonly FiatRate[], fiat: Fiat) {
  const value = rows.reduce((sum, row) => {
    const rate = rates.find((one) => one.fiat === row.fiat)?.rate;
    return rate ? sum.plus(worthAt(amountOf(row.fiat, row.units), rate, fiat)) : sum;
  }, Decimal.ZERO);
  return { count: rows.reduce((sum, { count }) => sum + count, 0), value };
}
