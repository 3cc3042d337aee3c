-- Real venues: what an attempt was sent with, what came of it trade by trade, and the watch over those given up for lost.
alter table venue_order add column venue_ref text;
alter table venue_order add column sent_at timestamptz;
alter table venue_order add column missed boolean not null default false;
alter table venue_order add column fee numeric not null default 0 check (fee >= 0 and fee < 1e30);
alter table venue_order add column mid_placed price_decimal;
alter table venue_order add column mid_filled price_decimal;

-- LATE: an order that counted as never placed and turned up at the venue after all.
alter table venue_order drop constraint venue_order_status_check;
alter table venue_order add constraint venue_order_status_check check (status in ('OPEN', 'FILLED', 'REFUSED', 'LATE'));
insert into state_transition (machine, from_state, to_state) values ('venue_order', 'REFUSED', 'LATE');
create index venue_order_missed on venue_order (next_at) where status = 'REFUSED' and missed;

-- One trade at a venue and what was booked for it; a trade told twice has one row.
create table venue_trade (
  venue text not null,
  trade_id text not null,
  order_id uuid not null references venue_order,
  quantity_units units not null,
  proceeds numeric not null check (proceeds >= 0 and proceeds < 1e30),
  fee numeric not null check (fee >= 0 and fee < 1e30),
  fiat_units units not null,
  fee_units units not null,
  at timestamptz not null,
  primary key (venue, trade_id)
);
create index venue_trade_order on venue_trade (order_id);
create index venue_trade_time on venue_trade (at);

insert into venue_trade (venue, trade_id, order_id, quantity_units, proceeds, fee, fiat_units, fee_units, at)
select o.venue, s.trade_id::text, o.id, o.filled_units, o.proceeds, 0,
  coalesce((select sum(p.debit) from ledger_transaction t join posting p on p.transaction_id = t.id join ledger_account l on l.id = p.ledger_account_id
    where t.effect_key = o.venue || ':' || s.trade_id and l.code = 'venue:' || o.venue and p.asset = o.fiat), 0), 0, o.updated_at
from venue_order o join sandbox_order s on s.client_ref = o.client_ref where o.status = 'FILLED' and o.venue = 'sandbox';
