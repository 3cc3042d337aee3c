// Written from lost-coins.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type CoinsInNoBlockValues = {
  network: string;
};
type CoinsInNoBlockRow = {
  sourceHash: string;
  txHash: string;
  spent: string;
};
/**
 * What the transactions spend that have paid the coins of what may still be sent, of those that no block has now; and what those
 * spend that have paid them in turn.
 */
export const coinsInNoBlock = query<CoinsInNoBlockValues, CoinsInNoBlockRow>({
  text: () => `with recursive gone(source_hash, tx_hash, spent) as (
  select i.source_hash, i.source_hash, s.name from prepared_input i
  cross join lateral spends_in_no_block(i.network, i.source_hash) s(name) where i.held and i.network = $1 and i.lost_by is null
  union select g.source_hash, p.tx_hash, s.name from gone g
  cross join lateral (select split_part(g.spent, ':', 1) as tx_hash) p cross join lateral spends_in_no_block($1, p.tx_hash) s(name))
select source_hash as "sourceHash", tx_hash as "txHash", spent as "spent" from gone
union select i.source_hash, split_part(a.step, ' ', 1), split_part(a.step, ' ', 2) from prepared_input i cross join unnest(i.ancestors) a(step)
where i.held and i.network = $1 and i.lost_by is null and not is_coin_placed(i.network, i.source_hash, i.source_index::integer)`,
  values: ["network"],
});

type CoinsToTraceValues = {
  network: string;
};
type CoinsToTraceRow = {
  sourceHash: string;
};
/** Of what may still be sent, coins that went with their block, of which nobody has read what had paid their payers. */
export const coinsToTrace = query<CoinsToTraceValues, CoinsToTraceRow>({
  text: () => `select distinct i.source_hash as "sourceHash" from prepared_input i
where i.held and i.network = $1 and i.lost_by is null and not i.traced and not is_coin_placed(i.network, i.source_hash, i.source_index::integer)`,
  values: ["network"],
});

type LoseCoinsValues = {
  height: bigint | number;
  hash: string;
  sources: readonly (string | null)[];
  txHashes: readonly (string | null)[];
  network: string;
};
export const loseCoins = command<LoseCoinsValues>({
  text: () => `update prepared_input i set lost_by = l.tx_hash, lost_height = $1, lost_block = $2
from unnest($3::text[], $4::text[]) l(source_hash, tx_hash)
where i.held and i.network = $5 and i.source_hash = l.source_hash and i.lost_by is null`,
  values: ["height", "hash", "sources", "txHashes", "network"],
});

type CoinInNoBlockValues = {
  familyId: string;
};
export const coinInNoBlock = query<CoinInNoBlockValues, CoinsToTraceRow>({
  text: () => `select i.source_hash as "sourceHash" from prepared_input i where i.prepared_id = $1::uuid and i.network in ('bitcoin', 'bitcoincash')
  and not is_coin_placed(i.network, i.source_hash, i.source_index::integer) limit 1`,
  values: ["familyId"],
});
