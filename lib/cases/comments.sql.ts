// Written from comments.sql and the database's own description by `node .config/statements.ts`.
import { query } from "#lib/kernel/statement.ts";

type IsObjectValues = {
  kind: string;
  accountId: string;
  id?: string | null | undefined;
  name: string;
};
type IsObjectRow = {
  known: boolean;
};
export const isObject = query<IsObjectValues, IsObjectRow>({
  text: () => `select case $1
  when 'PAYMENT' then exists (select from bill where account_id = $2::uuid and id = $3::uuid)
  when 'CONVERSION' then exists (select from conversion where account_id = $2::uuid and id = $3::uuid)
  when 'PAYOUT' then exists (select from payout where account_id = $2::uuid and id = $3::uuid)
  when 'SETTLEMENT' then exists (select from settlement where account_id = $2::uuid and id = $3::uuid)
  when 'DELIVERY' then exists (select from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
    where e.account_id = $2::uuid and d.id = $3::uuid)
  when 'CUSTOMER' then exists (select from bill where account_id = $2::uuid and subaccount = $4)
  when 'APPROVAL' then exists (select from approval where account_id = $2::uuid and id = $3::uuid)
  else false end as "known"`,
  values: ["kind", "accountId", "id", "name"],
});

type IsHouseObjectValues = {
  kind: string;
  id: string;
  deciders: string;
};
export const isHouseObject = query<IsHouseObjectValues, IsObjectRow>({
  text: () => `select case $1
  when 'MOVE' then exists (select from move where id = $2::uuid)
  when 'BATCH' then exists (select from payout_file where id = $2::uuid)
  when 'PAYOUT' then exists (select from payout where id = $2::uuid)
  when 'SETTLEMENT' then exists (select from settlement where id = $2::uuid)
  when 'APPROVAL' then exists (select from approval a where id = $2::uuid and (a.decides = 'house' or needs_house(a.id, $3::jsonb)))
  else false end as "known"`,
  values: ["kind", "id", "deciders"],
});

type EndpointsOfValues = {
  accountId: string;
  deliveryIds: readonly (string | null)[];
};
type EndpointsOfRow = {
  deliveryId: string;
  endpointId: string;
};
export const endpointsOf = query<EndpointsOfValues, EndpointsOfRow>({
  text: () => `select d.id as "deliveryId", d.endpoint_id as "endpointId" from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
where e.account_id = $1::uuid and d.id = any($2::uuid[])`,
  values: ["accountId", "deliveryIds"],
});
