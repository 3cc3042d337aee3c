-- name: insertBills
-- Locks, in this order: the accounts' rows, their places under their limits, the house's, addresses, claims. Of bills of
-- many accounts (not :waits) only the house's place and claims are waited for; the bills of an account whose row or place
-- is not to be had at once, or whose limit is near, are left out as `apart`.
with given as materialized (
  select a.*, p.fiat as promised_fiat, p.units as promised_units
  from jsonb_to_recordset(:bills::jsonb) as a (nth bigint, id uuid, event_id uuid, account_id uuid, cash_address boolean, subaccount text, reference text, asset text, network_type text, fiat_units numeric, price numeric,
    quantity_units numeric, strategy text, fee_model text, limit_price numeric, spread_bps integer, explicit_fee_bps integer,
    transaction_fee_bps integer, tolerance_bps integer, overpayment text, guarantee_ms bigint, max_depth_bps integer,
    hold_grace_ms bigint, confirmation_tiers text, deposit_limit numeric, known_height bigint, confirmations_required integer,
    price_inputs jsonb, created_by text, request_id text, client_address text, created_at timestamptz, expires_at timestamptz,
    fiat_limit numeric, fiat_pair_limit numeric, crypto_limit numeric, crypto_pair_limit numeric,
    claim_method text, claim_path text, claim_key text, claim_owner uuid, answer_body text, answer_headers jsonb, answer_status smallint)
  cross join lateral (select a.fiat_units * m.counts as fiat, a.quantity_units * m.counts as units
    from (select promises_price(a.strategy, a.price, a.limit_price)::integer as counts) m) p
), unlocked as materialized (
  select id from account where not :waits::boolean and id in (select account_id from given) for key share skip locked
), own_room as materialized (
  select s.account_id, r.room, r.apart from (
    select account_id, sum(promised_fiat) as fiat, min(fiat_limit) as wide, min(fiat_pair_limit) as narrow from given
    where :waits or account_id in (select id from unlocked) group by account_id
  ) s cross join lateral promise_room(s.account_id, :fiat, :crypto, s.fiat, s.wide, s.narrow, 16, :waits) r
), requested as materialized (
  select g.*, o.room as of_account, sum(g.promised_fiat) over (partition by g.account_id order by g.nth) as fiat_so_far,
    sum(g.promised_units) over (order by g.nth) as units_so_far
  from given g join own_room o on o.account_id = g.account_id and not o.apart
), house_room as materialized (
  select r.room as of_house, pair_stopped(:crypto, :fiat) as stopped from (
    select sum(promised_units) as units, min(crypto_limit) as wide, min(crypto_pair_limit) as narrow from requested having count(*) > 0
  ) s cross join lateral promise_room(null, :fiat, :crypto, s.units, s.wide, s.narrow, 16, true) r
), going as materialized (
  select b.*, row_number() over (order by b.nth) as turn from requested b cross join house_room h
  where b.promised_units = 0
    or coalesce(b.of_account >= b.fiat_so_far, true) and coalesce(h.of_house >= b.units_so_far, true) and not h.stopped
), free as materialized (
  select a.id, a.index, a.address, a.cash_address, a.network from deposit_address a
  where a.wallet_id = :walletId::uuid and a.bill_id is null and a.set_aside_at is null and a.index >= :fromIndex
  order by a.index for update skip locked limit (select count(*) from going)
), placed as materialized (
  select b.*, a.id as address_id, a.index, case when b.cash_address then a.cash_address else a.address end as address,
    case when a.network = 'eth' then lower(a.address) else a.address end as address_key
  from (select *, row_number() over (order by index) as turn from free) a join going b using (turn)
), completion as (
  select b.account_id, b.claim_method as method, b.claim_path as path, b.claim_key as key, b.claim_owner as owner,
    replace(b.answer_body, :addressMark, b.address) as body, b.answer_headers as headers, b.answer_status as status
  from placed b where b.claim_owner is not null
), claimed as materialized (
  -- include: lib/idempotency/idempotency.sql lockClaims
), completed as (
  -- include: lib/idempotency/idempotency.sql completeClaims
), assignment as (
  select b.id as bill_id, b.address_id from placed b where b.claim_owner is null or b.claim_owner in (select owner from completed)
), taken as (
  -- include: lib/wallets/wallets.sql assignAddresses
), made as (
  insert into bill (id, account_id, subaccount, reference, asset, crypto, network_type, fiat, fiat_units, address, address_key,
    price, quantity_units, strategy, fee_model, limit_price, spread_bps, explicit_fee_bps, transaction_fee_bps, tolerance_bps,
    overpayment, guarantee_ms, max_depth_bps, hold_grace_ms, confirmation_tiers, deposit_limit, known_height,
    confirmations_required, price_inputs, created_by, request_id, created_at, expires_at, updated_at)
  select b.id, b.account_id, b.subaccount, b.reference, b.asset, :crypto, b.network_type, :fiat, b.fiat_units, b.address, b.address_key,
    b.price, b.quantity_units, b.strategy, b.fee_model, b.limit_price, b.spread_bps, b.explicit_fee_bps, b.transaction_fee_bps,
    b.tolerance_bps, b.overpayment, b.guarantee_ms, b.max_depth_bps, b.hold_grace_ms, b.confirmation_tiers, b.deposit_limit,
    b.known_height, b.confirmations_required, b.price_inputs, b.created_by, b.request_id, b.created_at, b.expires_at, b.created_at
  from placed b join taken t on t.bill_id = b.id order by b.nth returning *
), new_event as (
  select b.event_id as id, m.account_id, 'payment.created' as type, m.id as object_id, 1 as sequence, r.record as data, m.created_at as at
  from made m join placed b on b.id = m.id cross join lateral payment_record(m::bill, m.created_at, false) r
), emitted as (
  -- include: lib/events/emit.sql appendEvents
), new_audit as (
  select m.created_at as at, m.created_by as actor, 'bill.create' as action, m.account_id, 'bill' as object_kind,
    m.id::text as object_id, '{}'::jsonb as detail, m.request_id, b.client_address
  from made m join placed b on b.id = m.id
), audited as (
  -- include: lib/audit/record-audit.sql appendAudit
)
select g.nth as "nth!", b.nth is null as "apart!", p.address as "address", p.index::text as "index", t.bill_id is not null as "made!",
  case when b.promised_fiat > 0 then b.of_account end as "of_account", coalesce(b.fiat_so_far, 0) as "fiat_so_far!",
  case when b.promised_units > 0 then h.of_house end as "of_house", coalesce(b.units_so_far, 0) as "units_so_far!",
  coalesce(h.stopped and b.promised_units > 0, false) as "stopped!"
