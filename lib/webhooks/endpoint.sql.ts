// Written from endpoint.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type EndpointsOfValues = {
  accountId: string;
  endpointId?: string | null | undefined;
  maxListed: bigint | number;
};
type EndpointsOfRow = {
  id: string;
  url: string;
  description: string;
  event_types: string[];
  ordered: boolean;
  created_at: Date;
  updated_at: Date;
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: "GONE" | "FAILING" | "MANUAL" | null;
  old_secret_until: Date | null;
  pending: number;
};
export const endpointsOf = query<EndpointsOfValues, EndpointsOfRow>({
  text: () => `select w.id, w.url, w.description, w.event_types, w.ordered, w.created_at, w.updated_at, w.failing_since, w.disabled_at, w.disabled_reason,
  case when w.old_secret_until > clock_timestamp() then w.old_secret_until end as old_secret_until,
  (select count(*) from webhook_delivery d where d.endpoint_id = w.id and d.next_at is not null)::int as "pending"
from webhook_endpoint w
where w.account_id = $1::uuid and w.deleted_at is null and ($2::uuid is null or w.id = $2::uuid)
order by w.created_at desc, w.id desc limit $3`,
  values: ["accountId", "endpointId", "maxListed"],
});

type CountEndpointsValues = {
  accountId: string;
};
type CountEndpointsRow = {
  one: number | null;
};
export const countEndpoints = query<CountEndpointsValues, CountEndpointsRow>({
  text: () => `select 1 as one from account where id = $1::uuid for update`,
  values: ["accountId"],
});

type UpdateEndpointValues = {
  url?: string | null | undefined;
  description?: string | null | undefined;
  eventTypes?: readonly (string | null)[] | null | undefined;
  ordered?: boolean | null | undefined;
  disabled: boolean;
  disabledReason?: boolean | null | undefined;
  endpointId: string;
  accountId: string;
};
export const updateEndpoint = command<UpdateEndpointValues>({
  text: () => `update webhook_endpoint set
  url = coalesce($1, url),
  description = coalesce($2, description),
  event_types = coalesce($3::text[], event_types),
  ordered = coalesce($4::boolean, ordered),
  failing_since = case when $5 then null else failing_since end,
  disabled_at = case $6::boolean when true then coalesce(disabled_at, business_now()) when false then null else disabled_at end,
  disabled_reason = case $6::boolean when true then coalesce(disabled_reason, 'MANUAL') when false then null else disabled_reason end,
  updated_at = business_now()
where id = $7::uuid and account_id = $8::uuid and deleted_at is null`,
  values: ["url", "description", "eventTypes", "ordered", "disabled", "disabledReason", "endpointId", "accountId"],
});

type EndEndpointValues = {
  endpointId: string;
  accountId: string;
};
export const endEndpoint = command<EndEndpointValues>({
  text: () => `update webhook_endpoint set deleted_at = business_now(), updated_at = business_now()
where id = $1::uuid and account_id = $2::uuid and deleted_at is null`,
  values: ["endpointId", "accountId"],
});

type ReplaceSecretValues = {
  sealed: Uint8Array;
  oldUntil?: Date | null | undefined;
  endpointId: string;
  accountId: string;
};
export const replaceSecret = command<ReplaceSecretValues>({
  text: () => `update webhook_endpoint set secret_sealed = $1,
  old_secret_sealed = case when $2::timestamptz is null then null else secret_sealed end,
  old_secret_until = $2::timestamptz, updated_at = business_now()
where id = $3::uuid and account_id = $4::uuid and deleted_at is null`,
  values: ["sealed", "oldUntil", "endpointId", "accountId"],
});

type LockForTestValues = {
  endpointId: string;
};
export const lockForTest = query<LockForTestValues, CountEndpointsRow>({
  text: () => `select 1 as one from webhook_endpoint where id = $1::uuid for update`,
  values: ["endpointId"],
});
