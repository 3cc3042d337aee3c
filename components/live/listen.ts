import { streamCall } from "#lib/events/stream-calls.ts";
import { isUnattended } from "#components/attended.ts";
import { heardServer } from "#components/reached.ts";
import { frameReader, type LiveEvent } from "./event-frames.ts";

/** `asking`: there is no stream to hear, and the page asks at intervals. `paused`: the stream cannot be had for now, and the page asks at intervals instead. */
export type LiveState = "connecting" | "live" | "asking" | "reconnecting" | "paused";

export type Line = {
  account: string;
  /** The account to name in the request; only staff of several accounts do. */
  named: string | undefined;
  /** The event after which to begin; now, if it is not said. */
  from: string | undefined;
  onState: (state: LiveState) => void;
  onEvents: (events: readonly LiveEvent[]) => void;
};

/** What the tab that listens tells the others. `hello` asks it how things stand. */
type Message =
  | { kind: "hello" }
  | { kind: "state"; state: LiveState }
  | { kind: "events"; events: readonly LiveEvent[]; id: string | undefined };

const SILENCE_MS = 40_000;
const LONGEST_WAIT_MS = 30_000;
/** So many attempts in a row without success, and the page stops waiting for the stream. */
const PAUSED_AFTER = 3;

type Place = { id: string | undefined };
type Ear = { place: Place; signal: AbortSignal; publish: (message: Message) => void };

/**
 * Hears the account's events: one tab of a browser holds the connection, the others hear them from it and take over when
 * it is closed. Where the browser has no locks (plain http on a network) each tab listens by itself. Answers how to stop.
 */
export function listen(line: Line): () => void {
  const stop = new AbortController();
  const place: Place = { id: line.from };
  const name = `desk-live-${line.account}`;
  const shared = "locks" in navigator && "BroadcastChannel" in globalThis;
  const channel = shared ? new BroadcastChannel(name) : undefined;
  let leading: LiveState | undefined;

  const take = (message: Message) => {
    if (message.kind === "state") line.onState(message.state);
    if (message.kind !== "events") return;
    place.id = message.id ?? place.id;
    line.onEvents(message.events);
  };
  const publish = (message: Message) => {
    if (stop.signal.aborted) return;
    if (message.kind === "state") leading = message.state;
    take(message);
    channel?.postMessage(message);
  };
  const lead = () => follow(line, { place, signal: stop.signal, publish });
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind !== "hello") take(data);
      else if (leading) channel.postMessage({ kind: "state", state: leading } satisfies Message);
    };
    channel.postMessage({ kind: "hello" } satisfies Message);
    navigator.locks.request(name, { signal: stop.signal }, lead).catch(quietWhen(stop.signal));
  } else {
    lead().catch(quietWhen(stop.signal));
  }
  return () => {
    stop.abort();
    channel?.close();
  };
}

const quietWhen = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error;
};

/** Listens until its signal is aborted; takes the stream up again where it broke off. */
async function follow(line: Line, ear: Ear): Promise<void> {
  let missedBeats = 0;
  while (!ear.signal.aborted) {
    const heard = await hear(line, ear).catch(() => false);
    if (ear.signal.aborted) return;
    missedBeats = heard ? 0 : missedBeats + 1;
    ear.publish({ kind: "state", state: missedBeats < PAUSED_AFTER ? "reconnecting" : "paused" });
    await wait(Math.min(1_000 * 2 ** missedBeats, LONGEST_WAIT_MS), ear.signal);
  }
}

/** One connection until it ends or falls silent; answers whether it ever stood. */
async function hear(line: Line, { place, signal, publish }: Ear): Promise<boolean> {
  const silence = new AbortController();
  let alarm = setTimeout(() => silence.abort(), SILENCE_MS);
  let stood = false;
  try {
    const response = await fetch(streamCall.path, {
      headers: headersOf(line, place),
      cache: "no-store",
      credentials: "same-origin",
      signal: AbortSignal.any([signal, silence.signal]),
    }).catch((error: unknown) => {
      if (!signal.aborted) heardServer(false);
      throw error;
    });
    heardServer(true);
    if (!response.ok || !response.body) return false;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const read = frameReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(alarm);
      alarm = setTimeout(() => silence.abort(), SILENCE_MS);
      const frames = read(part.value);
      const id = frames.findLast((frame) => frame.id !== undefined)?.id;
      const events = frames.flatMap((frame) => (frame.event ? [frame.event] : []));
      if (id !== undefined) publish({ kind: "events", events, id });
      if (!stood) publish({ kind: "state", state: "live" });
      stood = true;
    }
    return stood;
  } catch {
    return stood;
  } finally {
    clearTimeout(alarm);
  }
}

function headersOf({ named }: Line, { id }: Place): Headers {
  const headers = new Headers({ accept: "text/event-stream" });
  if (named) headers.set("x-account", named);
  if (id !== undefined) headers.set("last-event-id", id);
  if (isUnattended()) headers.set("x-unattended", "1");
  return headers;
}

/** Waits, shorter when the browser says that the network is back. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((wake) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener("online", done);
      wake();
    };
    const timer = setTimeout(done, ms);
    globalThis.addEventListener("online", done);
    signal.addEventListener("abort", done, { once: true });
  });
}
