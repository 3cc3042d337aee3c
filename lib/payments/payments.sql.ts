// Written from payments.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type PaymentsByIdValues = {
  ids: readonly (string | null)[];
  accountId: string;
};
type PaymentsByIdRow = {
  id: string;
  record: string;
};
/**
 * Of those that there are. The ids come by a select, so that a connection's plan for any number of them is taken: one for few is
 * cheaper to run by what the planner says, and is planned anew each time, which takes longer than to run it.
 */
export const paymentsById = query<PaymentsByIdValues, PaymentsByIdRow>({
  text: () => `select b.id as "id", r.record as "record" from (select business_now() as now) m cross join bill b
cross join lateral payment_record(b, m.now) r where b.id = any(array(select unnest($1::uuid[]))) and b.account_id = $2::uuid`,
  values: ["ids", "accountId"],
});

type RecordsOfValues = {
  ids: readonly (string | null)[];
  now: Date;
  accountId: string;
};
type RecordsOfRow = {
  record: string;
};
/** In the order of the ids, which come as those above. */
export const recordsOf = query<RecordsOfValues, RecordsOfRow>({
  text: () => `select r.record as "record" from unnest(array(select unnest($1::uuid[]))) with ordinality w(id, nth) join bill b on b.id = w.id
cross join lateral payment_record(b, $2::timestamptz) r where b.account_id = $3::uuid order by w.nth`,
  values: ["ids", "now", "accountId"],
});

type PriceFactsJsonValues = {
  id: string;
  accountId: string;
};
type PriceFactsJsonRow = {
  facts: string;
};
export const priceFactsJson = query<PriceFactsJsonValues, PriceFactsJsonRow>({
  text: () => `select json_strip_nulls(json_build_object('paymentId', b.id, 'cryptoType', b.crypto, 'fiat', b.fiat, 'strategy', b.strategy,
  'feeModel', b.fee_model, 'spreadBps', b.spread_bps, 'explicitFeeBps', b.explicit_fee_bps,
  'bid', (b.price_inputs ->> 'bid')::numeric, 'at', epoch_ms((b.price_inputs ->> 'at')::timestamptz),
  'samples', (select json_agg(json_build_object('source', s ->> 'source', 'pair', s ->> 'pair', 'bid', (s ->> 'bid')::numeric,
    'ask', (s ->> 'ask')::numeric, 'at', epoch_ms((s ->> 'at')::timestamptz),
    'levels', (select json_agg(json_build_object('price', (l ->> 'price')::numeric, 'quantity', (l ->> 'quantity')::numeric))
      from jsonb_array_elements(s -> 'levels') l))) from jsonb_array_elements(b.price_inputs -> 'samples') s),
  'price', trim_scale(b.price::numeric), 'fiatReceivable', amount_of(b.fiat_units, b.fiat),
  'quantity', amount_of(b.quantity_units, b.asset)))::text as "facts"
from bill b where b.id = $1::uuid and b.account_id = $2::uuid`,
  values: ["id", "accountId"],
});

type PayerRefundsValues = {
  id: string;
};
type PayerRefundsRow = {
  asset: string;
  units: string;
  sent: boolean;
  txHash: string | null;
};
/** What goes back to where the payer said; how far it is. */
export const payerRefunds = query<PayerRefundsValues, PayerRefundsRow>({
  text: () => `select o.asset as "asset", o.quantity_units::text as "units", o.status in ('BROADCAST', 'CONFIRMED') as "sent", o.tx_hash as "txHash"
from payout o where o.bill_id = $1::uuid and o.refund_link_id is not null and o.status not in ('REJECTED', 'CANCELLED', 'FAILED')
order by o.id`,
  values: ["id"],
});

type PayerDepositsValues = {
  id: string;
};
type PayerDepositsRow = {
  txHash: string;
  units: string;
  firstSeen: Date;
};
/** What counts towards a bill. */
export const payerDeposits = query<PayerDepositsValues, PayerDepositsRow>({
  text: () => `select d.tx_hash as "txHash", d.quantity_units::text as "units", d.first_seen as "firstSeen"
from deposit d where d.bill_id = $1::uuid and not d.wrong_asset and d.status in ('PROCESSING', 'CONVERTED', 'CREDITED')
order by d.first_seen, d.id`,
  values: ["id"],
});

type PayerRowValues = {
  id: string;
};
type PayerRowRow = {
  asset: "BTC" | "BCH" | "USDT@eth" | "USDT@tron" | "USDC@eth";
  fiat: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  worth: string;
  address: string;
  due: string;
  came: string;
  status: string;
  amountStatus: string;
  confirmationsRequired: number;
  expiresAt: Date;
  now: Date;
  feeEstimate: string | null;
  seen: string;
  declined: string;
  missing: string;
  isLate: boolean;
  isReversed: boolean;
  isWrongAsset: boolean;
  merchantName: string | null;
  returnUrl: string | null;
};
/** What is seen counts later, or never; what is missing beside both is what a payer has not sent. */
export const payerRow = query<PayerRowValues, PayerRowRow>({
  text: () => `select b.asset as "asset", b.fiat as "fiat", b.fiat_units::text as "worth", b.address as "address",
  b.quantity_units::text as "due", b.amount_units::text as "came", bill_status(b, m.now) as "status",
  bill_amount_status(b, m.now) as "amountStatus", b.confirmations_required as "confirmationsRequired",
  b.expires_at as "expiresAt", m.now as "now", c.fee_estimate::text as "feeEstimate",
  d.seen::text as "seen", d.declined::text as "declined",
  (case when beyond_tolerance(b.amount_units + d.seen, b.quantity_units, b.tolerance_bps) < 0
    then b.quantity_units - b.amount_units - d.seen else 0 end)::text as "missing",
  'LATE' = any(b.labels) as "isLate", 'REVERSED' = any(b.labels) as "isReversed", 'WRONG_ASSET' = any(b.labels) as "isWrongAsset",
  s.own ->> 'merchantName' as "merchantName", s.own ->> 'returnUrl' as "returnUrl"
from bill b cross join lateral (select settings_of(b.account_id) -> 'account' as own) s cross join (select business_now() as now) m
cross join lateral (select coalesce(sum(o.quantity_units) filter (where o.status in ('UNCONFIRMED', 'HELD')), 0) as seen,
  coalesce(sum(o.quantity_units) filter (where o.status = 'DECLINED'), 0) as declined
  from deposit o where o.bill_id = b.id and not o.wrong_asset) d
left join chain_cursor c on c.network = case b.crypto when 'BTC' then 'bitcoin' when 'BCH' then 'bitcoincash' end
where b.id = $1::uuid`,
  values: ["id"],
});
