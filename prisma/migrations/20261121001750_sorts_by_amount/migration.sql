-- Lists sorted by an amount read their page from an index. An index's expressions see no search path, hence the schema.
create or replace function amount_of(quantity numeric, asset text) returns numeric language sql immutable as $$
  select trim_scale(quantity * public.unit_of(asset))
$$;
create index bill_by_fiat on bill (account_id, amount_of(fiat_units, fiat) desc, id desc);
create index bill_by_received on bill (account_id, amount_of(received_units, asset) desc, id desc);
