import { slot } from "#lib/kernel/slots.ts";
import { type AccountRef, type Answer, accountOf, type Ctx } from "#lib/kernel/context.ts";
import { contextFor, type House } from "#lib/kernel/house.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { currentArrival } from "#lib/kernel/arrival.ts";
import { eventsAfter, latestPlace, type OutboxEvent, type Place, placeOf, placeText } from "./outbox.ts";

/** How often the outbox is read while somebody listens, and how often a silent stream says that it lives. */
const READ_EVERY_MS = 250;
const HEARTBEAT_MS = 15_000;
const BATCH = 500;
const MAX_LISTENERS = 1_000;

type Listener = { account: AccountRef; place: Place; push(events: readonly OutboxEvent[]): void; end(): void };

/** Who listens in this process; one loop reads for all of them. */
type Hub = { listeners: Set<Listener>; running: boolean };

/**
 * A server-sent stream of what happens in the account (HTML standard, §9.2): ids and versions only, the page asks the
 * API for the rest. `Last-Event-ID` resumes without a gap; comments keep the connection alive.
 */
export async function openStream(ctx: Ctx): Promise<Answer> {
  const { house } = ctx;
  const hub = hubOf(house);
  if (hub.listeners.size >= MAX_LISTENERS) {
    throw new Refusal("SERVICE_UNAVAILABLE", "Too many pages listen already; ask again later.", {
      headers: { "retry-after": "30" },
    });
  }
  const asked = lastEventId();
  const place = (asked === undefined ? undefined : placeOf(asked)) ?? (await latestPlace(ctx));
  const encoder = new TextEncoder();
  let listener: Listener | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  const close = () => {
    clearInterval(heartbeat);
    if (listener) hub.listeners.delete(listener);
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        try {
          controller.enqueue(encoder.encode(text));
        } catch {
          // The reader is gone; the stream's cancel has not come through yet.
          close();
        }
      };
      listener = {
        account: accountOf(ctx),
        place,
        push: (events) => write(events.map(frameOf).join("")),
        end() {
          close();
          controller.close();
        },
      };
      write(`retry: 1000\nid: ${placeText(place)}\nevent: ready\ndata: {}\n\n`);
      heartbeat = setInterval(() => write(": alive\n\n"), HEARTBEAT_MS);
      hub.listeners.add(listener);
      void run(house, hub);
    },
    cancel: close,
  });
  return { body, headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" } };
}

/** Ends every stream of this process, which is about to stop: who listens comes back with its last id. */
export function closeStreams(house: House): void {
  for (const listener of hubOf(house).listeners) listener.end();
}

/** Where the stream stands now: who reads records after this and listens from here on misses nothing between. */
export async function streamPlace(house: House): Promise<string> {
  return placeText(await latestPlace(contextFor(house, { actor: { kind: "worker" }, requestId: "stream" })));
}

function frameOf(event: OutboxEvent): string {
  const data = JSON.stringify({ type: event.type, objectId: event.objectId, sequence: event.sequence });
  return `id: ${placeText(event)}\ndata: ${data}\n\n`;
}

function lastEventId(): string | undefined {
  const headers = currentArrival()?.rawHeaders ?? [];
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === "last-event-id");
  return at < 0 ? undefined : headers[at + 1];
}

/** Reads for whoever listens, until nobody does; a database that is away is asked again with the next turn. */
async function run(house: House, hub: Hub): Promise<void> {
  if (hub.running) return;
  hub.running = true;
  const ctx = contextFor(house, { actor: { kind: "worker" }, requestId: "stream" });
  while (hub.listeners.size > 0) {
    try {
      for (const listener of hub.listeners) await feed(ctx, listener);
    } catch (error) {
      house.log.warn("stream waits", { error });
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

const hubOf = (house: House): Hub => house.slots.of(STREAM_HUB, () => ({ listeners: new Set(), running: false }));
