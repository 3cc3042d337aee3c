// Written from lost-coins.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type CoinsInNoBlockValues = {
  network: string;
};
type CoinsInNoBlockRow = {
  sourceHash: string;
  spent: string;
};
/** What the transactions spend that have paid the coins of what may still be sent, of those that no block has now. */
export const coinsInNoBlock = query<CoinsInNoBlockValues, CoinsInNoBlockRow>({
  text: () => `select distinct i.source_hash as "sourceHash", u.name as "spent" from prepared_input i
cross join lateral (
  select d.spends from deposit d where d.network = i.network and d.tx_hash = i.source_hash and d.output_index = i.source_index and d.block_hash is null
  union all select s.spends from stray_deposit s where s.network = i.network and s.tx_hash = i.source_hash and s.output_index = i.source_index and s.block_hash is null
  union all select o.spends from outgoing o where o.network = i.network and o.tx_hash = i.source_hash and o.block_hash is null) x
cross join lateral unnest(x.spends) u(name)
where i.held and i.network = $1 and i.lost_by is null`,
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
type CoinInNoBlockRow = {
  sourceHash: string;
};
export const coinInNoBlock = query<CoinInNoBlockValues, CoinInNoBlockRow>({
  text: () => `select i.source_hash as "sourceHash" from prepared_input i where i.prepared_id = $1::uuid and i.network in ('bitcoin', 'bitcoincash')
  and not is_coin_placed(i.network, i.source_hash, i.source_index::integer) limit 1`,
  values: ["familyId"],
});
