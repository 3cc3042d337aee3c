-- A settlement that was made and asked for in the hours that a restore has lost is made anew by itself: what it pays out was
-- asked for when it was due, whenever its payout is recorded again (rulebook 13.35, 13.36).
create function payout_asked_at(o payout) returns timestamptz language sql stable as $$
  select least(o.recorded_at, (select min(s.ask_at) from settlement s where s.payout_id = o.id))
$$;

create or replace function payout_may_have_left(o payout) returns boolean language sql stable as $$
  select o.status in ('REQUESTED', 'APPROVED', 'PREPARED', 'SIGNED') and case when is_fiat(o.asset)
    then exists (select from deployment d where payout_asked_at(o) < d.restored_at and not exists (
      select from bank_statement s where s.asset = o.asset and s.closed_at >= d.restored_at))
    else may_have_left('custody:' || (select p.network from place_of_payout(o) p), o.asset, payout_asked_at(o)) end
$$;

create or replace function payout_may_be_signed(o payout) returns boolean language sql stable as $$
  select o.status in ('REQUESTED', 'APPROVED') and may_be_signed(
    case when is_fiat(o.asset) then 'bank' else 'custody:' || (select p.network from place_of_payout(o) p) end, payout_asked_at(o))
$$;
