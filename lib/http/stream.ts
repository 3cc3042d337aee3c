import type { EventFeed, FeedMessage } from "#lib/contract/out.ts";

/** How long a reader waits before it comes back, and how often a silent stream says that it lives. */
const RETRY_MS = 1000;
const HEARTBEAT_MS = 15_000;
/** How often a silent stream asks whether its reader may still hear it. */
const CHECK_MS = 5_000;

/**
 * A feed as server-sent events (HTML standard, §9.2); comments keep the connection alive. Before anything is told it is
 * asked whether the reader `stillMay`, and every five seconds of silence: a right that is gone ends the stream, and so does
 * an answer that cannot be had.
 */
export function streamOf(feed: EventFeed, stillMay: () => Promise<boolean>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const timers: NodeJS.Timeout[] = [];
  let stop: (() => unknown) | undefined;
  let closed = false;
  const close = () => {
    closed = true;
    for (const timer of timers) clearInterval(timer);
    stop?.();
  };
  return new ReadableStream({
    start(controller) {
      const end = () => {
        if (closed) return;
        close();
        controller.close();
      };
      const write = (text: string) => {
        if (closed) return;
        try {
          controller.enqueue(encoder.encode(text));
        } catch {
          // The reader is gone; the stream's cancel has not come through yet.
          close();
        }
      };
      let turn: Promise<unknown> = Promise.resolve();
      const whenAllowed = (text: string) => {
        turn = turn.then(async () => {
          if (closed) return;
          if (!(await stillMay().catch(() => false))) end();
          else if (text !== "") write(text);
        });
      };
      write(`retry: ${RETRY_MS}\n${frameOf(feed.ready)}`);
      timers.push(setInterval(() => write(": alive\n\n"), HEARTBEAT_MS));
      timers.push(setInterval(() => whenAllowed(""), CHECK_MS));
      stop = feed.open((messages) => whenAllowed(messages.map(frameOf).join("")), end);
    },
    cancel: close,
  });
}

function frameOf({ id, event, data }: FeedMessage): string {
  return `id: ${id}\n${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}
