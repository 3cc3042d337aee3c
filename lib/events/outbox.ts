import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Secrets } from "#lib/kernel/secrets.ts";
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

const PLACE = "place in a stream";

/** A place as the id of a stream's event: sealed, as what it counts is everybody's. */
export const placeText = ({ secrets }: App, { tx, seq }: OutboxCursor): string =>
  Buffer.from(secrets.seal(PLACE, `${tx}.${seq}`)).toString("base64url");

/** The place an id names; undefined when it names none. One from before ids were sealed is still one. */
export function placeOf({ secrets }: App, id: string): OutboxCursor | undefined {
  const text = id.includes(".") ? id : opened(secrets, id);
  const match = /^(\d{1,19})\.(\d{1,18})$/.exec(text);
  return match ? { tx: match[1] ?? "0", seq: match[2] ?? "0" } : undefined;
}

function opened(secrets: Secrets, id: string): string {
  try {
    return secrets.open(PLACE, Buffer.from(id, "base64url"));
  } catch {
    return "";
  }
}
