// Written from spend.sql and the database's own description by `node .config/statements.ts`.
import { type Decimal, query } from "#lib/kernel/statement.ts";

type OwnCoinsValues = {
  network: string;
  asset: string;
};
type OwnCoinsRow = {
  txHash: string;
  outputIndex: number;
  script: string;
  units: Decimal;
};
export const ownCoins = query<OwnCoinsValues, OwnCoinsRow>({
  text: () => `select t.tx_hash as "txHash", t.output_index as "outputIndex", t.script, t.quantity_units as units from sandbox_transfer t
where t.network = $1 and t.asset = $2 and t.state in ('MEMPOOL', 'MINED')
  and (exists (select from deposit_address a where a.script = t.script) or exists (select from change_address c where c.script = t.script))
  and not exists (select from sandbox_transfer s where s.network = t.network and s.state in ('MEMPOOL', 'MINED')
    and s.spends @> array[t.tx_hash || ':' || t.output_index])
order by t.sent_at, t.tx_hash, t.output_index`,
  values: ["network", "asset"],
});

type OwnTokensValues = {
  network: string;
  asset: string;
};
type OwnTokensRow = {
  script: string;
  units: Decimal;
};
export const ownTokens = query<OwnTokensValues, OwnTokensRow>({
  text: () => `select m.script as "script", sum(m.units) as "units" from (
  select script, quantity_units as units from sandbox_transfer where network = $1 and asset = $2 and state in ('MEMPOOL', 'MINED')
  union all
  select source_script, -quantity_units from sandbox_transfer
  where network = $1 and asset = $2 and state in ('MEMPOOL', 'MINED') and source_script is not null
) m where exists (select from deposit_address a where a.script = m.script)
group by m.script having sum(m.units) > 0 order by sum(m.units) desc, m.script`,
  values: ["network", "asset"],
});

type OwnAddressValues = {
  address: string;
};
type OwnAddressRow = {
  script: string | null;
};
export const ownAddress = query<OwnAddressValues, OwnAddressRow>({
  text: () => `select script from deposit_address
where address = $1 or cash_address in ($1, 'bitcoincash:' || $1) or lower(address) = lower($1)
union all select script from change_address where address = $1 limit 1`,
  values: ["address"],
});

type NextChangeValues = {
  script: string;
};
type NextChangeRow = {
  script: string;
  address: string;
};
export const nextChange = query<NextChangeValues, NextChangeRow>({
  text: () => `select c.script, c.address from change_address c join (
  select wallet_id from deposit_address where script = $1
  union all select wallet_id from change_address where script = $1 limit 1
) w using (wallet_id)
where not exists (select from sandbox_transfer t where t.script = c.script) order by c.index limit 1`,
  values: ["script"],
});
