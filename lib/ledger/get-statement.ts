import { shownAsset } from "#lib/kernel/assets.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { getStatementEndpoint } from "./contract.ts";
import type { StatementFilter } from "./filters.ts";
import { countMovements, type Movement, movementsOf } from "./statement-store.ts";

const DEFAULT_LIMIT = 100;
type Statement = InputOf<typeof getStatementEndpoint>;

/** Every movement of the account's balances, newest first (rulebook 11.3); `amount` is signed, what raises is positive. */
export async function getStatement(ctx: Ctx, query: Statement): Promise<OutputOf<typeof getStatementEndpoint>> {
  const { startsAfter, limit = DEFAULT_LIMIT, ...filter } = query;
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "statement", ...filter }, startsAfter, limit },
    (before, count) =>
      movementsOf(ctx.db, {
        accountId: accountOf(ctx).id,
        filter,
        before: before === undefined ? undefined : BigInt(before),
        limit: count,
      }),
    ({ id }) => id,
  );
  return { data: page.map(rowOf), startsAfter: next };
}

/** How many movements a filter finds. */
export const countStatement = (ctx: Ctx, filter: StatementFilter): Promise<number> =>
  countMovements(ctx.db, accountOf(ctx).id, filter);

function rowOf(movement: Movement): OutputOf<typeof getStatementEndpoint>["data"][number] {
  return {
    at: movement.at.getTime(),
    transactionId: movement.transactionId,
    event: movement.event,
    paymentId: movement.billId ?? undefined,
    invoiceId: movement.conversionId ?? undefined,
    payoutId: movement.payoutId ?? undefined,
    ...shownAsset(movement.asset),
    account: movement.kind,
    amount: amountOf(movement.asset, movement.units),
    balance: amountOf(movement.asset, movement.balance),
  };
}
