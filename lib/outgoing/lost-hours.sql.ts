// Written from lost-hours.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, query } from "#lib/kernel/statement.ts";

type OpenLostHoursRow = {
  epoch: number;
  since: Date;
  until: Date;
};
export const openLostHours = query<NoValues, OpenLostHoursRow>({
  text: () => `select h.epoch as "epoch", h.since as "since", h.until as "until" from open_lost_hours() h`,
  values: [],
});

type StateLostHoursValues = {
  id: string;
  note: string;
  statedBy: string;
  approvalId?: string | null | undefined;
};
type StateLostHoursRow = {
  epoch: number;
  since: Date;
  until: Date;
  note: string;
  stated_by: string;
  stated_at: Date;
};
/** Two who state the same at a time state it once. */
export const stateLostHours = query<StateLostHoursValues, StateLostHoursRow>({
  text: () => `insert into lost_hours (id, epoch, since, until, note, stated_by, approval_id)
select $1::uuid, h.epoch, h.since, h.until, $2, $3, $4::uuid from open_lost_hours() h
on conflict (epoch) do nothing returning epoch, since, until, note, stated_by, stated_at`,
  values: ["id", "note", "statedBy", "approvalId"],
});

type SpentUnexplainedValues = {
  network: string;
  script: string;
  asset: string;
  units: bigint | string;
  objectId: string;
};
type SpentUnexplainedRow = {
  txHash: string;
};
/**
 * What has left and is a case as nothing explains it: what has paid exactly this, there, or was made for it and has paid
 * another quantity there; and in its asset all that was seen since the database was restored, until a day after the statement
 * that nothing of the lost hours is still to be sent.
 */
export const spentUnexplained = query<SpentUnexplainedValues, SpentUnexplainedRow>({
  text: () => `select s.tx_hash as "txHash" from (
  select o.tx_hash, o.seen_at from outgoing_output x join outgoing o on o.id = x.outgoing_id and o.network = $1
  join outgoing_amount m on m.outgoing_id = o.id and m.asset = x.asset
  where x.script = $2 and x.asset = $3 and not x.own and (x.units = $4::numeric or o.id in (select outgoing_id from sent_for($5::uuid)))
    and (o.status = 'MEMPOOL' or pays_exactly(o.id, x.asset, x.units, x.script)) and is_spend_case(o, m)
  union all
  select o.tx_hash, o.seen_at from deployment d join outgoing o on o.seen_at >= d.restored_at and o.network = $1
  join outgoing_amount m on m.outgoing_id = o.id and m.asset = $3
  where is_spend_case(o, m) and o.seen_at <= coalesce((select h.stated_at + interval '1 day' from lost_hours h where h.epoch = d.epoch), 'infinity')
) s order by s.seen_at limit 1`,
  values: ["network", "script", "asset", "units", "objectId"],
});

type DebitedSinceRestoreValues = {
  currency: string;
};
type DebitedSinceRestoreRow = {
  reference: string;
};
/**
 * What a bank has debited in a currency since the last that the backup knew, told since the database was restored, and is a
 * case as nothing explains it; until five days after that statement, as a bank carries out a file on a later day.
 */
export const debitedSinceRestore = query<DebitedSinceRestoreValues, DebitedSinceRestoreRow>({
  text: () => `select l.reference as "reference" from deployment d join bank_statement s on s.taken_at >= d.restored_at join bank_line l on l.statement_id = s.id
  cross join lateral (select h.since, 'infinity'::timestamptz as until from open_lost_hours() h
    union all select h.since, h.stated_at + interval '5 days' from lost_hours h where h.epoch = d.epoch) lost
where l.asset = $1 and l.side = 'DEBIT' and l.booked_at between date_trunc('day', lost.since, 'UTC') and lost.until
  and is_line_case(l)
order by l.booked_at, l.reference limit 1`,
  values: ["currency"],
});
