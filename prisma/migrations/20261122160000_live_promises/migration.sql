-- What bills promise, kept as running sums in the transactions that change it (rulebook 4.16, 4.17). A bill carries its
-- own live promise; each change of it adds a row to promise_delta, and nothing but additions meets on the way of a create.
-- The rows are folded into the sums by the worker.
alter table bill add column promised_units units not null default 0;
alter table bill add column promised_fiat_units units not null default 0;
-- When the promise changes by the clock alone; nothing is due for a bill that promises nothing.
alter table bill add column promise_due_at timestamptz;
create index bill_promise_due on bill (promise_due_at) where promised_units > 0;

create table promise_delta (
  id bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(),
  account_id uuid not null references account,
  fiat text not null,
  crypto text not null,
  units balance_units not null,
  fiat_units balance_units not null
);
create index promise_delta_tx on promise_delta (tx);
-- Rows of transactions before this one are in the sums. Of rows that are not, a reader finds few, and none that are dead.
create table promise_fold (
  id boolean primary key default true check (id),
  folded_before xid8 not null
);
insert into promise_fold (folded_before) values ('0');

create table promise_sum (
  account_id uuid not null references account,
  fiat text not null,
  crypto text not null,
  units balance_units not null,
  fiat_units balance_units not null,
  primary key (account_id, fiat, crypto)
);
create table promise_total (
  crypto text not null,
  fiat text not null,
  units balance_units not null,
  primary key (crypto, fiat)
);

-- RAI receives as is, and LMT at or below its limit keeps: neither promises a price.
create function promises_price(b bill) returns boolean language sql immutable as $$
  select b.strategy <> 'RAI' and (b.strategy <> 'LMT' or b.price > b.limit_price)
$$;

-- g of rulebook 4.16: the fiat of a quantity at the bill's price, all of F for all of Q.
create function fiat_at_price(b bill, quantity numeric) returns numeric language sql immutable as $$
  select case when quantity >= b.quantity_units then b.fiat_units else least(b.fiat_units::numeric, floor(
    b.price::numeric * (quantity - case when b.fee_model = 'EXPLICIT' then floor(quantity * b.explicit_fee_bps / 10000) else 0 end)
      * unit_of(b.asset) * power(10::numeric, asset_scale(b.fiat)))) end
$$;

-- The live promise of a bill at a business time, by its deposits and their standing parts.
create function promise_of(b bill, at timestamptz) returns table (units numeric, fiat_units numeric, due_at timestamptz)
language sql stable as $$
  select o.units, fiat_at_price(b, e.units + o.units) - fiat_at_price(b, e.units), p.due_at
  from (select b.expires_at + b.guarantee_ms * interval '1 millisecond' as ends_at) g
  cross join lateral (select case when at <= b.expires_at then b.expires_at when at <= g.ends_at then g.ends_at end as due_at) p
  cross join lateral (
    select coalesce(sum(d.guaranteed_units), 0) as used, coalesce(sum(d.quantity_units) filter (where
      d.status in ('UNCONFIRMED', 'HELD') and not d.wrong_asset and not d.dust and d.first_seen <= b.expires_at
      and d.reason_code is distinct from 'BEFORE_BILL'
      and (at <= g.ends_at or exists (select from chain_block c where c.network = d.network and not c.orphaned
        and c.height = d.block_height + d.confirmations_required - 1 and c.block_time <= g.ends_at))), 0) as waiting
    from deposit d where d.bill_id = b.id
  ) s
  cross join lateral (
    select case when s.used = 0 then 0 else (select coalesce(sum(f.quantity_units), 0) from fill f
      where f.bill_id = b.id and f.method = 'RFQ' and f.reversed_at is null) end as units
  ) e
  cross join lateral (
    select case when not promises_price(b) then 0 when at <= b.expires_at then greatest(b.quantity_units - s.used, 0)
      else least(greatest(b.quantity_units - s.used, 0), s.waiting) end as units
  ) o
$$;

create function make_promise() returns trigger language plpgsql as $$
begin
  new.promised_units := case when promises_price(new) then new.quantity_units else 0 end;
  new.promised_fiat_units := case when promises_price(new) then new.fiat_units else 0 end;
  new.promise_due_at := new.expires_at;
  return new;
end $$;
create trigger bill_promise before insert on bill for each row execute function make_promise();

-- As the owner: the application's role reads the sums and never writes one.
create function enter_promise() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into promise_delta (account_id, fiat, crypto, units, fiat_units)
  values (new.account_id, new.fiat, new.crypto,
    new.promised_units - case when tg_op = 'UPDATE' then old.promised_units else 0 end,
    new.promised_fiat_units - case when tg_op = 'UPDATE' then old.promised_fiat_units else 0 end);
  return null;
