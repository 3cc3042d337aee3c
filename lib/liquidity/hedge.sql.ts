// Written from hedge.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, type NoValues, query } from "#lib/kernel/statement.ts";

type ReadPositionsRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  units: Decimal;
};
export const readPositions = query<NoValues, ReadPositionsRow>({
  text: () => `select asset, fiat, units from book_position where units <> 0 order by asset, fiat`,
  values: [],
});

type ReadHedgesRow = {
  base: string;
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  status: "OPEN" | "FILLED" | "REFUSED" | "LATE";
  open_units: Decimal;
  since_last: number;
  since_update: number;
};
export const readHedges = query<NoValues, ReadHedgesRow>({
  text: () => `select p.base, p.fiat, o.status, case when o.status = 'OPEN' then o.quantity_units else 0 end as "open_units",
  (extract(epoch from business_now() - o.created_at) * 1000)::double precision as "since_last",
  (extract(epoch from business_now() - o.updated_at) * 1000)::double precision as "since_update"
from (select distinct crypto_of(asset) as "base", fiat from book_position) p
cross join lateral (select * from venue_order h where h.purpose = 'HEDGE' and h.asset = p.base and h.fiat = p.fiat
  order by h.created_at desc, h.id desc limit 1) o`,
  values: [],
});

type ReadOpenAgesRow = {
  crypto: string;
  age: number;
};
export const readOpenAges = query<NoValues, ReadOpenAgesRow>({
  text: () => `select p.crypto as "crypto", (extract(epoch from business_now() - o.at) * 1000)::double precision as "age"
from (select crypto_of(asset) as crypto, sum(units) as units from book_position group by 1 having sum(units) > 0) p
cross join lateral (
  select min(n.at) as at from (
    select t.at, sum(g.amount) over (order by g.id desc) - g.amount as newer from (
      select g.id, g.transaction_id, g.amount from ledger_account l join posting g on g.ledger_account_id = l.id
      where l.code = 'house:book' and crypto_of(l.asset) = p.crypto and g.amount > 0 order by g.id desc limit 1000
    ) g join ledger_transaction t on t.id = g.transaction_id
  ) n where n.newer < p.units
) o
where o.at is not null`,
  values: [],
});

type LockHedgeValues = {
  pair: string;
};
type LockHedgeRow = {
  locked: string | null;
};
export const lockHedge = query<LockHedgeValues, LockHedgeRow>({
  text: () => `select pg_advisory_xact_lock(hashtextextended('hedge ' || $1, 0))::text as locked`,
  values: ["pair"],
});

type LockSweepValues = {
  fiat: string;
};
export const lockSweep = query<LockSweepValues, LockHedgeRow>({
  text: () => `select pg_advisory_xact_lock(hashtextextended('sweep ' || $1, 0))::text as locked`,
  values: ["fiat"],
});
