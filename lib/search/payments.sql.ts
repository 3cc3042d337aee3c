// Written from payments.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type FindPaymentsValues = {
  accountId: string;
  first?: string | null | undefined;
  last?: string | null | undefined;
  most: bigint | number;
  tail?: string | null | undefined;
  like?: string | null | undefined;
  addressKey?: string | null | undefined;
  addressEnd?: string | null | undefined;
  words?: string | null | undefined;
  amounts?: readonly (bigint | string | null)[] | null | undefined;
  fiats: readonly (string | null)[];
  symbol?: string | null | undefined;
  cryptos: readonly (string | null)[];
};
type FindPaymentsRow = {
  by: string;
  value: string | null;
  id: string;
  within: string | null;
  status: string | null;
  quantity: string | null;
  asset: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  name: string;
  at: Date;
};
/** Whatever names a bill: each branch by its own index, at most so many of it. */
export const findPayments = query<FindPaymentsValues, FindPaymentsRow>({
  text: () => `select f.by as "by", f.value as "value", b.id, null::uuid as "within", bill_status(b, m.now) as "status",
  amount_of(b.fiat_units, b.fiat)::text as "quantity", b.fiat as "asset", b.subaccount as "name", b.created_at as "at"
from (
  (select 'paymentId' as by, id, id::text as value from bill
    where account_id = $1::uuid and id between $2::uuid and $3::uuid order by id desc limit $4)
  union all
  (select 'paymentId', id, id::text as value from bill
    where account_id = $1::uuid and id_tail(id) = $5::text and id::text like $6::text order by id desc limit $4)
  union all
  (select 'address', id, address from bill where account_id = $1::uuid
    and address_key ~>=~ $7::text and address_key ~<~ ($7::text || chr(1114111)) and address like $8::text limit $4)
  union all
  (select 'reference', id, reference from bill
    where account_id = $1::uuid and reference ~>=~ $9::text and reference ~<~ ($9::text || chr(1114111)) limit $4)
  union all
  (select 'amount', id, null from unnest($10::numeric[]) as a(amount) cross join unnest($11::text[]) as f(fiat) cross join lateral (
    select id from bill where account_id = $1::uuid and fiat = f.fiat and amount_of(fiat_units, fiat) = a.amount
      and ($12::text is null or f.fiat = $12::text) order by id desc limit $4) n)
  union all
  (select 'amount', id, null from unnest($10::numeric[]) as a(amount) cross join unnest($13::text[]) as c(asset) cross join lateral (
    select id from bill where account_id = $1::uuid and asset = c.asset and amount_of(quantity_units, asset) = a.amount
      and ($12::text is null or crypto = $12::text) order by id desc limit $4) n)
  union all
  (select 'amount', id, null from unnest($10::numeric[]) as a(amount) cross join unnest($13::text[]) as c(asset) cross join lateral (
    select id from bill where account_id = $1::uuid and asset = c.asset and amount_of(received_units, asset) = a.amount and a.amount > 0
      and ($12::text is null or crypto = $12::text) order by id desc limit $4) n)
) f join bill b on b.id = f.id cross join (select business_now() as now) m`,
  values: [
    "accountId",
    "first",
    "last",
    "most",
    "tail",
    "like",
    "addressKey",
    "addressEnd",
    "words",
    "amounts",
    "fiats",
    "symbol",
    "cryptos",
  ],
});

type FindDepositsValues = {
  accountId: string;
  first?: string | null | undefined;
  last?: string | null | undefined;
  most: bigint | number;
  tail?: string | null | undefined;
  like?: string | null | undefined;
  hashes?: readonly (string | null)[] | null | undefined;
  hashEnd?: string | null | undefined;
  addresses?: readonly (string | null)[] | null | undefined;
  addressEnd?: string | null | undefined;
  amounts?: readonly (bigint | string | null)[] | null | undefined;
  alike: bigint | number;
  symbol?: string | null | undefined;
};
type FindDepositsRow = {
  by: string;
  value: string | null;
  id: string;
  within: string;
  status: "UNCONFIRMED" | "PROCESSING" | "CONVERTED" | "CREDITED" | "HELD" | "DECLINED" | "DROPPED";
  quantity: string | null;
  asset: string | null;
  name: string;
  at: Date;
};
export const findDeposits = query<FindDepositsValues, FindDepositsRow>({
  text: () => `select f.by as "by", f.value as "value", d.id, d.bill_id as "within", d.status as "status",
  amount_of(d.quantity_units, d.asset)::text as "quantity", crypto_of(d.asset) as "asset", b.subaccount as "name", d.created_at as "at"
from (
  (select 'txId' as by, id, id::text as value from deposit
    where account_id = $1::uuid and id between $2::uuid and $3::uuid order by id desc limit $4)
  union all
  (select 'txId', id, id::text as value from deposit
    where account_id = $1::uuid and id_tail(id) = $5::text and id::text like $6::text order by id desc limit $4)
  union all
  (select 'txHash', d.id, d.tx_hash from unnest($7::text[]) as h(hash) cross join lateral (select id, tx_hash from deposit
    where account_id = $1::uuid and tx_hash ~>=~ h.hash and tx_hash ~<~ (h.hash || chr(1114111)) and tx_hash like $8::text limit $4) d)
  union all
  (select 'sourceAddress', d.id, d.source_address from unnest($9::text[]) as s(address) cross join lateral (select id, source_address from deposit
    where account_id = $1::uuid and source_address ~>=~ s.address and source_address ~<~ (s.address || chr(1114111))
      and source_address like $10::text limit $4) d)
  union all
  (select 'amount', id, null from unnest($11::numeric[]) as a(amount) cross join lateral (
    select id from (select id, asset from deposit where account_id = $1::uuid and amount_of(quantity_units, asset) = a.amount
      order by id desc limit $12) e where $13::text is null or crypto_of(e.asset) = $13::text limit $4) n)
) f join deposit d on d.id = f.id join bill b on b.id = d.bill_id`,
  values: [
    "accountId",
    "first",
    "last",
    "most",
    "tail",
    "like",
    "hashes",
    "hashEnd",
    "addresses",
    "addressEnd",
    "amounts",
    "alike",
    "symbol",
  ],
});

