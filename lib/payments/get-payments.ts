import type { Raw } from "#lib/kernel/json.ts";
import { openToken, sealToken } from "#lib/kernel/paging.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { endsBefore, invalid, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { type FixedRates, fixedRates, ratesNow, shownRates } from "#lib/pricing/worth.ts";
import type { GetPayment, PaymentRecord } from "./contract.ts";
import { MOST_DAYS, type PaymentFilter } from "./filters.ts";
import { listPayments, type PaymentPage, type PaymentQuery, paymentById } from "./store.ts";

const RANGE_MS = MOST_DAYS * 86_400_000;
const DEFAULT_LIMIT = 100;
const DEFAULT_SORT = "-createdAt";

/** A page of payments, as text of the database. */
export type PaymentsPage = { data: Raw<PaymentRecord>[]; startsAfter: string | null } & ReturnType<typeof shownRates>;

/**
 * Get Payment (rulebook 5.1): one bill, the bills of an address, or those of a time range with filters.
 * Refuses with VALIDATION_FAILED, RANGE_TOO_LONG, INVALID_PAGINATION_TOKEN, PAYMENT_NOT_FOUND.
 */
export async function getPayments(ctx: Ctx, query: GetPayment): Promise<PaymentsPage> {
  const account = accountOf(ctx);
  if (query.paymentId !== undefined) {
    return { data: [await needPayment(ctx, query.paymentId)], startsAfter: null };
  }
  const now = await ctx.now();
  const token = readToken(ctx, query);
  // The first page's range holds for all: one that ended 90 days after its start then is no longer now.
  const range = token?.range ?? rangeOf(query, now);
  const {
    paymentId: _none,
    sort = DEFAULT_SORT,
    in: fiat,
    limit = DEFAULT_LIMIT,
    startsAfter: _token,
    ...filter
  } = query;
  const isByValue = sort.endsWith("value");
  if (fiat !== undefined && !isByValue) throw invalid("in", "in goes with a sort by value.");
  const criteria: PaymentQuery = {
    accountId: account.id,
    filter: { ...filter, ...range },
    sort,
    rates: isByValue ? (token?.rates ?? fixedRates(await ratesNow(ctx, fiat ?? "EUR"))) : {},
    limit,
    after: token?.after,
  };
  return pageAnswer(ctx, query, criteria, await listPayments(ctx, criteria, now));
}

/** The current record of the caller's payment. Unknown and another account's are refused alike: PAYMENT_NOT_FOUND. */
export async function needPayment(ctx: Ctx, paymentId: string): Promise<Raw<PaymentRecord>> {
  const record = isId(paymentId) ? await paymentById(ctx.app, accountOf(ctx).id, paymentId) : undefined;
  if (!record) throw new Refusal("PAYMENT_NOT_FOUND", "There is no payment with this paymentId.");
  return record;
}

type Range = Pick<PaymentFilter, "startTime" | "endTime">;
type Token = { range: Range; after: { key: string; id: string }; rates: FixedRates };

/** The range of the query, checked; without an end it reaches to now, and is never shortened silently (rulebook 5.3). */
export function rangeOf(query: Pick<GetPayment, "startTime" | "endTime" | "address">, now: Date): Range {
  const { startTime, endTime } = query;
  if (startTime === undefined) {
    if (query.address !== undefined) return { startTime: undefined, endTime };
    throw invalid(
      "startTime",
      endTime === undefined
        ? "Give a paymentId, an address or a startTime."
        : "startTime is required when querying by time range.",
    );
  }
  const end = endTime ?? now;
  if (end < startTime) throw endsBefore(endTime);
  if (end.getTime() - startTime.getTime() > RANGE_MS) {
    const message = endTime
      ? "endTime must be within 90 days of startTime."
      : "startTime is more than 90 days ago: give an endTime within 90 days of it.";
    throw new Refusal("RANGE_TOO_LONG", message, { errors: [{ field: endTime ? "endTime" : "startTime", message }] });
  }
  return { startTime, endTime: end };
}

/** What a token is bound to: the whole query but the page itself; the default order is bound as if it were named. */
function boundTo(query: GetPayment): Record<string, unknown> {
  const { startsAfter: _token, limit: _limit, sort = DEFAULT_SORT, ...filters } = query;
  return { ...filters, sort };
}

function readToken(ctx: Ctx, query: GetPayment): Token | undefined {
  if (query.startsAfter === undefined) return undefined;
  const [from, to, key, id, rates] = openToken(ctx.app, accountOf(ctx).id, boundTo(query), query.startsAfter);
  const time = (at: string | undefined) => (at ? new Date(Number(at)) : undefined);
  return {
    range: { startTime: time(from), endTime: time(to) },
    after: { key: key ?? "", id: id ?? "" },
    rates: JSON.parse(rates ?? "{}"),
  };
}

function pageAnswer(ctx: Ctx, query: GetPayment, input: PaymentQuery, page: PaymentPage): PaymentsPage {
  const { next } = page;
  const startsAfter = next
    ? sealToken(ctx.app, input.accountId, boundTo(query), [
        input.filter.startTime ? String(input.filter.startTime.getTime()) : "",
        input.filter.endTime ? String(input.filter.endTime.getTime()) : "",
        next.key,
        next.id,
        ...(Object.keys(input.rates).length > 0 ? [JSON.stringify(input.rates)] : []),
      ])
    : null;
  return { data: page.records, startsAfter, ...shownRates(input.rates) };
}
