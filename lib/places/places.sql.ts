// Written from places.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

type VenueFractionsValues = {
  codes: readonly (string | null)[];
  assets: readonly (string | null)[];
};
type VenueFractionsRow = {
  code: string;
  symbol: string;
  fraction: Decimal;
};
export const venueFractions = query<VenueFractionsValues, VenueFractionsRow>({
  text: () => `select v.code as "code", v.symbol as "symbol", venue_fraction(substr(v.code, 7), v.symbol) as "fraction"
from (select distinct u.code, crypto_of(u.asset) as symbol from unnest($1::text[], $2::text[]) u (code, asset)) v`,
  values: ["codes", "assets"],
});
