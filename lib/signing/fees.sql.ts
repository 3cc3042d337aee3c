// Written from fees.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, command, query } from "#lib/kernel/statement.ts";

type FeesToKeepValues = {
  networks: readonly (string | null)[];
  everyMs: number;
};
type FeesToKeepRow = {
  network: string;
};
export const feesToKeep = query<FeesToKeepValues, FeesToKeepRow>({
  text: () => `select n.network as "network" from unnest($1::text[]) n(network)
where not exists (select from fee_history h where h.network = n.network and h.at > business_now() - $2::double precision * interval '1 millisecond')`,
  values: ["networks", "everyMs"],
});

type InsertFeeValues = {
  network: string;
  rate: bigint | string;
  coinUsd?: bigint | string | null | undefined;
};
export const insertFee = command<InsertFeeValues>({
  text: () =>
    `insert into fee_history (network, rate, coin_usd) values ($1, $2::numeric, $3::numeric) on conflict do nothing`,
  values: ["network", "rate", "coinUsd"],
});

type FeeFactsValues = {
  priceMs: number;
  days: number;
};
type FeeFactsRow = {
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  rate: Decimal;
  coinUsd: Decimal | null;
};
/** Of an even number the lower of the two in the middle, so that it is a rate that was. */
export const feeFacts = query<FeeFactsValues, FeeFactsRow>({
  text: () => `select h.network, percentile_disc(0.5) within group (order by h.rate)::numeric as "rate",
  (select l.coin_usd::numeric from fee_history l where l.network = h.network and l.coin_usd is not null
    and l.at > business_now() - $1::double precision * interval '1 millisecond' order by l.at desc limit 1) as "coinUsd"
from fee_history h
where h.at > business_now() - $2::integer * interval '1 day' group by 1`,
  values: ["priceMs", "days"],
});
