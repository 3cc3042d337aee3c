import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { pageBelow } from "#lib/kernel/paging.ts";
import { ownAccount, unknownSettlement } from "./get-settlements.ts";
import type { listSettlementMovementsEndpoint } from "./statement-contract.ts";
import { settledPeriod, settlementMovements } from "./store.ts";

const PAGE = 100;

/**
 * The movements that a settlement's statement sums up, of one kind or all, newest first; for the house, of any account's.
 * Refuses with NOT_FOUND an unknown or foreign settlement.
 */
export async function listSettlementMovements(
  ctx: Ctx,
  { settlementId, kind, startsAfter, limit = PAGE }: InputOf<typeof listSettlementMovementsEndpoint>,
): Promise<OutputOf<typeof listSettlementMovementsEndpoint>> {
  const period = isId(settlementId) ? await settledPeriod(ctx.db, settlementId, await ownAccount(ctx)) : undefined;
  if (!period) throw unknownSettlement();
  const { page, startsAfter: next } = await pageBelow(
    ctx,
    { filters: { list: "settlement-movements", settlementId, kind }, startsAfter, limit },
    (before, count) => settlementMovements(ctx.db, { ...period, kind, before, limit: count }),
    ({ id }) => id,
  );
  return {
    data: page.map(({ id: _, at, units, ...line }) => ({
      at: at.getTime(),
      ...line,
      amount: amountOf(period.asset, units),
    })),
    startsAfter: next,
  };
}
