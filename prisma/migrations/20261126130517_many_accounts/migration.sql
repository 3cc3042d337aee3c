-- Bills of many accounts are made by one statement (rulebook 4.17). There nobody may wait for what one account does: who
-- does not wait is told `apart` instead, when no place is free at once or the limit is near, and leaves no place taken.
drop function promise_room(uuid, text, text, numeric, numeric, numeric, integer);

-- How much more may be promised, decided one after the other where it matters. Far from its limits a small promise takes
-- one of `turns` places at once with others: all of them together cannot reach a limit of which a quarter is left, since
-- none is above a sixty-fourth of it. Near a limit, a promise waits until no other is being made and counts exactly.
-- Places are held until the transaction ends, an account's taken before the house's. Null: there is no limit. Where no
-- worker keeps up folding the sums, a create does.
create function promise_room(of_account uuid, of_fiat text, of_crypto text, own numeric, wide_limit numeric, narrow_limit numeric,
  turns integer, waits boolean, out room numeric, out apart boolean) language plpgsql as $$
declare
  place text := 'promise ' || coalesce(of_account::text || ' ' || of_fiat, of_crypto);
  used record;
begin
  apart := false;
  if wide_limit is null and narrow_limit is null then return; end if;
  if own * 64 <= least(wide_limit, narrow_limit) and turns > 0 then
    begin
      for turn in 1..turns loop
        exit when pg_try_advisory_xact_lock(hashtextextended(place, (pg_backend_pid() + turn) % turns));
        if turn < turns then continue; end if;
        if not waits then raise exception using errcode = 'PROOM'; end if;
        perform pg_advisory_xact_lock(hashtextextended(place, pg_backend_pid() % turns));
      end loop;
      select * into used from promised_now(of_account, of_fiat, of_crypto, false);
      if coalesce(used.wide + own <= wide_limit * 0.75, true) and coalesce(used.narrow + own <= narrow_limit * 0.75, true) then
        if used.loose > 100 then perform fold_promises(false); end if;
        room := least(wide_limit - used.wide, narrow_limit - used.narrow);
        return;
      end if;
      raise exception using errcode = 'PROOM';
    exception when sqlstate 'PROOM' then null;
    end;
  end if;
  if not waits then
    apart := true;
    return;
  end if;
  for turn in 0..turns - 1 loop perform pg_advisory_xact_lock(hashtextextended(place, turn)); end loop;
  select * into used from promised_now(of_account, of_fiat, of_crypto, true);
  room := least(wide_limit - used.wide, narrow_limit - used.narrow);
end $$;
