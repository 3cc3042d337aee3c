// Written from money-out.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type FindPayoutsValues = {
  first?: string | null | undefined;
  last?: string | null | undefined;
  accountId?: string | null | undefined;
  most: bigint | number;
  tail?: string | null | undefined;
  like?: string | null | undefined;
  hashes?: readonly (string | null)[] | null | undefined;
  hashEnd?: string | null | undefined;
  words?: string | null | undefined;
  addresses?: readonly (string | null)[] | null | undefined;
  addressEnd?: string | null | undefined;
  amounts?: readonly (bigint | string | null)[] | null | undefined;
  alike: bigint | number;
  symbol?: string | null | undefined;
};
type FindPayoutsRow = {
  by: string;
  value: string | null;
  id: string;
  within: string | null;
  status:
    | "RECORDED"
    | "REQUESTED"
    | "APPROVED"
    | "PREPARED"
    | "SIGNED"
    | "BROADCAST"
    | "CONFIRMED"
    | "REJECTED"
    | "CANCELLED"
    | "FAILED";
  quantity: string | null;
  asset: string | null;
  name: string;
  at: Date;
};
/** Of one account, or of every one for the house. */
export const findPayouts = query<FindPayoutsValues, FindPayoutsRow>({
  text: () => `select f.by as "by", f.value as "value", o.id, null::uuid as "within", o.status as "status",
  amount_of(o.quantity_units, o.asset)::text as "quantity", coalesce(crypto_of(o.asset), o.asset) as "asset", o.reference as "name", o.recorded_at as "at"
from (
  (select 'payoutId' as by, id, id::text as value from payout where id between $1::uuid and $2::uuid
    and ($3::uuid is null or account_id = $3::uuid) order by id desc limit $4)
  union all
  (select 'payoutId', id, id::text as value from payout where id_tail(id) = $5::text and id::text like $6::text
    and ($3::uuid is null or account_id = $3::uuid) order by id desc limit $4)
  union all
  (select 'txHash', o.id, o.tx_hash from unnest($7::text[]) as h(hash) cross join lateral (select id, tx_hash from payout
    where tx_hash ~>=~ h.hash and tx_hash ~<~ (h.hash || chr(1114111)) and tx_hash like $8::text
      and ($3::uuid is null or account_id = $3::uuid) limit $4) o)
  union all
  (select 'bankReference', id, bank_reference from payout where bank_reference ~>=~ $9::text and bank_reference ~<~ ($9::text || chr(1114111))
    and ($3::uuid is null or account_id = $3::uuid) limit $4)
  union all
  (select 'reference', p.id, p.reference from account a cross join lateral (select id, reference from payout
    where account_id = a.id and reference ~>=~ $9::text and reference ~<~ ($9::text || chr(1114111)) limit $4) p
    where $3::uuid is null or a.id = $3::uuid limit $4)
  union all
  (select 'address', p.id, y.address from unnest($10::text[]) as s(address) join beneficiary y on starts_with(y.compared, s.address) and y.address like $11::text
    cross join lateral (select id from payout where beneficiary_id = y.id order by id desc limit $4) p
    where $3::uuid is null or y.account_id = $3::uuid limit $4)
  union all
  (select 'address', p.id, l.address from unnest($10::text[]) as s(address) cross join account a cross join lateral (
      select id, address from refund_link where account_id = a.id and compared ~>=~ s.address and compared ~<~ (s.address || chr(1114111))
        and address like $11::text limit $4) l
    join payout p on p.refund_link_id = l.id where $3::uuid is null or a.id = $3::uuid limit $4)
  union all
  (select 'amount', p.id, null from unnest($12::numeric[]) as q(amount) cross join account a cross join lateral (
      select id from (select id, asset from payout where account_id = a.id and amount_of(quantity_units, asset) = q.amount
        order by id desc limit $13) e where $14::text is null or coalesce(crypto_of(e.asset), e.asset) = $14::text limit $4) p
    where $3::uuid is null or a.id = $3::uuid limit $4)
) f join payout o on o.id = f.id`,
  values: [
    "first",
    "last",
    "accountId",
    "most",
    "tail",
    "like",
    "hashes",
    "hashEnd",
    "words",
    "addresses",
    "addressEnd",
    "amounts",
    "alike",
    "symbol",
  ],
});

