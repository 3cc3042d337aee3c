// Written from accounts.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type GasAccountsValues = {
  network: string;
  scripts: readonly (string | null)[];
  walletId?: string | null | undefined;
};
type GasAccountsRow = {
  script: string;
  walletId: string;
  keyIndex: bigint;
};
export const gasAccounts = query<GasAccountsValues, GasAccountsRow>({
  text: () => `select a.script, a.wallet_id as "walletId", a.index as "keyIndex" from deposit_address a join wallet w on w.id = a.wallet_id
where a.network = $1 and a.script = any($2::text[]) and (w.id = $3::uuid or ($3::uuid is null and w.account_id is null))
  and w.kind <> 'ETH_SAFE'
  and not exists (select from prepared_input h where h.held and h.network = $1 and h.source_hash = a.script)`,
  values: ["network", "scripts", "walletId"],
});

type TokenAccountsValues = {
  network: string;
  asset: string;
  units: bigint | string;
  walletId?: string | null | undefined;
  only?: string | null | undefined;
  isSafe: boolean;
  payoutIds: readonly (string | null)[];
  limit: bigint | number;
};
/** What came to an account less what it has sent, also what no block has yet: an emptied one is no candidate. */
export const tokenAccounts = query<TokenAccountsValues, GasAccountsRow>({
  text: () => `with held as (
  select m.script, sum(m.units) as units from (
    select a.script, d.quantity_units::numeric as units from deposit d join deposit_address a on a.bill_id = d.bill_id and a.network = d.network
    where d.network = $1 and d.asset = $2 and d.stray_id is null and d.times_confirmed > d.times_reversed
    union all select a.script, s.quantity_units::numeric from stray_deposit s join deposit_address a on a.id = s.address_id
      where s.network = $1 and s.asset = $2 and s.status = 'CONFIRMED'
    union all select r.script, r.units::numeric from move_arrival r
      where r.network = $1 and r.asset = $2 and r.block_hash is not null and is_arrived(r)
    union all select p.script, p.units::numeric from outgoing_output p join outgoing o on o.id = p.outgoing_id
      where o.network = $1 and p.own and p.asset = $2 and o.times_posted > o.times_reversed
    union all select i.script, -i.units::numeric from outgoing_input i join outgoing o on o.id = i.outgoing_id
      where o.network = $1 and i.asset = $2 and i.script is not null and o.status <> 'GONE') m
  group by m.script having sum(m.units) >= $3::numeric)
select a.script, a.wallet_id as "walletId", a.index as "keyIndex" from held r
join deposit_address a on a.network = $1 and a.script = r.script join wallet w on w.id = a.wallet_id
where (w.id = $4::uuid or ($4::uuid is null and w.account_id is null)) and ($5::text is null or a.script = $5)
  and (w.kind = 'ETH_SAFE') = $6::boolean
  and not exists (select from deposit d where d.bill_id = a.bill_id and d.asset = $2 and d.status in ('HELD', 'DECLINED')
    and not exists (select from payout_part p where p.deposit_id = d.id and p.payout_id = any($7::uuid[])))
  and not exists (select from prepared_input h where h.held and h.network = $1 and h.source_hash = a.script)
order by r.units, a.script limit $8`,
  values: ["network", "asset", "units", "walletId", "only", "isSafe", "payoutIds", "limit"],
});
