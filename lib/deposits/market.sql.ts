// Written from market.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type SetTreatAfterValues = {
  afterMs?: number | null | undefined;
  depositId: string;
};
export const setTreatAfter = command<SetTreatAfterValues>({
  text: () => `update deposit set treat_after = business_now() + $1::double precision * interval '1 millisecond', updated_at = business_now()
where id = $2::uuid`,
  values: ["afterMs", "depositId"],
});

type DepositsToSellValues = {
  limit: bigint | number;
};
type DepositsToSellRow = {
  id: string;
};
export const depositsToSell = query<DepositsToSellValues, DepositsToSellRow>({
  text: () =>
    `select d.id from deposit d where d.status = 'PROCESSING' and d.decision->'parts' @> '[{"kind": "MARKET"}]' and d.treat_after <= business_now() order by d.treat_after limit $1`,
  values: ["limit"],
});

type CountRetryingValues = {
  withinMs: number;
};
type CountRetryingRow = {
  count: bigint;
};
export const countRetrying = query<CountRetryingValues, CountRetryingRow>({
  text: () => `select count(*) as "count" from deposit d where d.status = 'PROCESSING' and d.decision->'parts' @> '[{"kind": "MARKET"}]' and d.treat_after > business_now()
  and d.treat_after <= business_now() + $1::double precision * interval '1 millisecond'`,
  values: ["withinMs"],
});