type FindSubaccountsValues = {
  accountId: string;
  words: string;
  most: bigint | number;
};
type FindSubaccountsRow = {
  by: string;
  value: string | null;
  id: string;
  within: string | null;
  status: string | null;
  quantity: string | null;
  asset: string | null;
  name: string | null;
  at: Date | null;
};
/** Each once, from one to the next, however many bills it has. */
export const findSubaccounts = query<FindSubaccountsValues, FindSubaccountsRow>({
  text: () => `with recursive named as (
  (select subaccount from bill where account_id = $1::uuid
    and subaccount ~>=~ $2::text and subaccount ~<~ ($2::text || chr(1114111)) order by subaccount using ~<~ limit 1)
  union all
  select (select b.subaccount from bill b where b.account_id = $1::uuid and b.subaccount ~>~ named.subaccount
    and b.subaccount ~>=~ $2::text and b.subaccount ~<~ ($2::text || chr(1114111)) order by b.subaccount using ~<~ limit 1)
  from named where named.subaccount is not null
)
select 'subaccount' as "by", subaccount as "value", subaccount as "id", null::uuid as "within", null::text as "status",
  null::text as "quantity", null::text as "asset", subaccount as "name", null::timestamptz as "at"
from named where subaccount is not null limit $3`,
  values: ["accountId", "words", "most"],
});

type FindConversionsValues = {
  accountId: string;
  first?: string | null | undefined;
  last?: string | null | undefined;
  most: bigint | number;
  tail?: string | null | undefined;
  like?: string | null | undefined;
  amounts?: readonly (bigint | string | null)[] | null | undefined;
  alike: bigint | number;
  symbol?: string | null | undefined;
};
type FindConversionsRow = {
  by: string;
  value: string | null;
  id: string;
  within: string | null;
  status: "CREATED" | "QUOTED" | "EXECUTING" | "EXECUTED" | "CANCELLED" | "FAILED";
  quantity: string | null;
  asset: string | null;
  name: "EUR" | "USD" | "GBP" | "CAD" | "JPY";
  at: Date;
};
export const findConversions = query<FindConversionsValues, FindConversionsRow>({
  text: () => `select f.by as "by", f.value as "value", c.id, null::uuid as "within", c.status as "status",
  amount_of(c.quantity_units, c.base)::text as "quantity", crypto_of(c.base) as "asset", c.fiat as "name", c.created_at as "at"
from (
  (select 'invoiceId' as by, id, id::text as value from conversion
    where account_id = $1::uuid and id between $2::uuid and $3::uuid order by id desc limit $4)
  union all
  (select 'invoiceId', id, id::text as value from conversion
    where account_id = $1::uuid and id_tail(id) = $5::text and id::text like $6::text order by id desc limit $4)
  union all
  (select 'quoteId', c.id, q.id::text from quote q join conversion c on c.id = q.conversion_id
    where c.account_id = $1::uuid and q.id between $2::uuid and $3::uuid order by q.id desc limit $4)
  union all
  (select 'amount', id, null from unnest($7::numeric[]) as a(amount) cross join lateral (
    select id from (select id, base from conversion where account_id = $1::uuid and amount_of(quantity_units, base) = a.amount
      order by id desc limit $8) e where $9::text is null or crypto_of(e.base) = $9::text limit $4) n)
  union all
  (select 'amount', id, null from unnest($7::numeric[]) as a(amount) cross join lateral (
    select id from (select id, fiat from conversion where account_id = $1::uuid and fiat_units is not null and amount_of(fiat_units, fiat) = a.amount
      order by id desc limit $8) e where $9::text is null or e.fiat = $9::text limit $4) n)
) f join conversion c on c.id = f.id`,
  values: ["accountId", "first", "last", "most", "tail", "like", "amounts", "alike", "symbol"],
});

type FindRefundLinksValues = {
  accountId: string;
  first?: string | null | undefined;
  last?: string | null | undefined;
  most: bigint | number;
  addresses?: readonly (string | null)[] | null | undefined;
  addressEnd?: string | null | undefined;
};
type FindRefundLinksRow = {
  by: string;
  value: string | null;
  id: string;
  within: string;
  status: string | null;
  quantity: string | null;
  asset: string | null;
  name: string | null;
  at: Date;
};
export const findRefundLinks = query<FindRefundLinksValues, FindRefundLinksRow>({
  text: () => `select f.by as "by", f.value as "value", l.id, l.bill_id as "within", refund_link_status(l, business_now()) as "status", null::text as "quantity",
  crypto_of(l.asset) as "asset", null::text as "name", l.made_at as "at"
from (
  (select 'linkId' as by, id, id::text as value from refund_link
    where account_id = $1::uuid and id between $2::uuid and $3::uuid order by id desc limit $4)
  union all
  (select 'address', l.id, l.address from unnest($5::text[]) as s(address) cross join lateral (select id, address from refund_link
    where account_id = $1::uuid and compared ~>=~ s.address and compared ~<~ (s.address || chr(1114111)) and address like $6::text limit $4) l)
) f join refund_link l on l.id = f.id`,
  values: ["accountId", "first", "last", "most", "addresses", "addressEnd"],
});
