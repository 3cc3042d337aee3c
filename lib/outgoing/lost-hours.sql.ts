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