type FindBeneficiariesValues = {
  first?: string | null | undefined;
  last?: string | null | undefined;
  tail?: string | null | undefined;
  like?: string | null | undefined;
  addresses?: readonly (string | null)[] | null | undefined;
  addressEnd?: string | null | undefined;
  account?: string | null | undefined;
  lower?: string | null | undefined;
  accountId?: string | null | undefined;
  most: bigint | number;
};
type FindBeneficiariesRow = {
  by: string;
  value: string | null;
  id: string;
  within: string | null;
  status: "REQUESTED" | "ACTIVE" | "REJECTED" | "RETIRED";
  quantity: string | null;
  asset: string | null;
  name: string;
  at: Date;
};
export const findBeneficiaries = query<FindBeneficiariesValues, FindBeneficiariesRow>({
  text: () => `select f.by as "by", f.value as "value", y.id, null::uuid as "within", y.status as "status", null::text as "quantity",
  coalesce(crypto_of(y.asset), y.asset) as "asset", y.name as "name", y.made_at as "at"
from beneficiary y cross join lateral (
  select 'beneficiaryId' as by, y.id::text as value where y.id between $1::uuid and $2::uuid
    or (id_tail(y.id) = $3::text and y.id::text like $4::text)
  union all
  select 'address', y.address where exists (select from unnest($5::text[]) as s(address) where starts_with(y.compared, s.address))
    and y.address like $6::text
  union all
  select 'account', coalesce(y.iban, y.account_number) where starts_with(y.iban, $7::text) or starts_with(y.account_number, $7::text)
  union all
  select 'name', y.name where strpos(lower(y.name), $8::text) > 0
) f where $9::uuid is null or y.account_id = $9::uuid order by y.id desc limit $10`,
  values: ["first", "last", "tail", "like", "addresses", "addressEnd", "account", "lower", "accountId", "most"],
});

type FindSettlementsValues = {
  first?: string | null | undefined;
  last?: string | null | undefined;
  tail?: string | null | undefined;
  like?: string | null | undefined;
  lower?: string | null | undefined;
  amounts?: readonly (bigint | string | null)[] | null | undefined;
  symbol?: string | null | undefined;
  accountId?: string | null | undefined;
  most: bigint | number;
};
type FindSettlementsRow = {
  by: string;
  value: string | null;
  id: string;
  within: string | null;
  status: string | null;
  quantity: string | null;
  asset: string;
  name: string;
  at: Date;
};
export const findSettlements = query<FindSettlementsValues, FindSettlementsRow>({
  text: () => `select f.by as "by", f.value as "value", s.id, null::uuid as "within", settlement_status(s) as "status",
  amount_of(s.due_units, s.currency)::text as "quantity", s.currency as "asset", s.reference as "name", s.made_at as "at"
from settlement s left join fee_invoice i on i.settlement_id = s.id cross join lateral (
  select 'settlementId' as by, s.id::text as value where s.id between $1::uuid and $2::uuid
    or (id_tail(s.id) = $3::text and s.id::text like $4::text)
  union all
  select 'reference', s.reference where starts_with(lower(s.reference), $5::text)
  union all
  select 'invoiceNumber', i.number where starts_with(lower(i.number), $5::text)
  union all
  select 'amount', null where amount_of(s.due_units, s.currency) = any($6::numeric[]) and ($7::text is null or s.currency = $7::text)
) f where $8::uuid is null or s.account_id = $8::uuid order by s.id desc limit $9`,
  values: ["first", "last", "tail", "like", "lower", "amounts", "symbol", "accountId", "most"],
});

type FindMovesValues = {
  first?: string | null | undefined;
  last?: string | null | undefined;
  tail?: string | null | undefined;
  like?: string | null | undefined;
  lower?: string | null | undefined;
  hashes?: readonly (string | null)[] | null | undefined;
  hashEnd?: string | null | undefined;
  amounts?: readonly (bigint | string | null)[] | null | undefined;
  symbol?: string | null | undefined;
  most: bigint | number;
};
type FindMovesRow = {
  by: string;
  value: string | null;
  id: string;
  within: string | null;
  status: "DRAFT" | "REQUESTED" | "APPROVED" | "SENT" | "ARRIVED" | "REJECTED" | "CANCELLED" | "FAILED";
  quantity: string | null;
  asset: string | null;
  name: string;
  at: Date;
};
export const findMoves = query<FindMovesValues, FindMovesRow>({
  text: () => `select f.by as "by", f.value as "value", v.id, null::uuid as "within", v.status as "status", amount_of(v.quantity_units, v.asset)::text as "quantity",
  coalesce(crypto_of(v.asset), v.asset) as "asset", v.reference as "name", v.created_at as "at"
from move v cross join lateral (
  select 'moveId' as by, v.id::text as value where v.id between $1::uuid and $2::uuid
    or (id_tail(v.id) = $3::text and v.id::text like $4::text)
  union all
  select 'reference', v.reference where starts_with(lower(v.reference), $5::text)
  union all
  select 'txHash', p.proof from move_fact p where p.move_id = v.id
    and exists (select from unnest($6::text[]) as h(hash) where starts_with(p.proof, h.hash)) and p.proof like $7::text
  union all
  select 'amount', null where amount_of(v.quantity_units, v.asset) = any($8::numeric[])
    and ($9::text is null or coalesce(crypto_of(v.asset), v.asset) = $9::text)
) f order by v.id desc limit $10`,
  values: ["first", "last", "tail", "like", "lower", "hashes", "hashEnd", "amounts", "symbol", "most"],
});
