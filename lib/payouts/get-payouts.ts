import type { InputOf } from "#lib/contract/endpoint.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { Raw } from "#lib/kernel/json.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { getPayoutEndpoint, listPayoutsEndpoint, PayoutRecord } from "./contract.ts";
import { type FiledIn, fileOfPayout } from "./file-store.ts";
import { listPayoutRows, payoutRecord } from "./store.ts";

const DEFAULT_LIMIT = 100;

type Page = { data: Raw<PayoutRecord>[]; startsAfter: string | null };

/** Payouts of the account, or, for the house, of all accounts, newest first. Refuses with INVALID_PAGINATION_TOKEN. */
export async function listPayouts(ctx: Ctx, query: InputOf<typeof listPayoutsEndpoint>): Promise<Page> {
  const { startsAfter, limit = DEFAULT_LIMIT, ...filter } = query;
  const { id } = accountOf(ctx);
  const accountId = id === (await houseOf(ctx.app)).id ? undefined : id;
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "payouts", ...filter }, startsAfter, limit },
    (before, count) => listPayoutRows(ctx.db, { accountId, filter, before, limit: count }),
    (row) => row.id,
  );
  return { data: page.map(({ record }) => new Raw<PayoutRecord>(record)), startsAfter: next };
}

/** One payout of the account; for the house, of any. Refuses with NOT_FOUND an unknown or foreign one. */
export function getPayout(ctx: Ctx, { payoutId }: InputOf<typeof getPayoutEndpoint>): Promise<Raw<PayoutRecord>> {
  return needPayout(ctx, payoutId);
}

/** The record of the account's payout as it is now; of the house's own doing, of any account's. */
export async function needPayout(ctx: Ctx, payoutId: string): Promise<Raw<PayoutRecord>> {
  const { id } = accountOf(ctx);
  const accountId = id === (await houseOf(ctx.app)).id ? undefined : id;
  const record = isId(payoutId) ? await payoutRecord(ctx.db, payoutId, accountId) : undefined;
  if (record === undefined) throw unknownPayout();
  return record;
}

/** The file for a bank in which a payout stands, and who made it; undefined of one that stands in none. */
export const fileWith = ({ db }: Ctx, payoutId: string): Promise<FiledIn | undefined> => fileOfPayout(db, payoutId);

export const unknownPayout = (): Refusal => new Refusal("NOT_FOUND", "There is no payout with this payoutId.");
