// Written from rate-limit.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type LeaseTokensValues = {
  keyId: string;
  burst: number;
  tokens: number;
  ratePerSecond: number;
  debt: number;
};
type LeaseTokensRow = {
  granted: number;
  tokens: number;
};
export const leaseTokens = query<LeaseTokensValues, LeaseTokensRow>({
  text: () => `insert into rate_budget as b (key_id, tokens, granted, at)
values ($1, $2::float8 - least($3::integer, $2::integer), least($3::integer, $2::integer), clock_timestamp())
on conflict (key_id) do update set (tokens, granted, at) = (
  select f.full_now - g.grant_now, g.grant_now, clock_timestamp()
  from (select least($2::float8, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.at)::float8) * $4::float8) as full_now) f,
    lateral (select greatest(0, least($3::integer, floor(f.full_now + $5::float8)::integer)) as grant_now) g
)
returning granted, tokens`,
  values: ["keyId", "burst", "tokens", "ratePerSecond", "debt"],
});
