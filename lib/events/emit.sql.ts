// Written from emit.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type InsertPaymentEventsValues = {
  billIds: readonly (string | null)[];
  ids: readonly (string | null)[];
  eventBillIds: readonly (string | null)[];
  types: readonly (string | null)[];
};
export const insertPaymentEvents = command<InsertPaymentEventsValues>({
  text: () => `with told as materialized (
  select b.id, b.account_id, m.now, (select coalesce(max(sequence), 0) from event where object_id = b.id) as last, r.record
  from bill b cross join (select business_now() as now) m cross join lateral payment_record(b, m.now) r
  where b.id = any($1::uuid[])
)
insert into event (id, account_id, type, object_id, sequence, data, at)
select e.id, t.account_id, e.type, t.id, t.last + row_number() over (partition by t.id order by e.nth), t.record, t.now
from unnest($2::uuid[], $3::uuid[], $4::text[])
  with ordinality e(id, bill_id, type, nth) join told t on t.id = e.bill_id order by e.nth`,
  values: ["billIds", "ids", "eventBillIds", "types"],
});

type EmitConversionEventValues = {
  id: string;
  type: string;
  conversionId: string;
};
type EmitConversionEventRow = {
  data: string;
};
export const emitConversionEvent = query<EmitConversionEventValues, EmitConversionEventRow>({
  text: () => `insert into event (id, account_id, type, object_id, sequence, data, at)
select $1::uuid, v.account_id, $2, v.id,
  (select coalesce(max(sequence), 0) + 1 from event where object_id = v.id), conversion_json(v, m.now), m.now
from conversion v cross join (select business_now() as now) m where v.id = $3::uuid
returning data`,
  values: ["id", "type", "conversionId"],
});

type EmitTestValues = {
  eventId: string;
  accountId: string;
  type: string;
  endpointId: string;
  data: string;
};
type EmitTestRow = {
  seq: bigint;
  at: Date;
};
export const emitTest = query<EmitTestValues, EmitTestRow>({
  text: () => `insert into event (id, account_id, type, object_id, sequence, data, at)
select $1::uuid, $2::uuid, $3, $4::uuid,
  (select coalesce(max(sequence), 0) + 1 from event where object_id = $4::uuid), $5, business_now()
returning seq, at`,
  values: ["eventId", "accountId", "type", "endpointId", "data"],
});

type EmitPayoutEventValues = {
  rows: string;
};
export const emitPayoutEvent = command<EmitPayoutEventValues>({
  text: () => `insert into event (id, account_id, type, object_id, sequence, data, at)
select e.id, o.account_id, e.type, o.id,
  (select coalesce(max(sequence), 0) + 1 from event where object_id = o.id), payout_json(o), business_now()
from json_to_recordset($1::json) as e(id uuid, type text, "payoutId" uuid) join payout o on o.id = e."payoutId"`,
  values: ["rows"],
});

type EmitSettlementEventValues = {
  id: string;
  type: string;
  settlementId?: string | null | undefined;
  payoutId?: string | null | undefined;
};
export const emitSettlementEvent = command<EmitSettlementEventValues>({
  text: () => `insert into event (id, account_id, type, object_id, sequence, data, at)
select $1::uuid, s.account_id, $2, s.id,
  (select coalesce(max(sequence), 0) + 1 from event where object_id = s.id), settlement_json(s), business_now()
from settlement s where s.id = $3::uuid or s.payout_id = $4::uuid`,
  values: ["id", "type", "settlementId", "payoutId"],
});

type EmitRefundEventValues = {
  id: string;
  type: string;
  refundLinkId: string;
};
export const emitRefundEvent = command<EmitRefundEventValues>({
  text: () => `insert into event (id, account_id, type, object_id, sequence, data, at)
select $1::uuid, l.account_id, $2, l.id,
  (select coalesce(max(sequence), 0) + 1 from event where object_id = l.id), refund_link_json(l, business_now()), business_now()
from refund_link l where l.id = $3::uuid`,
  values: ["id", "type", "refundLinkId"],
});

type EmitAssignmentEventValues = {
  id: string;
  type: string;
  resolutionId: string;
};
export const emitAssignmentEvent = command<EmitAssignmentEventValues>({
  text: () => `insert into event (id, account_id, type, object_id, sequence, data, at)
select $1::uuid, r.account_id, $2, r.id,
  (select coalesce(max(sequence), 0) + 1 from event where object_id = r.id), assignment_json(r), business_now()
from resolution r where r.id = $3::uuid and r.kind = 'ASSIGN'`,
  values: ["id", "type", "resolutionId"],
});
