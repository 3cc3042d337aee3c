import type { Out } from "#lib/contract/out.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { openToken, openUnsealedToken, sealToken } from "#lib/kernel/paging.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { isRefusal, Refusal } from "#lib/kernel/errors.ts";
import { Raw } from "#lib/kernel/json.ts";
import type { EventRecord, getEventsEndpoint } from "./contract.ts";
import { eventText } from "./event-text.ts";
import { eventsAfter, type OutboxCursor } from "#lib/events/outbox.ts";

const DEFAULT_LIMIT = 100;
const BEGINNING: OutboxCursor = { tx: "0", seq: "0" };
/** What a cursor is bound to beside the account: that it is one of events. */
const KIND = { list: "events" };

/**
 * Events after a cursor in commit order, without one from the beginning; each as its webhook tells it, with its `id`.
 * Answers a cursor always: the next call goes on there, now or in a year.
 */
export async function getEvents(
  ctx: Ctx,
  query: InputOf<typeof getEventsEndpoint>,
): Promise<Out<typeof getEventsEndpoint>> {
  const account = accountOf(ctx);
  const { cursor, limit = DEFAULT_LIMIT, lastId: _none, ...filter } = query;
  const place = cursor === undefined ? BEGINNING : placeOf(ctx, account.id, cursor);
  const found = await eventsAfter(ctx, place, limit + 1, account.id, filter);
  const page = found.slice(0, limit);
  const { tx, seq } = page.at(-1) ?? place;
  return {
    data: page.map((event) => new Raw<EventRecord>(`{"id":"${event.id}",${eventText(event).slice(1)}`)),
    cursor: sealToken(ctx.app, account.id, KIND, [tx, seq]),
    hasMore: found.length > limit,
  };
}

function placeOf(ctx: Ctx, accountId: string, cursor: string): OutboxCursor {
  try {
    // A caller keeps the cursor for good: one of before cursors were sealed goes on too.
    const open = cursor.includes(".") ? openUnsealedToken : openToken;
    const [tx = "0", seq = "0"] = open(ctx.app, accountId, KIND, cursor);
    return { tx, seq };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const message = "cursor is none of this list; use the one the last call answered.";
    throw new Refusal(error.code, message, { errors: [{ field: "cursor", message }] });
  }
}
