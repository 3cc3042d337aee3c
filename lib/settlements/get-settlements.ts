import type { InputOf } from "#lib/contract/endpoint.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { Raw } from "#lib/kernel/json.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { houseOf, needAccount } from "#lib/kernel/tenants.ts";
import type { getSettlementEndpoint, listHouseSettlementsEndpoint, SettlementRecord } from "./contract.ts";
import { listSettlementRows, settlementRecord } from "./store.ts";

const DEFAULT_LIMIT = 100;

type Page = { data: Raw<SettlementRecord>[]; startsAfter: string | null };

/** Settlements of the account, or, for the house, of all accounts or one, newest first. Refuses with INVALID_PAGINATION_TOKEN. */
export async function listSettlements(ctx: Ctx, query: InputOf<typeof listHouseSettlementsEndpoint>): Promise<Page> {
  const { startsAfter, limit = DEFAULT_LIMIT, account, ...filter } = query;
  const own = await ownAccount(ctx);
  const accountId = own ?? (account === undefined ? undefined : (await needAccount(ctx, account)).id);
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "settlements", account, ...filter }, startsAfter, limit },
    (before, count) => listSettlementRows(ctx.db, { accountId, filter, before, limit: count }),
    (row) => row.id,
  );
  return { data: page.map(({ record }) => new Raw<SettlementRecord>(record)), startsAfter: next };
}

/** One settlement of the account; for the house, of any. Refuses with NOT_FOUND an unknown or foreign one. */
export async function getSettlement(
  ctx: Ctx,
  { settlementId }: InputOf<typeof getSettlementEndpoint>,
): Promise<Raw<SettlementRecord>> {
  const record = isId(settlementId) ? await settlementRecord(ctx.db, settlementId, await ownAccount(ctx)) : undefined;
  if (record === undefined) throw unknownSettlement();
  return record;
}

export const unknownSettlement = (): Refusal =>
  new Refusal("NOT_FOUND", "There is no settlement with this settlementId.");

/** The account whose settlements are seen; undefined for the house, which sees all. */
export async function ownAccount(ctx: Ctx): Promise<string | undefined> {
  const { id } = accountOf(ctx);
  return id === (await houseOf(ctx.app)).id ? undefined : id;
}
