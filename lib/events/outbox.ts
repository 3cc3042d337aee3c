import type { Ctx } from "#lib/kernel/context.ts";
import { type OutboxEvent, type OutboxFilter, type OutboxCursor, readEvents, readHorizon } from "./outbox-store.ts";

export type { OutboxEvent, OutboxCursor } from "./outbox-store.ts";

/**
 * Events behind a place, in commit order, for one account or for all, of some types or of any. Only transactions that no running one can precede
 * any more are read, so no event ever appears behind a place that was given out (rulebook 9.3).
 */
export function eventsAfter(
  ctx: Ctx,
  place: OutboxCursor,
  limit: number,
  accountId?: string,
  filter: Omit<OutboxFilter, "accountId"> = {},
): Promise<OutboxEvent[]> {
  return readEvents(ctx.db, place, limit, { accountId, ...filter });
}

/** The place behind everything that can be read now. */
export function latestPlace(ctx: Ctx): Promise<OutboxCursor> {
  return readHorizon(ctx.db);
}

/** A place as text, for cursors and for the ids of a stream. */
export const placeText = ({ tx, seq }: OutboxCursor): string => `${tx}.${seq}`;

/** The place a text names; undefined when it names none. */
export function placeOf(text: string): OutboxCursor | undefined {
  const match = /^(\d{1,19})\.(\d{1,18})$/.exec(text);
  return match ? { tx: match[1] ?? "0", seq: match[2] ?? "0" } : undefined;
}
