-- A restored database knows that it is one (rulebook 13.13). Each restore begins an epoch: `restored_at` is when that was
-- noticed, `recovered_at` when chains and venues had been read again; in between the program does not start.
-- `server` is the cluster that these rows were last written in: a dump that is read into another one says so itself.
alter table deployment add column epoch integer not null default 1 check (epoch > 0);
alter table deployment add column server text;
alter table deployment add column restored_at timestamptz;
alter table deployment add column recovered_at timestamptz;
alter table deployment add check ((epoch = 1) = (restored_at is null) and (recovered_at is null or restored_at is not null));

-- What a venue has done for an order that the restored database does not know. It is taken by the order of the same
-- reference, which is then not sent; what no order takes within a day is the house's own.
create table adopted_order (
  client_ref text primary key,
  venue text not null,
  side text not null check (side in ('SELL', 'BUY')),
  asset text not null check (asset in ('BTC', 'BCH', 'USDT', 'USDC')),
  fiat text not null check (fiat in ('EUR', 'USD', 'GBP', 'CAD', 'JPY')),
  trades jsonb not null,
  adopted_at timestamptz not null
);

-- What an order sells, in words that another database made from the same chains says as well: its reference is made of
-- them, so that the sale of the same coins has the same reference after a restore (rulebook 13.13).
create function order_identity(deposit uuid, conversion uuid) returns text language sql stable as $$
  select string_agg(format('%s:%s:%s:%s', d.network, d.tx_hash, d.output_index, i.quantity_units), ','
    order by d.network, d.tx_hash, d.output_index, i.quantity_units)
  from (
    select deposit as deposit_id, null::numeric as quantity_units where deposit is not null
    union all
    select deposit_id, quantity_units from conversion_item where conversion_id = conversion
  ) i join deposit d on d.id = i.deposit_id
$$;
