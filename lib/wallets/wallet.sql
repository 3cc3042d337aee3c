-- name: readWallets
-- By blocks of a hundred addresses; one by one are read only those behind the last that was used, and those that no bill has.
with used as materialized (
  select wallet_id, max(longest_gap) as longest_gap, max(last_used) as last_used from (
    select wallet_id, last_used, greatest(longest_gap,
      first_used - lag(last_used, 1, -1::bigint) over (partition by wallet_id order by nth) - 1)::integer as longest_gap
    from wallet_block where last_used is not null) b group by wallet_id
), counted as (
  select wallet_id, sum(derived)::integer as derived, sum(paid)::integer as paid from wallet_block group by wallet_id
)
select w.*, c.name as account, coalesce(k.derived, 0) as "derived!", coalesce(k.derived - n.never, 0)::integer as "handed_out!",
  coalesce(b.behind + l.behind - n.behind, 0)::integer as "open_gap!", coalesce(u.longest_gap, 0) as "longest_gap!",
  coalesce(k.paid, 0) as "paid!",
  y.first_height, y.gap_limit, y.next_height, y.fault, y.failure, y.finished_at, coalesce(p.used, 0) as "used_before!", p.highest_used
from wallet w left join account c on c.id = w.account_id
left join counted k on k.wallet_id = w.id left join used u on u.wallet_id = w.id
cross join lateral (select coalesce(u.last_used, -1) as last, coalesce(u.last_used, -1) / 100 + 1 as next_block) f
cross join lateral (select coalesce(sum(derived), 0) as behind from wallet_block where wallet_id = w.id and nth >= f.next_block) b
cross join lateral (select count(*) as behind from deposit_address
  where wallet_id = w.id and index > f.last and index < f.next_block * 100) l
cross join lateral (select count(*) as never, count(*) filter (where index > f.last) as behind from (
  select index from deposit_address where wallet_id = w.id and bill_id is null and set_aside_at is null
  union all select index from deposit_address where wallet_id = w.id and bill_id is null and set_aside_at is not null) a) n
left join wallet_history y on y.wallet_id = w.id
left join (
  select wallet_id, count(*)::integer as used, max(index) as highest_used from wallet_used group by wallet_id
) p on p.wallet_id = w.id
order by w.active desc, w.kind, c.name nulls first, w.created_at desc

-- name: holdWallets
select id from wallet order by id for update

-- name: activate
update wallet set active = true, activated_at = now(), activated_by = :by, approval_id = :approvalId?::uuid where id = :walletId::uuid
