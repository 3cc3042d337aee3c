// Written from transfers.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type LockTransfersValues = {
  venue: string;
};
type LockTransfersRow = {
  held: string | null;
};
export const lockTransfers = query<LockTransfersValues, LockTransfersRow>({
  text: () => `select pg_advisory_xact_lock(hashtextextended('transfers ' || $1, 0))::text as held`,
  values: ["venue"],
});

type LockTransferValues = {
  id: string;
};
type LockTransferRow = {
  id: string;
};
export const lockTransfer = query<LockTransferValues, LockTransferRow>({
  text: () => `select id from venue_transfer where id = $1::uuid for update`,
  values: ["id"],
});

type WatchOfValues = {
  venue: string;
};
type WatchOfRow = {
  fromAt: Date;
  readAt: Date;
  answeredAt: Date | null;
  fault: string | null;
  tradedTo: Date | null;
  pendingSince: Date | null;
  isBelow: boolean;
};
/** With when the oldest of its transfers was told that is not over, and whether it said that something of ours is below zero. */
export const watchOf = query<WatchOfValues, WatchOfRow>({
  text: () => `select w.from_at as "fromAt", w.read_at as "readAt", w.answered_at as "answeredAt", w.fault, w.traded_to as "tradedTo",
  (select min(t.told_at) from venue_transfer t where t.venue = w.venue and t.status = 'PENDING') as "pendingSince",
  exists (select from venue_below b where b.venue = w.venue) as "isBelow"
from venue_watch w where w.venue = $1`,
  values: ["venue"],
});

type BeginWatchValues = {
  venue: string;
  fromAt: Date;
};
export const beginWatch = command<BeginWatchValues>({
  text: () => `insert into venue_watch (venue, from_at, read_at) values ($1, $2, $2) on conflict do nothing`,
  values: ["venue", "fromAt"],
});

type NoteReadValues = {
  fault?: string | null | undefined;
  venue: string;
};
export const noteRead = command<NoteReadValues>({
  text: () => `update venue_watch set read_at = business_now(), fault = $1, answered_at = case when $1::text is null then business_now() else answered_at end
where venue = $2`,
  values: ["fault", "venue"],
});

type NoteTradedValues = {
  readTo: Date;
  venue: string;
};
export const noteTraded = command<NoteTradedValues>({
  text: () => `update venue_watch set traded_to = greatest(traded_to, $1) where venue = $2`,
  values: ["readTo", "venue"],
});

type SilencesRow = {
  venue: string;
  ms: number;
};
export const silences = query<NoValues, SilencesRow>({
  text: () => `select venue, (extract(epoch from business_now() - coalesce(answered_at, from_at)) * 1000)::double precision as "ms" from venue_watch
where fault is not null order by venue`,
  values: [],
});

type TakenMovesValues = {
  venue: string;
  kind: string;
  moveIds: readonly (string | null)[];
};
type TakenMovesRow = {
  moveId: string;
};
export const takenMoves = query<TakenMovesValues, TakenMovesRow>({
  text: () =>
    `select move_id as "moveId" from venue_transfer where venue = $1 and kind = $2 and status <> 'FAILED' and move_id = any($3::uuid[])`,
  values: ["venue", "kind", "moveIds"],
});

type MovesNamedValues = {
  moveIds: readonly (string | null)[];
  names: readonly (string | null)[];
};
/** Of moves of fiat out of a venue those to whose destination the venue's own names lead. */
export const movesNamed = query<MovesNamedValues, LockTransferRow>({
  text: () => `select m.id from move m where m.id = any($1::uuid[]) and leads_to(m, $2::text[])`,
  values: ["moveIds", "names"],
});

type NoteBelowValues = {
  symbols: readonly (string | null)[];
  quantities: readonly (bigint | string | null)[];
  venue: string;
};
export const noteBelow = command<NoteBelowValues>({
  text: () => `with told as (select u.symbol, u.quantity from unnest($1::text[], $2::numeric[]) u (symbol, quantity)),
risen as (delete from venue_below b where b.venue = $3 and not exists (select from told t where t.symbol = b.symbol))
insert into venue_below as b (venue, symbol, quantity, since) select $3, t.symbol, t.quantity, business_now() from told t
on conflict (venue, symbol) do update set quantity = excluded.quantity where b.quantity <> excluded.quantity`,
  values: ["symbols", "quantities", "venue"],
});

type ReleaseTransferValues = {
  id: string;
};
export const releaseTransfer = command<ReleaseTransferValues>({
  text: () => `update venue_transfer set belongs_to = 'NOBODY', move_id = null, linked_by = null, linked_at = null, note = null,
  voided = voided + was_nobodys::integer, was_nobodys = true where id = $1::uuid and belongs_to = 'MOVE'`,
  values: ["id"],
});
