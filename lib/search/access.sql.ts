// Written from access.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type FindRequestsValues = {
  accountId: string;
  first?: string | null | undefined;
  last?: string | null | undefined;
  most: bigint | number;
  tail?: string | null | undefined;
  like?: string | null | undefined;
  scopes: readonly (string | null)[];
};
type FindRequestsRow = {
  by: string;
  value: string | null;
  id: string;
  within: string | null;
  status: string | null;
  quantity: string | null;
  asset: string | null;
  name: string | null;
  at: Date;
};
export const findRequests = query<FindRequestsValues, FindRequestsRow>({
  text: () => `select 'requestId' as "by", r.id::text as "value", r.id, null::uuid as "within", r.status::text as "status", null::text as "quantity",
  null::text as "asset", r.method || ' ' || r.route as "name", r.at as "at"
from (
  (select account_id, id from request_log where account_id = $1::uuid and id between $2::uuid and $3::uuid order by id desc limit $4)
  union all
  (select account_id, id from request_log where account_id = $1::uuid and id_tail(id) = $5::text and id::text like $6::text order by id desc limit $4)
) f join request_log r on r.account_id = f.account_id and r.id = f.id
where r.scope = any($7::text[])`,
  values: ["accountId", "first", "last", "most", "tail", "like", "scopes"],
});

type FindEndpointsValues = {
  first?: string | null | undefined;
  last?: string | null | undefined;
  tail?: string | null | undefined;
  like?: string | null | undefined;
  lower?: string | null | undefined;
  accountId: string;
  most: bigint | number;
};
type FindEndpointsRow = {
  by: string;
  value: string | null;
  id: string;
  within: string | null;
  status: string | null;
  quantity: string | null;
  asset: string | null;
  name: string;
  at: Date;
};
export const findEndpoints = query<FindEndpointsValues, FindEndpointsRow>({
  text: () => `select f.by as "by", f.value as "value", w.id, null::uuid as "within", case when w.disabled_at is null then 'ENABLED' else 'DISABLED' end as "status",
  null::text as "quantity", null::text as "asset", w.url as "name", w.created_at as "at"
from webhook_endpoint w cross join lateral (
  select 'endpointId' as by, w.id::text as value where w.id between $1::uuid and $2::uuid
    or (id_tail(w.id) = $3::text and w.id::text like $4::text)
  union all
  select 'url', w.url where strpos(lower(w.url), $5::text) > 0 or strpos(lower(w.description), $5::text) > 0
) f where w.account_id = $6::uuid and w.deleted_at is null order by w.id desc limit $7`,
  values: ["first", "last", "tail", "like", "lower", "accountId", "most"],
});

type FindDeliveriesValues = {
  accountId: string;
  first?: string | null | undefined;
  last?: string | null | undefined;
  most: bigint | number;
  tail?: string | null | undefined;
  alike: bigint | number;
  like?: string | null | undefined;
};
type FindDeliveriesRow = {
  by: string;
  value: string | null;
  id: string;
  within: string;
  status: "PENDING" | "DELIVERED" | "FAILED";
  quantity: string | null;
  asset: string | null;
  name: string;
  at: Date;
};
/** By what a delivery or its event is called; by a tail among an endpoint's newest. */
export const findDeliveries = query<FindDeliveriesValues, FindDeliveriesRow>({
  text: () => `select f.by as "by", f.value as "value", d.id, d.endpoint_id as "within", d.status as "status", null::text as "quantity", null::text as "asset",
  e.type as "name", e.at as "at"
from (
  (select 'deliveryId' as by, d.id, d.id::text as value from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
    where w.account_id = $1::uuid and w.deleted_at is null and d.id between $2::uuid and $3::uuid order by d.id desc limit $4)
  union all
  (select 'eventId', d.id, e.id::text from event e join webhook_delivery d on d.event_seq = e.seq join webhook_endpoint w on w.id = d.endpoint_id
    where e.account_id = $1::uuid and w.deleted_at is null and e.id between $2::uuid and $3::uuid order by e.id desc limit $4)
  union all
  (select 'eventId', n.id, e.id::text from webhook_endpoint w cross join lateral (select id, event_seq from webhook_delivery
      where endpoint_id = w.id and $5::text is not null order by event_seq desc limit $6) n join event e on e.seq = n.event_seq and e.account_id = $1::uuid
    where w.account_id = $1::uuid and w.deleted_at is null and id_tail(e.id) = $5::text and e.id::text like $7::text limit $4)
) f join webhook_delivery d on d.id = f.id join event e on e.seq = d.event_seq and e.account_id = $1::uuid`,
  values: ["accountId", "first", "last", "most", "tail", "alike", "like"],
});