from given g left join requested b on b.nth = g.nth left join house_room h on true
left join placed p on p.nth = g.nth left join taken t on t.bill_id = g.id order by g.nth

-- name: readSnapshots
select a.id as "account_id!", business_now() as "now!", settings_of(a.id) as "settings!",
  array(select network from chain_cursor where paused_reason is not null) as "paused!",
  (select coalesce(jsonb_object_agg(network, greatest(height, head_height)), '{}') from chain_cursor) as "heights!", (
    select coalesce(jsonb_object_agg(kind, id), '{}') from (
      select distinct on (kind) kind, id from wallet
      where active and (account_id is null or account_id = a.id) order by kind, account_id nulls last
    ) serving) as "wallets!",
  (select coalesce(jsonb_object_agg(base, bid::text), '{}') from price_reference where fiat = 'EUR') as "bids!"
from unnest(:accountIds::uuid[]) as a(id)

-- name: promisedTo
select p.wide as "wide!" from promised_now(:accountId::uuid, :fiat, '', true) p

-- name: promisedByHouse
select p.wide as "wide!" from promised_now(null, '', :crypto, true) p

-- name: housePromises
select c.crypto as "crypto!", coalesce(p.units, 0) as "promised!", coalesce(d.seen, 0) as "seen!", coalesce(d.held, 0) as "held!"
from unnest(:cryptos::text[]) c(crypto)
cross join lateral (
  select sum(units) as units from (
    select units from promise_total where crypto = c.crypto
    union all select units from promise_loose() l where l.crypto = c.crypto
    union all select o.units - b.promised_units from bill b cross join lateral promise_of(b, business_now()) o
      where b.promised_units > 0 and b.promise_due_at < business_now() and b.crypto = c.crypto
  ) u
) p
cross join lateral (
  select sum(d.quantity_units) filter (where d.status = 'UNCONFIRMED') as seen, sum(d.quantity_units) filter (where d.status = 'HELD') as held
  from bill b join deposit d on d.bill_id = b.id and not d.wrong_asset and d.status in ('UNCONFIRMED', 'HELD')
  where b.promised_units > 0 and b.crypto = c.crypto
) d

-- name: houseRoom
select r.room as "room", pair_stopped(:crypto, :fiat) as "stopped!"
from promise_room(null, :fiat, :crypto, :units::numeric, :cryptoLimit?::numeric, :cryptoPairLimit?::numeric, 16, true) r

-- name: nextPromiseEnd
select (extract(epoch from min(promise_due_at) - business_now()) * 1000)::double precision as "wait" from bill
where promised_units > 0 and promise_due_at > business_now()
  and (:accountId?::uuid is null or account_id = :accountId?::uuid) and (:fiat?::text is null or fiat = :fiat?) and (:crypto?::text is null or crypto = :crypto?)

-- name: lockDuePromises
-- What they come to is counted by the next statement: the holder of a lock may have changed what is counted.
select id from bill where promised_units > 0 and promise_due_at < business_now()
order by promise_due_at limit :limit for update skip locked

-- name: endPromises
update bill b set (promised_units, promised_fiat_units, promise_due_at)
  = (select p.units, p.fiat_units, p.due_at from promise_of(b, business_now()) p)
where b.id = any(:billIds::uuid[])

-- name: foldPromises
select fold_promises(true)::integer as "folded!"

-- name: billsToExpire
select id from bill where not expiry_told and expires_at < business_now() order by expires_at limit :limit

-- name: claimExpiry
update bill b set expiry_told = true, updated_at = business_now(), expiry_bid = coalesce(b.expiry_bid, e.bid)
from unnest(:billIds::uuid[], :bids::numeric[]) e(id, bid) where b.id = e.id and not b.expiry_told returning b.id

-- name: lockBillRows
select b.*, (select business_now()) as "now!", bill_status(b, (select business_now())) as "shown_status!",
bill_amount_status(b, (select business_now())) as "amount_status!" from bill b
where id = any(:billIds::uuid[]) and (:accountId?::uuid is null or account_id = :accountId?::uuid)
order by id for update of b

-- name: markCompletionTold
update bill set completion_told = (id = any(:toldIds::uuid[])) where id = any(:billIds::uuid[])

-- name: billByAddress
select a.nth as "nth!", b.id, b.asset, b.script
from unnest(:addressKeys::text[], :accountIds::uuid[])
  with ordinality a(address_key, account_id, nth)
join account c on a.account_id is null or c.id = a.account_id
cross join lateral (
  select b.id, b.asset, d.script from bill b join deposit_address d on d.bill_id = b.id
  where b.account_id = c.id and b.address_key = a.address_key limit 1
) b
