-- What strangers send to change addresses of ours is nobody's, as what comes for no known bill is (rulebook 13.23): a stray lies
-- on an address that was derived for bills, or on one of change.
alter table stray_deposit
  alter column address_id drop not null,
  add column change_wallet_id uuid,
  add column change_index bigint,
  add constraint stray_deposit_change_fkey foreign key (change_wallet_id, change_index) references change_address (wallet_id, index),
  add constraint stray_deposit_place check (num_nonnulls(address_id, change_wallet_id) = 1 and (change_wallet_id is null) = (change_index is null));

-- Where one lies, and by which key it is ours.
create function place_of_stray(s stray_deposit) returns table (script text, address text, wallet_id uuid, branch integer, key_index bigint)
language sql stable as $$
  select a.script, a.address, a.wallet_id, 0, a.index from deposit_address a where a.id = s.address_id
  union all select c.script, c.address, c.wallet_id, 1, c.index from change_address c
    where c.wallet_id = s.change_wallet_id and c.index = s.change_index
$$;