end $$;
create trigger bill_promised after insert on bill for each row when (new.promised_units > 0) execute function enter_promise();
create trigger bill_promise_changed after update on bill for each row
  when (old.promised_units <> new.promised_units or old.promised_fiat_units <> new.promised_fiat_units)
  execute function enter_promise();

-- Before the oldest transaction that still runs nothing can appear any more: those rows are summed up, once. The worker
-- also clears away what an earlier folding has summed up.
create function fold_promises(is_clearing boolean) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  since xid8;
  upto xid8;
  folded bigint;
begin
  select folded_before into since from promise_fold for update skip locked;
  upto := pg_snapshot_xmin(pg_current_snapshot());
  if since is null or since >= upto then return 0; end if;
  if is_clearing then delete from promise_delta where tx < since; end if;
  with ready as (
    select * from promise_delta where tx >= since and tx < upto
  ), by_account as (
    insert into promise_sum as s (account_id, fiat, crypto, units, fiat_units)
    select account_id, fiat, crypto, sum(units), sum(fiat_units) from ready group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, fiat, crypto)
      do update set units = s.units + excluded.units, fiat_units = s.fiat_units + excluded.fiat_units
  ), in_all as (
    insert into promise_total as t (crypto, fiat, units)
    select crypto, fiat, sum(units) from ready group by 1, 2 order by 1, 2
    on conflict (crypto, fiat) do update set units = t.units + excluded.units
  )
  select count(*) into folded from ready;
  if folded > 0 then update promise_fold set folded_before = upto; end if;
  return folded;
end $$;

-- Changes that are not in the sums yet.
create function promise_loose() returns table (account_id uuid, fiat text, crypto text, units numeric, fiat_units numeric) language sql stable as $$
  select account_id, fiat, crypto, units::numeric, fiat_units::numeric from promise_delta where tx >= (select folded_before from promise_fold)
$$;

-- What is promised to an account, in a fiat and in one of its pairs, in fiat; with no account named, by the house in a
-- crypto and in one of its pairs, with what its book holds of it, in crypto. `exactly` leaves out what the clock has ended
-- and no worker has taken down yet. `loose`: rows that made the figures.
-- The planner takes the changes not summed up for a third of all; they are a handful at the index's end.
create function promised_now(of_account uuid, of_fiat text, of_crypto text, exactly boolean, out wide numeric, out narrow numeric, out loose bigint)
language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if of_account is not null then
    select coalesce(sum(p.fiat_units), 0), coalesce(sum(p.fiat_units) filter (where p.crypto = of_crypto), 0), count(*)
    into wide, narrow, loose from (
      select crypto, fiat_units from promise_sum where account_id = of_account and fiat = of_fiat
      union all select crypto, fiat_units from promise_loose() l where account_id = of_account and fiat = of_fiat
    ) p;
  else
    select coalesce(sum(p.units), 0) + greatest(h.wide, 0), coalesce(sum(p.units) filter (where p.fiat = of_fiat), 0) + greatest(h.narrow, 0), count(*)
    into wide, narrow, loose from (
      select coalesce(sum(units), 0) as wide, coalesce(sum(units) filter (where fiat = of_fiat), 0) as narrow
      from book_position where crypto_of(asset) = of_crypto
    ) h left join (
      select fiat, units from promise_total where crypto = of_crypto
      union all select fiat, units from promise_loose() l where crypto = of_crypto
    ) p on true group by h.wide, h.narrow;
  end if;
  if not exactly then return; end if;
  -- Of the same snapshot, as the function is stable; apart, so that neither plan is made anew at each call.
  select wide + coalesce(sum(o.change), 0), narrow + coalesce(sum(o.change) filter (where o.crypto = of_crypto and o.fiat = of_fiat), 0)
  into wide, narrow from (
    select b.crypto, b.fiat, case when of_account is null then p.units - b.promised_units else p.fiat_units - b.promised_fiat_units end as change
    from bill b cross join lateral promise_of(b, business_now()) p
    where b.promised_units > 0 and b.promise_due_at < business_now()
      and case when of_account is null then b.crypto = of_crypto else b.account_id = of_account and b.fiat = of_fiat end
  ) o;
end $$;