type FindEventsValues = {
  accountId: string;
  first: string;
  last: string;
  most: bigint | number;
};
type FindEventsRow = {
  by: string;
  value: string | null;
  id: string;
  within: string;
  status: string | null;
  quantity: string | null;
  asset: string | null;
  name: string;
  at: Date;
};
/** What nothing was sent of: the record that the event tells of. */
export const findEvents = query<FindEventsValues, FindEventsRow>({
  text: () => `select 'eventId' as "by", e.id::text as "value", e.id, e.object_id as "within", null::text as "status", null::text as "quantity", null::text as "asset",
  e.type as "name", e.at as "at"
from event e where e.account_id = $1::uuid and e.id between $2::uuid and $3::uuid
  and not exists (select from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id where w.account_id = $1::uuid and d.event_seq = e.seq and w.deleted_at is null)
order by e.id desc limit $4`,
  values: ["accountId", "first", "last", "most"],
});

type FindKeysValues = {
  words: string;
  accountId: string;
  ending?: string | null | undefined;
  lower: string;
  most: bigint | number;
};
export const findKeys = query<FindKeysValues, FindEndpointsRow>({
  text: () => `select case when starts_with(k.id, $1) then 'keyId' else 'name' end as "by", case when starts_with(k.id, $1) then k.id else k.name end as "value",
  k.id as "id", null::uuid as "within",
  case when k.revoked_at is not null then 'REVOKED' when k.expires_at <= clock_timestamp() then 'EXPIRED' when k.waiting then 'WAITING' else 'ACTIVE' end as "status",
  null::text as "quantity", null::text as "asset", k.name as "name", k.created_at as "at"
from api_key k where k.account_id = $2::uuid
  and (starts_with(k.id, $1) or ($3::text is not null and right(k.id, 6) = $3::text) or strpos(lower(k.name), $4) > 0) order by k.created_at desc limit $5`,
  values: ["words", "accountId", "ending", "lower", "most"],
});

type FindPeopleValues = {
  roles: readonly (string | null)[];
  lower: string;
  accountId: string;
  most: bigint | number;
};
type FindPeopleRow = {
  by: string;
  value: string | null;
  id: string;
  within: string | null;
  status: string | null;
  quantity: string | null;
  asset: string | null;
  name: string;
  at: Date | null;
};
export const findPeople = query<FindPeopleValues, FindPeopleRow>({
  text: () => `select f.by as "by", f.value as "value", u.id, null::uuid as "within",
  case when coalesce(m.disabled_at, u.disabled_at) is null then 'ACTIVE' else 'DISABLED' end as "status",
  null::text as "quantity", null::text as "asset", u.name as "name", null::timestamptz as "at"
from membership m join staff_user u on u.id = m.user_id cross join lateral (
  select 'role' as by, m.role as value where m.role = any($1::text[])
  union all
  select 'name', u.name where strpos(lower(u.name), $2) > 0
  union all
  select 'email', u.email where strpos(lower(u.email), $2) > 0
) f where m.account_id = $3::uuid order by u.name, u.id limit $4`,
  values: ["roles", "lower", "accountId", "most"],
});

type FindApprovalsValues = {
  first?: string | null | undefined;
  last?: string | null | undefined;
  tail?: string | null | undefined;
  like?: string | null | undefined;
  ofHouse: boolean;
  accountId: string;
  most: bigint | number;
};
type FindApprovalsRow = {
  by: string;
  value: string | null;
  id: string;
  within: string | null;
  status: "PENDING" | "APPROVED" | "DECLINED" | "WITHDRAWN";
  quantity: string | null;
  asset: string | null;
  name:
    | "payout"
    | "setting"
    | "wallet"
    | "key"
    | "person"
    | "hold"
    | "execution"
    | "beneficiary"
    | "move"
    | "destination"
    | "settlement-terms"
    | "bank-mapping"
    | "bank-statement"
    | "resolution"
    | "lost-hours";
  at: Date;
};
export const findApprovals = query<FindApprovalsValues, FindApprovalsRow>({
  text: () => `select 'approvalId' as "by", a.id::text as "value", a.id, null::uuid as "within", a.status as "status", null::text as "quantity", null::text as "asset",
  a.what as "name", a.asked_at as "at"
from approval a where (a.id between $1::uuid and $2::uuid or (id_tail(a.id) = $3::text and a.id::text like $4::text))
  and (case when $5::boolean then a.decides = 'house' else a.account_id = $6::uuid end) order by a.id desc limit $7`,
  values: ["first", "last", "tail", "like", "ofHouse", "accountId", "most"],
});
