-- Gas in the books (rulebook 13.4): ether in gwei and TRX in sun, of the house alone. Each transaction that an account of ours
-- sends, or that brings it the coin, is posted once the node has told what it cost and a block has it, and mirrored when the
-- block goes.
alter table ledger_account drop constraint ledger_account_asset_check;
alter table ledger_account
  add constraint ledger_account_asset_check check (asset in
    ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth', 'EUR', 'USD', 'GBP', 'CAD', 'JPY', 'ETH', 'TRX')),
  -- No account has any of it, and it is in no book of what is bought and sold.
  add constraint ledger_account_gas check (asset not in ('ETH', 'TRX') or (account_id is null and code in
    ('transit', 'house:capital', 'house:network-fee', 'house:missing', 'house:unassigned',
      case asset when 'ETH' then 'custody:eth' else 'custody:tron' end)));
create function is_gas(asset text) returns boolean language sql immutable as $$
  select asset in ('ETH', 'TRX')
$$;
create or replace function asset_scale(asset text) returns integer language sql immutable as $$
  select case when asset in ('BTC', 'BCH') then 8 when asset = 'ETH' then 9 when asset = 'JPY' then 0 when asset in ('EUR', 'USD', 'GBP', 'CAD') then 2 else 6 end
$$;
create or replace function unit_of(asset text) returns numeric language sql immutable as $$
  select case when asset in ('BTC', 'BCH') then 0.00000001 when asset = 'ETH' then 0.000000001 when asset = 'JPY' then 1
    when asset in ('EUR', 'USD', 'GBP', 'CAD') then 0.01 else 0.000001 end
$$;
alter table custody_proof drop constraint custody_proof_asset_check,
  add constraint custody_proof_asset_check check (asset in ('BTC', 'BCH', 'USDT@eth', 'USDT@tron', 'USDC@eth', 'ETH', 'TRX'));

alter table gas_payment
  -- SENT by an account of ours; RECEIVED by one by somebody else's; what lay there when the house first looked (OPENING), and what
  -- was FOUND there later, brought by nothing that a block tells by itself.
  add column kind text not null default 'SENT' check (kind in ('SENT', 'RECEIVED', 'OPENING', 'FOUND')),
  -- The account at the other end, and whether that is ours as well.
  add column counter text,
  add column own boolean not null default false check (not own or (kind = 'SENT' and counter is not null)),
  -- What it really moved: nothing where it failed. Told with what it cost, for the block named.
  add column moved_wei numeric(78, 0) check (moved_wei >= 0),
  add column weighed_hash text check (weighed_hash is null or num_nulls(fee_wei, moved_wei) = 0),
  add column times_posted integer not null default 0,
  add column times_reversed integer not null default 0,
  add check (times_posted - times_reversed between 0 and case when block_hash is null then 0 else 1 end);
drop index gas_payment_unweighed;
create index gas_payment_unweighed on gas_payment (seen_at) where block_hash is not null and weighed_hash is distinct from block_hash;
create index gas_payment_waiting on gas_payment (network, block_height) where block_hash is not null and times_posted = times_reversed;
create index gas_payment_script on gas_payment (network, script);

create function gas_asset(network text) returns text language sql immutable as $$
  select case network when 'tron' then 'TRX' else 'ETH' end
$$;
-- So many of the chain's own smallest unit are one of the ledger's.
create function gas_unit(network text) returns numeric language sql immutable as $$
  select case network when 'tron' then 1 else 1000000000 end::numeric
$$;
create function is_weighed(g gas_payment) returns boolean language sql immutable as $$
  select g.block_hash is not null and g.weighed_hash is not distinct from g.block_hash
$$;
-- What a transaction posts: what goes is rounded up, what comes down.
create function gas_postings(g gas_payment) returns table (code text, asset text, debit numeric) language sql immutable as $$
  select w.code, gas_asset(g.network), w.debit
  from (select gas_unit(g.network) as unit, case g.kind when 'SENT' then 0 else g.moved_wei end as came,
    case when g.kind = 'SENT' and not g.own then g.moved_wei else 0 end as gone) x
  cross join lateral (select div(g.fee_wei + x.unit - 1, x.unit) as fee, div(x.gone + x.unit - 1, x.unit) as gone, div(x.came, x.unit) as came) u
  cross join lateral (values ('house:network-fee', u.fee), ('house:missing', u.gone),
    (case g.kind when 'OPENING' then 'house:capital' else 'house:unassigned' end, -u.came),
    ('custody:' || g.network, u.came - u.fee - u.gone)) w(code, debit)
  where w.debit <> 0
$$;
-- What our accounts have beyond that, in the chain's own unit: never below nothing.
create function gas_rest(g gas_payment) returns numeric language sql immutable as $$
  select case g.kind when 'SENT' then 0 else g.moved_wei end - g.fee_wei - case when g.kind = 'SENT' and not g.own then g.moved_wei else 0 end
    - gas_unit(g.network) * coalesce((select sum(p.debit) from gas_postings(g) p where p.code = 'custody:' || g.network), 0)
$$;
-- What is in the books stays as it was told.
create function gas_payment_guard() returns trigger language plpgsql as $$
begin
  if old.times_posted > old.times_reversed and new.times_posted > new.times_reversed
    and row(new.block_hash, new.weighed_hash, new.fee_wei, new.moved_wei) is distinct from row(old.block_hash, old.weighed_hash, old.fee_wei, old.moved_wei) then
    raise restrict_violation using message = 'gas in the books stays as it was told';
  end if;
  return new;
end $$;
create trigger gas_payment_guard before update on gas_payment for each row execute function gas_payment_guard();

insert into ledger_event (event, object) values ('gas.booked', 'gas'), ('gas.reversed', 'gas');
create function is_of_gas(entry ledger_transaction) returns boolean language sql stable as $$
  select entry.account_id is null and exists (select from gas_payment g
    where g.network = split_part(entry.effect_key, ':', 2) and g.tx_hash = split_part(entry.effect_key, ':', 3)
      and entry.effect_key = 'gas:' || g.network || ':' || g.tx_hash || ':'
        || case entry.event when 'gas.booked' then g.times_posted::text else g.times_reversed || ':reversed' end
      and not exists (select l.code, p.asset, sum(p.debit) from posting p join ledger_account l on l.id = p.ledger_account_id
          where p.transaction_id = entry.id group by 1, 2
        except select code, asset, case entry.event when 'gas.reversed' then -debit else debit end from gas_postings(g))
      and (select count(distinct p.ledger_account_id) from posting p where p.transaction_id = entry.id) = (select count(*) from gas_postings(g)))
$$;
create or replace function is_explained(entry ledger_transaction) returns boolean language sql stable as $$
  select not exists (select 1 from moved_by(entry) where account_id is not null and account_id is distinct from entry.account_id)
    and case (select object from ledger_event where event = entry.event)
      when 'deposit' then is_of_deposit(entry)
      when 'fill' then is_of_fill(entry)
      when 'conversion' then is_of_conversion(entry)
      when 'payout' then is_of_payout(entry)
      when 'payout-step' then is_payout_step(entry)
      when 'outgoing' then is_outgoing(entry)
      when 'gas' then is_of_gas(entry)
      when 'move' then is_of_move(entry)
      when 'bank' then is_of_bank(entry)
      when 'trade' then is_of_trade(entry)
      when 'sweep' then is_of_sweep(entry)
      when 'transfer' then is_of_transfer(entry)
      when 'house' then is_of_house(entry)
      else false
    end
$$;
