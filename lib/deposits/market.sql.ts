// Written from market.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type BillsToSettleValues = {
  limit: bigint | number;
  bases: readonly (string | null)[];
  fiats: readonly (string | null)[];
};
type BillsToSettleRow = {
  bill_id: string;
};
export const billsToSettle = query<BillsToSettleValues, BillsToSettleRow>({
  text: () => `select distinct bill_id as "bill_id" from (
  (select d.bill_id from deposit d join chain_cursor c on c.network = d.network
   where d.status = 'UNCONFIRMED' and c.paused_reason is null
     and d.block_height <= least(c.height, coalesce(c.agreed_height, c.height)) - d.confirmations_required + 1
   order by d.block_height, d.position limit $1)
  union all
  (select d.bill_id from deposit d join bill b on b.id = d.bill_id
   where d.status = 'PROCESSING' and d.treat_after <= business_now() and not coalesce(d.decision->'parts' @> '[{"kind": "MARKET"}]', false)
     and (d.give_up_at <= business_now() or exists (select from unnest($2::text[], $3::text[]) p(base, fiat) where p.base = b.crypto and p.fiat = b.fiat))
   order by d.treat_after limit $1)
) due`,
  values: ["limit", "bases", "fiats"],
});

type SetTreatAfterValues = {
  afterMs?: number | null | undefined;
  depositId: string;
};
export const setTreatAfter = command<SetTreatAfterValues>({
  text: () => `update deposit set treat_after = business_now() + $1::double precision * interval '1 millisecond', updated_at = business_now()
where id = $2::uuid`,
  values: ["afterMs", "depositId"],
});

type LookAgainValues = {
  afterMs: number;
  depositId: string;
};
export const lookAgain = command<LookAgainValues>({
  text: () => `update deposit set treat_after = least(business_now() + $1::double precision * interval '1 millisecond', give_up_at)
where id = $2::uuid and status = 'PROCESSING' and treat_after <= business_now()`,
  values: ["afterMs", "depositId"],
});

type WaitingPairsValues = {
  market: boolean;
};
type WaitingPairsRow = {
  base: "BTC" | "BCH" | "USDT" | "USDC";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
};
export const waitingPairs = query<WaitingPairsValues, WaitingPairsRow>({
  text: () => `select distinct b.crypto as base, b.fiat from deposit d join bill b on b.id = d.bill_id
where d.status = 'PROCESSING' and d.treat_after <= business_now() and coalesce(d.decision->'parts' @> '[{"kind": "MARKET"}]', false) = $1`,
  values: ["market"],
});

type DepositsToSellValues = {
  bases: readonly (string | null)[];
  fiats: readonly (string | null)[];
  limit: bigint | number;
};
type DepositsToSellRow = {
  id: string;
};
export const depositsToSell = query<DepositsToSellValues, DepositsToSellRow>({
  text: () => `select d.id from deposit d join bill b on b.id = d.bill_id join unnest($1::text[], $2::text[]) p(base, fiat) on p.base = b.crypto and p.fiat = b.fiat
where d.status = 'PROCESSING' and d.decision->'parts' @> '[{"kind": "MARKET"}]' and d.treat_after <= business_now() order by d.treat_after limit $3`,
  values: ["bases", "fiats", "limit"],
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
