-- Coming from the first edition in live: a wallet for one account that somebody other than the operator added, and that nobody
-- of the operator's has put to use since, hands out no address until two of the operator's confirm it: it is activated as any
-- other that is added. Meanwhile the operator's own wallet serves the account. What it has handed out stays watched.
with unconfirmed as (
  update wallet w set active = false
  where (select mode from deployment) = 'live' and w.active and w.account_id is not null and w.approval_id is null
    and w.created_by ~ '^(staff|key):'
    and not exists (select from audit a
      where a.object_id = w.id::text and a.action = 'wallet.activate' and a.account_id = house_account())
  returning w.id, w.account_id, w.kind, w.fingerprint
)
select append_audit('migration', 'wallet.retire', tenant.id, 'wallet', w.id::text,
  jsonb_build_object('kind', w.kind, 'fingerprint', w.fingerprint, 'account', a.name, 'note', 'not confirmed by two of the operator'),
  'migration', null)
from unconfirmed w join account a on a.id = w.account_id, unnest(array[w.account_id, house_account()]) tenant (id);
