import { readInput } from "#lib/http/input.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { sealToken } from "#lib/kernel/paging.ts";
import { getPaymentEndpoint, type GetPayment } from "#lib/payments/contract.ts";
import { listPayments } from "#lib/payments/store.ts";

/** Bills of a page. */
export const PAGE = 50;

/** A list as it is asked for: what is in its filter, and which end of it. */
export type View = { name: string; target: string };

/** The first page of a filter or a sort, and its last, as a caller who has leafed through all of it asks for it. */
export async function bothEnds(ctx: Ctx, account: AccountRef, query: string, since: number): Promise<View[]> {
  const target = `${getPaymentEndpoint.path}?startTime=${since}&endTime=${Date.now()}&limit=${PAGE}&${query}`;
  const input = readInput(getPaymentEndpoint, { target, body: new Uint8Array(), params: {} }) as GetPayment;
  const token = await lastToken(ctx, account, input);
  const first = { name: query, target };
  return token === undefined
    ? [first]
    : [first, { name: `${query}, last page`, target: `${target}&startsAfter=${token}` }];
}

/** Where the last page begins, read from the other end; undefined when it all is on one page. */
async function lastToken(ctx: Ctx, account: AccountRef, input: GetPayment): Promise<string | undefined> {
  const { sort = "-createdAt", limit: _limit, in: _in, startsAfter: _token, paymentId: _id, ...filter } = input;
  // Its tokens carry the rates of their first page.
  if (sort.endsWith("value")) return undefined;
  const reversed = sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
  const query = { accountId: account.id, filter, sort: reversed, rates: {}, limit: PAGE + 1, after: undefined };
  const { next } = await listPayments(ctx, query, await ctx.now());
  if (!next) return undefined;
  const { startTime, endTime } = filter;
  const range = [String(startTime?.getTime()), String(endTime?.getTime())];
  return sealToken(ctx.app, account.id, { ...filter, sort }, [...range, next.key, next.id]);
}
