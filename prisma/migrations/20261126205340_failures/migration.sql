-- Why something failed, as a code with facts, beside the English sentence: the page of each reader says it in its language.
alter table conversion add column failure jsonb check (failure is null or failure ? 'code');
alter table export_job add column failure text;
alter table chain_state add column failure jsonb check (failure is null or failure ? 'code');
alter table chain_cursor add column paused_failure jsonb check (paused_failure is null or paused_failure ? 'code');
alter table wallet_history add column failure jsonb check (failure is null or failure ? 'code');

-- A rule by Slack or Teams speaks one language; one by mail or the bell that of each reader.
alter table notification_rule add column language text not null default 'en' check (language in ('en', 'de'));

-- The conversion record as JSON text; its cost is for those who may read the house's figures.
create or replace function conversion_json(v conversion, at timestamptz, with_cost boolean) returns text language sql stable as $$
  select json_strip_nulls(row_to_json(r))::text from (
    select v.id as "invoiceId", 'CONVERSION' as "type", 'SELL' as "side", v.base as "baseSymbol", v.fiat as "quoteSymbol",
      amount_of(v.quantity_units, v.base) as "quantity", v.status as "status", iso_time(v.created_at) as "created",
      (select name from account where id = v.account_id) as "username",
      (select json_agg(json_build_object('txId', i.deposit_id, 'address', d.address, 'quantity', amount_of(i.quantity_units, v.base),
        'subaccount', b.subaccount, 'paymentId', i.bill_id, 'txHash', d.tx_hash, 'outputIndex', d.output_index) order by i.ordinal)
       from conversion_item i join deposit d on d.id = i.deposit_id join bill b on b.id = i.bill_id where i.conversion_id = v.id) as "items",
      iso_time(v.updated_at) as "updated", v.created_by as "createdBy",
      (select quote_json(q, v)
       from quote q where q.id = v.live_quote_id) as "quote",
      case when v.status = 'QUOTED' then (select q.expires_at <= at from quote q where q.id = v.live_quote_id) end as "quoteExpired",
      quotes_of(v, at) as "quotes",
      trim_scale(v.price::numeric) as "price", v.fee_model as "feeModel", amount_of(v.fee_units, v.base) as "feeQuantity",
      amount_of(v.fiat_units, v.fiat) as "fiatReceived", iso_time(v.executed_at) as "executed", iso_time(v.cancelled_at) as "cancelled",
      v.cancel_reason as "cancelReason", v.cancel_note as "cancelNote", v.last_error as "lastError", v.failure as "failure",
      case when with_cost then cost_of(v) end as "cost"
  ) r
$$;
