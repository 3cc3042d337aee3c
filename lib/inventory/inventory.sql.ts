// Written from inventory.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, type NoValues, query } from "#lib/kernel/statement.ts";

type ReadInventoryValues = {
  now: Date;
  symbols: readonly (string | null)[];
};
type ReadInventoryRow = {
  venue: string;
  symbol: string;
  balance: Decimal;
  promised: Decimal;
  coming: Decimal;
  per_day: Decimal;
  floor: string | null;
  target: string | null;
  short: string | null;
};
export const readInventory = query<ReadInventoryValues, ReadInventoryRow>({
  text: () => `select venue as "venue", symbol as "symbol", balance as "balance", promised as "promised", coming as "coming", per_day as "per_day",
  floor::text as floor, target::text as target, short::text as short
from venue_inventory($1, false) order by 1, array_position($2::text[], symbol)`,
  values: ["now", "symbols"],
});

type SourcesRow = {
  code: string;
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth" | "EUR" | "USD" | "GBP" | "CAD" | "JPY" | "ETH" | "TRX";
  balance: Decimal;
};
export const sources = query<NoValues, SourcesRow>({
  text: () => `select code as "code", asset as "asset", balance as "balance" from ledger_account
where (code like 'custody:%' or code = 'bank' or code like 'bank:%') and balance > 0 order by balance desc, code`,
  values: [],
});
