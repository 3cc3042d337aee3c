// Written from recovery.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type ReadMadeRow = {
  made: string;
  epoch: number;
  audit: bigint;
  event: bigint;
  pending: boolean;
};
export const readMade = query<NoValues, ReadMadeRow>({
  text: () => `select extract(epoch from created_at)::text as "made", epoch, (select coalesce(max(seq), 0) from audit) as "audit",
  (select coalesce(max(seq), 0) from event) as "event", restored_at is not null and recovered_at is null as "pending" from deployment`,
  values: [],
});

type BeginEpochRow = {
  began: boolean;
};
export const beginEpoch = query<NoValues, BeginEpochRow>({
  text: () => `select begin_epoch() as "began"`,
  values: [],
});

type ReadLastInstantRow = {
  at: Date;
};
/** What a recovery writes itself says nothing of when the backup was taken. */
export const readLastInstant = query<NoValues, ReadLastInstantRow>({
  text: () =>
    `select coalesce((select max(a.at) from audit a where a.at < d.restored_at), d.created_at) as "at" from deployment d`,
  values: [],
});

type ReadPeakRow = {
  made: bigint;
};
/** The most bills of one hour: what may have been handed out in an hour that is lost. */
export const readPeak = query<NoValues, ReadPeakRow>({
  text: () => `select coalesce(max(hour.made), 0)::bigint as "made" from (
  select count(*) as made from bill where created_at > (select max(created_at) from bill) - interval '28 days'
  group by date_trunc('hour', created_at)) hour`,
  values: [],
});

type ReadTransactionsBehindRow = {
  behind: bigint;
};
export const readTransactionsBehind = query<NoValues, ReadTransactionsBehindRow>({
  text: () =>
    `select greatest(highest_transaction()::text::bigint - pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1, 0) as "behind"`,
  values: [],
});

type PassTransactionsValues = {
  quantity: number;
};
export const passTransactions = command<PassTransactionsValues>({
  text: () => `call pass_transactions($1::integer)`,
  values: ["quantity"],
});
