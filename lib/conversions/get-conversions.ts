import { actorMay } from "#lib/contract/may.ts";
import { Linked } from "#lib/contract/out.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { openToken, sealToken } from "#lib/kernel/paging.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { endsBefore, invalid, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { ConversionRecord, getConversionsEndpoint } from "./contract.ts";
import type { ConversionFilter } from "./filters.ts";
import {
  type ConversionPage,
  type ConversionQuery,
  conversionRecord,
  countConversionRows,
  listConversions,
} from "./store.ts";

const DEFAULT_LIMIT = 500;

export type GetConversions = InputOf<typeof getConversionsEndpoint>;

/** A page of conversions, as text of the database. */
export type ConversionsPage = Linked<Raw<ConversionRecord>, GetConversions>;

/**
 * Get conversions (rulebook 6.1): one by its identifier, or those created in a time range, both ends
 * included, newest first. When more exist than the limit, `next` asks for the next page.
 * Refuses with VALIDATION_FAILED, NOT_FOUND, INVALID_PAGINATION_TOKEN.
 */
export async function getConversions(ctx: Ctx, query: GetConversions): Promise<ConversionsPage> {
  const accountId = accountOf(ctx).id;
  if (query.invoiceId !== undefined) return new Linked([await needRecord(ctx, query.invoiceId, mayReadCost(ctx))]);
  const range = rangeOf(query, await ctx.now());
  const criteria: ConversionQuery = {
    accountId,
    filter: range,
    sort: "-created",
    rates: {},
    limit: query.limit ?? DEFAULT_LIMIT,
    withCost: mayReadCost(ctx),
    after: readToken(ctx, accountId, range, query.startsAfter),
  };
  return pageAnswer(ctx, criteria, range, await listConversions(ctx.db, criteria));
}

/**
 * The record of the caller's conversion as it is now; an unknown one and another account's are refused alike with
 * NOT_FOUND.
 */
export async function needRecord(ctx: Ctx, invoiceId: string, withCost = false): Promise<Raw<ConversionRecord>> {
  const record = isId(invoiceId) ? await conversionRecord(ctx.db, accountOf(ctx).id, invoiceId, withCost) : undefined;
  if (record === undefined) throw unknownInvoice();
  return record;
}

/** Cost is the house's: shown to its people alone. */
export const mayReadCost = ({ actor, app }: Ctx): boolean => actorMay(app.mode, actor, "house:read");

export function unknownInvoice(): Refusal {
  return new Refusal("NOT_FOUND", "There is no conversion with this invoiceId.");
}

/** How many conversions a filter finds. */
export const countConversions = (ctx: Ctx, filter: ConversionFilter): Promise<number> =>
  countConversionRows(ctx.db, accountOf(ctx).id, filter);

type Range = { startTime: Date; endTime: Date; subaccount: string | undefined };

function rangeOf({ startTime, endTime, subaccount }: GetConversions, now: Date): Range {
  if (startTime === undefined) throw invalid("startTime", "Give an invoiceId or a startTime.");
  const end = endTime ?? now;
  if (end < startTime) throw endsBefore(endTime);
  return { startTime, endTime: end, subaccount };
}

/** What a token is bound to: the customer, and the range with the end that held when the first page was made. */
function boundTo({ startTime, endTime, subaccount }: Range): Record<string, unknown> {
  return { list: "conversions", startTime: startTime.toISOString(), endTime: endTime.toISOString(), subaccount };
}

function readToken(ctx: Ctx, accountId: string, range: Range, token: string | undefined): ConversionQuery["after"] {
  if (token === undefined) return undefined;
  const [createdAt, id] = openToken(ctx.app, accountId, boundTo(range), token);
  return { key: createdAt ?? "", id: id ?? "" };
}

function pageAnswer(
  ctx: Ctx,
  input: ConversionQuery,
  range: Range,
  { records, next }: ConversionPage,
): ConversionsPage {
  if (!next) return new Linked(records);
  const startsAfter = sealToken(ctx.app, input.accountId, boundTo(range), [next.key, next.id]);
  return new Linked(records, { ...range, limit: input.limit, startsAfter });
}
