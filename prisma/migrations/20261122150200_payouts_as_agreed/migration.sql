-- What is paid out is what was agreed to, to the unit, on the network that was named.
create or replace function payout_approved() returns trigger language plpgsql as $$
declare
  asked jsonb := (select request from approval where id = new.approval_id);
begin
  perform check_approval(new.approval_id, 'payout', new.account_id,
    jsonb_build_object('asset', split_part(new.asset, '@', 1), 'reference', new.reference));
  if (asked ->> 'quantity')::numeric is distinct from amount_of(new.quantity_units, new.asset)::numeric
    or coalesce(asked ->> 'networkType', split_part(new.asset, '@', 2)) <> split_part(new.asset, '@', 2) then
    perform refuse_alone('what another has not agreed to');
  end if;
  return null;
end $$;
