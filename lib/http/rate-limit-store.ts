import type { Pool } from "pg";

export type Wanted = {
  keyId: string;
  ratePerSecond: number;
  burst: number;
  tokens: number;
  /** How far below nothing the budget may go for this. */
  debt: number;
};

/**
 * Takes up to so many tokens from a key's budget, which all processes share and which refills at the key's rate by the
 * database's wall clock. Answers what was granted, none when less than one is left (debt counted), and what remains.
 */
export async function leaseTokens(pool: Pool, wanted: Wanted): Promise<{ granted: number; left: number }> {
  const { rows } = await pool.query<{ granted: number; tokens: number }>({
    name: "lease-tokens",
    text: `
      insert into rate_budget as b (key_id, tokens, granted, at)
      values ($1, $3::float8 - least($4::integer, $3::integer), least($4::integer, $3::integer), clock_timestamp())
      on conflict (key_id) do update set (tokens, granted, at) = (
        select f.full_now - g.grant_now, g.grant_now, clock_timestamp()
        from (select least($3::float8, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.at)::float8) * $2::float8) as full_now) f,
          lateral (select greatest(0, least($4::integer, floor(f.full_now + $5::float8)::integer)) as grant_now) g
      )
      returning granted, tokens`,
    values: [wanted.keyId, wanted.ratePerSecond, wanted.burst, wanted.tokens, wanted.debt],
  });
  const [row] = rows;
  if (!row) throw new Error("a budget that was asked did not answer");
  return { granted: row.granted, left: row.tokens };
}
