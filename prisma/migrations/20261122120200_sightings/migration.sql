-- What a payer's transaction paid for its place, and what the simulated node estimates.
alter table sandbox_transfer
  add column fee_rate numeric(20, 8) check (fee_rate >= 0),
  add column replaceable boolean not null default false;
alter table sandbox_chain add column fee_estimate numeric(20, 8) check (fee_estimate > 0);
update sandbox_chain set fee_estimate = case network when 'bitcoin' then 10 when 'bitcoincash' then 1 end;

-- What the node estimated when the chain was last looked at, in the chain's smallest unit for each byte.
alter table chain_cursor add column fee_estimate numeric(20, 8) check (fee_estimate > 0);

-- A deposit's first sighting is made of two facts that are kept apart: when we saw it unconfirmed, and the earliest time of
-- a block it stood in, never later than our own sighting of that block. Deposits recorded before have neither; their
-- first_seen stands for both. The fee is judged once, at the sighting.
alter table deposit
  add column sighted_at timestamptz,
  add column first_block_time timestamptz,
  add column fee_rate numeric(20, 8) check (fee_rate >= 0),
  add column fee_estimate numeric(20, 8) check (fee_estimate > 0),
  add column replaceable boolean;

-- Seen unconfirmed, that is its first sighting, also against an earlier block time; with a thin fee the later of the two
-- (rulebook 7.1, 7.16).
create function first_seen_of(sighted timestamptz, in_block timestamptz, fee_rate numeric, fee_estimate numeric)
returns timestamptz language sql immutable as $$
  select case
    when sighted is null then in_block
    when fee_rate < fee_estimate then greatest(sighted, in_block)
    else sighted
  end
$$;

drop index deposit_kept;
create index deposit_kept on deposit (account_id)
  where reason_code in ('BILL_EXPIRED', 'LIMIT_NOT_MET', 'CONVERSION_FAILED', 'INSUFFICIENT_LIQUIDITY') and unconverted_units > locked_units;

create or replace function deposits_of(b bill) returns table (deposits json) language sql stable as $$
  select coalesce(json_agg(json_build_object(
    'txId', d.id, 'txHash', d.tx_hash, 'outputIndex', d.output_index,
    'cryptoType', crypto_of(d.asset), 'networkType', network_type_of(d.asset),
    'address', d.address, 'sourceAddress', d.source_address, 'quantity', amount_of(d.quantity_units, d.asset), 'status', d.status,
    'confirmations', case when d.block_height is null then 0 else greatest(c.height - d.block_height + 1, 0) end,
    'confirmationsRequired', d.confirmations_required,
    'firstSeen', epoch_ms(d.first_seen), 'blockTime', epoch_ms(d.block_time),
    'feeRate', trim_scale(d.fee_rate), 'feeEstimate', trim_scale(d.fee_estimate), 'thinFee', d.fee_rate < d.fee_estimate,
    'replaceable', d.replaceable,
    'late', case when d.treated_at is null then d.first_seen > b.expires_at else d.late end,
    'feeQuantity', amount_of(d.fee_units, d.asset), 'fiatReceived', amount_of(d.fiat_units, b.fiat),
    'quantityPending', amount_of(d.pending_units, d.asset), 'quantityConverted', amount_of(d.converted_units, d.asset),
    'quantityUnconverted', amount_of(d.unconverted_units, d.asset), 'quantityPaidOut', amount_of(d.paid_out_units, d.asset),
    'reasonCode', d.reason_code, 'reason', d.reason, 'reasonFacts', d.reason_facts::json,
    'fills', (select fills from fills_of(d.id, d.asset, b.fiat))
  ) order by d.created_at, d.id), '[]')
  from deposit d left join chain_cursor c on c.network = d.network where d.bill_id = b.id
$$;
