// Written from wallets.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type InsertWalletValues = {
  id: string;
  kind: string;
  network: string;
  xpub: string;
  path: string;
  fingerprint: string;
  firstIndex: bigint | number;
  active: boolean;
  createdBy: string;
  accountId?: string | null | undefined;
  masterFingerprint?: string | null | undefined;
};
export const insertWallet = command<InsertWalletValues>({
  text: () => `insert into wallet (id, kind, network, xpub, path, fingerprint, next_index, active, created_by, account_id, master_fingerprint, activated_at, activated_by)
select $1::uuid, $2, $3, $4, $5, $6,
  $7::bigint, $8::boolean, $9, $10::uuid, $11, case when $8 then now() end,
  case when $8 then $9 end
where not exists (select from wallet where xpub = $4)
on conflict (xpub) do nothing`,
  values: [
    "id",
    "kind",
    "network",
    "xpub",
    "path",
    "fingerprint",
    "firstIndex",
    "active",
    "createdBy",
    "accountId",
    "masterFingerprint",
  ],
});

type FindServingValues = {
  kind: string;
  accountId?: string | null | undefined;
};
type FindServingRow = {
  id: string;
  kind: "BTC_P2PKH" | "BTC_P2WPKH" | "BCH_P2PKH" | "ETH" | "TRON" | "ETH_SAFE";
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  xpub: string;
  next_index: bigint;
};
export const findServing = query<FindServingValues, FindServingRow>({
  text: () => `select w.id, w.kind, w.network, w.xpub, w.next_index from wallet w
where w.kind = $1 and w.active and (w.account_id is null or w.account_id = $2::uuid)
order by w.account_id nulls last limit 1`,
  values: ["kind", "accountId"],
});

type LockWalletByIdValues = {
  walletId: string;
};
export const lockWalletById = query<LockWalletByIdValues, FindServingRow>({
  text: () => `select id, kind, network, xpub, next_index from wallet where id = $1::uuid for update`,
  values: ["walletId"],
});

type ReadPoolsRow = {
  id: string;
  kind: "BTC_P2PKH" | "BTC_P2WPKH" | "BCH_P2PKH" | "ETH" | "TRON" | "ETH_SAFE";
  account_id: string | null;
  next_index: bigint;
  free: bigint;
};
export const readPools = query<NoValues, ReadPoolsRow>({
  text: () => `select w.id, w.kind, w.account_id, w.next_index, (
  select count(*) from deposit_address a where a.wallet_id = w.id and a.bill_id is null and a.set_aside_at is null) as "free"
from wallet w where w.active and w.kind <> 'ETH_SAFE' order by w.account_id nulls first`,
  values: [],
});

type CountPoolsRow = {
  kind: "BTC_P2PKH" | "BTC_P2WPKH" | "BCH_P2PKH" | "ETH" | "TRON" | "ETH_SAFE";
  account: string | null;
  free: bigint;
};
export const countPools = query<NoValues, CountPoolsRow>({
  text: () => `select w.kind, c.name as account, (select count(*) from (
    select from deposit_address a where a.wallet_id = w.id and a.bill_id is null and a.set_aside_at is null limit 1) found) as "free"
from wallet w left join account c on c.id = w.account_id where w.active and w.kind <> 'ETH_SAFE' order by w.kind, c.name nulls first`,
  values: [],
});

type InsertPooledValues = {
  id: string;
  network: string;
  ids: readonly (string | null)[];
  indexes: readonly (bigint | number | null)[];
  addresses: readonly (string | null)[];
  cashAddresses: readonly (string | null)[];
  scripts: readonly (string | null)[];
};
export const insertPooled = command<InsertPooledValues>({
  text: () => `insert into deposit_address (id, wallet_id, index, network, address, cash_address, script)
select p.id, $1::uuid, p.index, $2, p.address, p.cash_address, p.script
from unnest($3::uuid[], $4::bigint[], $5::text[],
  $6::text[], $7::text[]) p(id, index, address, cash_address, script)`,
  values: ["id", "network", "ids", "indexes", "addresses", "cashAddresses", "scripts"],
});

type SetAsideValues = {
  scripts: readonly (string | null)[];
};
export const setAside = command<SetAsideValues>({
  text: () => `update deposit_address set set_aside_at = business_now()
where script = any($1::text[]) and bill_id is null and set_aside_at is null`,
  values: ["scripts"],
});

type SetAsidePoolValues = {
  walletId: string;
};
export const setAsidePool = command<SetAsidePoolValues>({
  text: () => `update deposit_address set set_aside_at = business_now()
where wallet_id = $1::uuid and bill_id is null and set_aside_at is null`,
  values: ["walletId"],
});
