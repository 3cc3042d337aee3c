-- name: readWallets
with paid as (
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
select w.*, c.name as account, coalesce(h.derived, 0) as "derived!", coalesce(h.handed_out, 0) as "handed_out!",
  coalesce(h.open_gap, 0) as "open_gap!", coalesce(g.longest_gap, 0) as "longest_gap!",
  (select count(*)::integer from paid p where p.wallet_id = w.id) as "paid!",
  y.first_height, y.gap_limit, y.next_height, y.fault, y.failure, y.finished_at, coalesce(b.used, 0) as "used_before!", b.highest_used
from wallet w left join account c on c.id = w.account_id
left join handed h on h.wallet_id = w.id left join gaps g on g.wallet_id = w.id
left join wallet_history y on y.wallet_id = w.id
left join (
  select wallet_id, count(*)::integer as used, max(index) as highest_used from wallet_used group by wallet_id
) b on b.wallet_id = w.id
order by w.active desc, w.kind, c.name nulls first, w.created_at desc

-- name: holdWallets
select id from wallet order by id for update

-- name: activate
update wallet set active = true, activated_at = now(), activated_by = :by, approval_id = :approvalId?::uuid where id = :walletId::uuid