-- How much more may be promised, decided one after the other where it matters. Far from its limits a small promise takes
-- one of `turns` places at once with others: all of them together cannot reach a limit of which a quarter is left, since
-- none is above a sixty-fourth of it. Near a limit, a promise waits until no other is being made and counts exactly.
-- Places are held until the transaction ends, an account's taken before the house's. Null: there is no limit. Where no
-- worker keeps up folding the sums, a create does.
create function promise_room(of_account uuid, of_fiat text, of_crypto text, own numeric, wide_limit numeric, narrow_limit numeric, turns integer)
returns numeric language plpgsql as $$
declare
  place text := 'promise ' || coalesce(of_account::text || ' ' || of_fiat, of_crypto);
  used record;
begin
  if wide_limit is null and narrow_limit is null then return null; end if;
  if own * 64 <= least(wide_limit, narrow_limit) and turns > 0 then
    begin
      for turn in 1..turns loop
        exit when pg_try_advisory_xact_lock(hashtextextended(place, (pg_backend_pid() + turn) % turns));
        if turn = turns then perform pg_advisory_xact_lock(hashtextextended(place, pg_backend_pid() % turns)); end if;
      end loop;
      select * into used from promised_now(of_account, of_fiat, of_crypto, false);
      if coalesce(used.wide + own <= wide_limit * 0.75, true) and coalesce(used.narrow + own <= narrow_limit * 0.75, true) then
        if used.loose > 100 then perform fold_promises(false); end if;
        return least(wide_limit - used.wide, narrow_limit - used.narrow);
      end if;
      raise exception using errcode = 'PROOM';
    exception when sqlstate 'PROOM' then null;
    end;
  end if;
  for turn in 0..turns - 1 loop perform pg_advisory_xact_lock(hashtextextended(place, turn)); end loop;
  select * into used from promised_now(of_account, of_fiat, of_crypto, true);
  return least(wide_limit - used.wide, narrow_limit - used.narrow);
end $$;

-- The bill's facts and its promise follow its deposits in the same transaction.
create or replace function refresh_bill_facts() returns trigger language plpgsql as $$
begin
  update bill b set
    received_units = f.received, pending_units = f.pending, converted_units = f.converted, unconverted_units = f.unconverted,
    locked_units = f.locked, fee_units = f.fee, paid_out_units = f.paid_out, fiat_received_units = f.fiat,
    amount_units = f.amount, standing_deposits = f.standing, deposits_processing = f.processing,
    deposits_unconfirmed = f.unconfirmed, labels = f.labels, updated_at = greatest(b.updated_at, new.updated_at),
    (promised_units, promised_fiat_units, promise_due_at) = (select p.units, p.fiat_units, p.due_at from promise_of(b, business_now()) p)
  from (
    select
      coalesce(sum(quantity_units) filter (where own and status not in ('UNCONFIRMED', 'DROPPED')), 0) received,
      coalesce(sum(pending_units) filter (where own), 0) pending,
      coalesce(sum(converted_units) filter (where own), 0) converted,
      coalesce(sum(unconverted_units) filter (where own), 0) unconverted,
      coalesce(sum(locked_units) filter (where own), 0) locked,
      coalesce(sum(fee_units) filter (where own), 0) fee,
      coalesce(sum(paid_out_units) filter (where own), 0) paid_out,
      coalesce(sum(fiat_units) filter (where own), 0) fiat,
      coalesce(sum(quantity_units) filter (where own and status in ('PROCESSING', 'CONVERTED', 'CREDITED')), 0) amount,
      count(*) filter (where own and not dust and status not in ('DROPPED', 'DECLINED')) standing,
      coalesce(bool_or(own and not dust and status in ('PROCESSING', 'HELD')), false) processing,
      coalesce(bool_or(own and not dust and status = 'UNCONFIRMED'), false) unconfirmed,
      array_remove(array[
        case when bool_or(own and late and status in ('PROCESSING', 'CONVERTED', 'CREDITED')) then 'LATE' end,
        case when count(*) filter (where own and status not in ('DROPPED', 'DECLINED')) > 1 then 'MULTIPLE' end,
        case when bool_or(status = 'HELD') then 'HELD' end,
        case when bool_or(reason_code = 'LIMIT_NOT_MET' and status in ('CONVERTED', 'CREDITED')) then 'LIMIT_NOT_MET' end,
        case when bool_or(was_credited and status = 'DROPPED') then 'REVERSED' end,
        case when bool_or(wrong_asset and status <> 'DROPPED') then 'WRONG_ASSET' end
      ], null) labels
    from (select d.*, not d.wrong_asset own from deposit d where d.bill_id = new.bill_id) d
  ) f
  where b.id = new.bill_id;
  return null;
end $$;

-- Bills made before are counted once.
update bill b set (promised_units, promised_fiat_units, promise_due_at) = (select p.units, p.fiat_units, p.due_at from promise_of(b, business_now()) p);
