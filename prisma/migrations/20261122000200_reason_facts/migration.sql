-- The figures and times of a deposit's reason, as JSON text: its numbers are exact and are handed on unread. Deposits
-- decided before have the sentence alone.
alter table deposit add column reason_facts text check (reason_facts is json object);

create or replace function deposits_of(b bill) returns table (deposits json) language sql stable as $$
  select coalesce(json_agg(json_build_object(
    'txId', d.id, 'txHash', d.tx_hash, 'outputIndex', d.output_index,
    'cryptoType', crypto_of(d.asset), 'networkType', network_type_of(d.asset),
    'address', d.address, 'sourceAddress', d.source_address, 'quantity', amount_of(d.quantity_units, d.asset), 'status', d.status,
    'confirmations', case when d.block_height is null then 0 else greatest(c.height - d.block_height + 1, 0) end,
    'confirmationsRequired', d.confirmations_required,
    'firstSeen', epoch_ms(d.first_seen), 'blockTime', epoch_ms(d.block_time),
    'late', case when d.treated_at is null then d.first_seen > b.expires_at else d.late end,
    'feeQuantity', amount_of(d.fee_units, d.asset), 'fiatReceived', amount_of(d.fiat_units, b.fiat),
    'quantityPending', amount_of(d.pending_units, d.asset), 'quantityConverted', amount_of(d.converted_units, d.asset),
    'quantityUnconverted', amount_of(d.unconverted_units, d.asset), 'quantityPaidOut', amount_of(d.paid_out_units, d.asset),
    'reasonCode', d.reason_code, 'reason', d.reason, 'reasonFacts', d.reason_facts::json,
    'fills', (select fills from fills_of(d.id, d.asset, b.fiat))
  ) order by d.created_at, d.id), '[]')
  from deposit d left join chain_cursor c on c.network = d.network where d.bill_id = b.id
$$;
