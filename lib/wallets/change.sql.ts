// Written from change.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type WalletsToExtendValues = {
  gap: number;
};
type WalletsToExtendRow = {
  id: string;
  kind: "BTC_P2PKH" | "BTC_P2WPKH" | "BCH_P2PKH" | "ETH" | "TRON" | "ETH_SAFE";
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  xpub: string;
  from: number;
};
export const walletsToExtend = query<WalletsToExtendValues, WalletsToExtendRow>({
  text: () => `select w.id, w.kind, w.network, w.xpub, coalesce(c.next, 0)::integer as "from" from wallet w
left join lateral (select max(index) + 1 as next from change_address where wallet_id = w.id) c on true
left join lateral (select max(index) + 1 as beyond from change_address where wallet_id = w.id and used_at is not null) u on true
where w.network in ('bitcoin', 'bitcoincash') and coalesce(c.next, 0) < coalesce(u.beyond, 0) + $1::integer
order by w.id`,
  values: ["gap"],
});

type InsertChangeValues = {
  walletId: string;
  network: string;
  indexes: readonly (bigint | number | null)[];
  scripts: readonly (string | null)[];
  addresses: readonly (string | null)[];
};
export const insertChange = command<InsertChangeValues>({
  text: () => `insert into change_address (wallet_id, index, network, script, address)
select $1::uuid, c.index, $2, c.script, c.address
from unnest($3::bigint[], $4::text[], $5::text[]) c(index, script, address)
on conflict do nothing`,
  values: ["walletId", "network", "indexes", "scripts", "addresses"],
});

type OwnScriptsValues = {
  scripts: readonly (string | null)[];
};
type OwnScriptsRow = {
  script: string;
  change: boolean;
};
export const ownScripts = query<OwnScriptsValues, OwnScriptsRow>({
  text: () => `select s.script as "script", exists (select from change_address c where c.script = s.script) as "change"
from unnest($1::text[]) s(script)
where exists (select from change_address c where c.script = s.script)
  or exists (select from deposit_address a where a.script = s.script)`,
  values: ["scripts"],
});

type MarkUsedValues = {
  scripts: readonly (string | null)[];
};
export const markUsed = command<MarkUsedValues>({
  text: () => `update change_address set used_at = business_now() where script = any($1::text[]) and used_at is null`,
  values: ["scripts"],
});
