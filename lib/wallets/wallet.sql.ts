// Written from wallet.sql and the database's own description by `node .config/statements.ts`.
import type { JsonValue } from "@prisma/client/runtime/client";
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type ReadWalletsRow = {
  id: string;
  kind: "BTC_P2PKH" | "BTC_P2WPKH" | "BCH_P2PKH" | "ETH" | "TRON" | "ETH_SAFE";
  network: "bitcoin" | "bitcoincash" | "eth" | "tron";
  xpub: string;
  path: string;
  fingerprint: string;
  next_index: bigint;
  active: boolean;
  created_at: Date;
  created_by: string;
  activated_at: Date | null;
  activated_by: string | null;
  account_id: string | null;
  approval_id: string | null;
  master_fingerprint: string | null;
  account: string | null;
  derived: number;
  handed_out: number;
  open_gap: number;
  longest_gap: number;
  paid: number;
  first_height: bigint | null;
  gap_limit: number | null;
  next_height: bigint | null;
  fault: string | null;
  failure: JsonValue | null;
  finished_at: Date | null;
  used_before: number;
  highest_used: bigint | null;
};
export const readWallets = query<NoValues, ReadWalletsRow>({
  text: () => `with paid as (
  select a.wallet_id, a.index from deposit_address a
  where exists (select from deposit d where d.bill_id = a.bill_id and d.stray_id is null and d.status <> 'DROPPED')
), used as (
  select wallet_id, index, lag(index, 1, -1::bigint) over (partition by wallet_id order by index) as before
  from (select * from paid union select wallet_id, index from wallet_used) known
), gaps as (
  select wallet_id, max(index - before - 1)::integer as longest_gap, max(index) as last_used from used group by wallet_id
), handed as (
  select a.wallet_id, count(*)::integer as derived, count(a.bill_id)::integer as handed_out,
    count(a.bill_id) filter (where a.index > coalesce(g.last_used, -1))::integer as open_gap
  from deposit_address a left join gaps g on g.wallet_id = a.wallet_id group by a.wallet_id
)
select w.*, c.name as account, coalesce(h.derived, 0) as "derived", coalesce(h.handed_out, 0) as "handed_out",
  coalesce(h.open_gap, 0) as "open_gap", coalesce(g.longest_gap, 0) as "longest_gap",
  (select count(*)::integer from paid p where p.wallet_id = w.id) as "paid",
  y.first_height, y.gap_limit, y.next_height, y.fault, y.failure, y.finished_at, coalesce(b.used, 0) as "used_before", b.highest_used
from wallet w left join account c on c.id = w.account_id
left join handed h on h.wallet_id = w.id left join gaps g on g.wallet_id = w.id
left join wallet_history y on y.wallet_id = w.id
left join (
  select wallet_id, count(*)::integer as used, max(index) as highest_used from wallet_used group by wallet_id
) b on b.wallet_id = w.id
order by w.active desc, w.kind, c.name nulls first, w.created_at desc`,
  values: [],
});

type HoldWalletsRow = {
  id: string;
};
export const holdWallets = query<NoValues, HoldWalletsRow>({
  text: () => `select id from wallet order by id for update`,
  values: [],
});

type ActivateValues = {
  by: string;
  approvalId?: string | null | undefined;
  walletId: string;
};
export const activate = command<ActivateValues>({
  text: () =>
    `update wallet set active = true, activated_at = now(), activated_by = $1, approval_id = $2::uuid where id = $3::uuid`,
  values: ["by", "approvalId", "walletId"],
});
