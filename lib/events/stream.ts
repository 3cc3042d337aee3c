import { slot } from "#lib/kernel/slots.ts";
import type { streamEndpoint } from "./stream-contract.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { EventFeed, FeedMessage } from "#lib/contract/out.ts";
import { accountOf, type AccountRef, type Ctx } from "#lib/kernel/context.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { eventsAfter, latestPlace, type OutboxEvent, type OutboxCursor, placeOf, placeText } from "./outbox.ts";

/** How often the outbox is read while there are listeners. */
const READ_EVERY_MS = 250;
const BATCH = 500;
const MAX_LISTENERS = 1_000;
/** Of one account, and of one person or key: no one of them takes the streams of all. */
const MAX_OF_ACCOUNT = 200;
const MAX_OF_CALLER = 20;

type Listener = {
  caller: string;
  account: AccountRef;
  place: OutboxCursor;
  push(events: readonly OutboxEvent[]): void;
  end(): void;
};

/** Who listens in this process; one loop reads for all of them. */
type Hub = { listeners: Set<Listener>; running: boolean };

/**
 * What happens in the account from now on, or from the event with `lastId` without a gap: ids and versions only, the page
 * asks the API for the rest. Refuses with SERVICE_UNAVAILABLE the listener beyond the limits of all, of the account, or of
 * the person or key.
 */
export async function openStream(ctx: Ctx, { lastId }: InputOf<typeof streamEndpoint>): Promise<EventFeed> {
  const { app } = ctx;
  const hub = hubOf(app);
  const caller = callerOf(ctx);
  refuseCrowd(hub, accountOf(ctx), caller);
  const place = (lastId === undefined ? undefined : placeOf(app, lastId)) ?? (await latestPlace(ctx));
  return {
    ready: { id: placeText(app, place), event: "ready", data: {} },
    open(send, end) {
      const listener: Listener = {
        caller,
        account: accountOf(ctx),
        place,
        push: (events) => send(events.map((event) => messageOf(app, event))),
        end,
      };
      hub.listeners.add(listener);
      void run(app, hub);
      return () => hub.listeners.delete(listener);
    },
  };
}

const callerOf = ({ actor }: Ctx): string =>
  actor.kind === "staff" ? `staff ${actor.userId}` : actor.kind === "key" ? `key ${actor.keyId}` : actor.kind;

function refuseCrowd({ listeners }: Hub, account: AccountRef, caller: string): void {
  const those = [...listeners];
  const crowded =
    those.length >= MAX_LISTENERS ||
    those.filter((one) => one.account.id === account.id).length >= MAX_OF_ACCOUNT ||
    those.filter((one) => one.caller === caller).length >= MAX_OF_CALLER;
  if (!crowded) return;
  throw new Refusal("SERVICE_UNAVAILABLE", "Too many pages listen already; close some, or ask again later.", {
    retryAfterSeconds: 30,
  });
}

/** Ends every stream of this process, which is about to stop: who listens comes back with its last id. */
export function closeStreams(app: App): void {
  for (const listener of hubOf(app).listeners) listener.end();
}

/** Where the stream stands now: who reads records after this and listens from here on misses nothing between. */
export async function streamPlace(app: App): Promise<string> {
  return placeText(app, await latestPlace(contextFor(app, { actor: { kind: "worker" }, requestId: "stream" })));
}

function messageOf(app: App, event: OutboxEvent): FeedMessage {
  const { type, objectId, sequence } = event;
  return { id: placeText(app, event), data: { type, objectId, sequence } };
}

/** Reads as long as there are listeners; a database that is away is queried again with the next turn. */
async function run(app: App, hub: Hub): Promise<void> {
  if (hub.running) return;
  hub.running = true;
  const ctx = contextFor(app, { actor: { kind: "worker" }, requestId: "stream" });
  while (hub.listeners.size > 0) {
    try {
      for (const listener of hub.listeners) await feed(ctx, listener);
    } catch (error) {
      app.log.warn("stream waits", { error });
    }
    await new Promise((wake) => setTimeout(wake, READ_EVERY_MS));
  }
  hub.running = false;
}

async function feed(ctx: Ctx, listener: Listener): Promise<void> {
  const events = await eventsAfter(ctx, listener.place, BATCH, listener.account.id);
  const last = events.at(-1);
  if (!last) return;
  listener.place = { tx: last.tx, seq: last.seq };
  listener.push(events);
}

const STREAM_HUB = slot<Hub>("stream hub");

const hubOf = (app: App): Hub => app.slots.of(STREAM_HUB, () => ({ listeners: new Set(), running: false }));
