// Written from outcomes.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

type OutcomesValues = {
  accountId: string;
  from: Date;
  now: Date;
};
type OutcomesRow = {
  outcome: string;
  fiat: string;
  count: number;
  units: Decimal;
};
export const outcomes = query<OutcomesValues, OutcomesRow>({
  text: () => `select s.outcome as "outcome", s.fiat as "fiat", sum(s.bills)::integer as "count", sum(s.units) as "units"
from bill_sums($1::uuid, null, $2::timestamptz, $3::timestamptz + interval '1 microsecond', $3::timestamptz) s
group by 1, 2 having sum(s.bills) > 0`,
  values: ["accountId", "from", "now"],
});

type ExpiringValues = {
  now: Date;
  accountId: string;
  minutes: number;
};
type ExpiringRow = {
  minute: number;
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  count: number;
  units: Decimal;
};
export const expiring = query<ExpiringValues, ExpiringRow>({
  text: () => `select floor(extract(epoch from b.expires_at - $1::timestamptz) / 60)::integer as "minute", b.fiat, count(*)::integer as "count", sum(b.fiat_units) as "units"
from bill b where b.account_id = $2::uuid and b.standing_deposits = 0
  and b.expires_at >= $1::timestamptz and b.expires_at < $1::timestamptz + make_interval(mins => $3::integer) group by 1, 2`,
  values: ["now", "accountId", "minutes"],
});
