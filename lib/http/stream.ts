import type { Feed, Told } from "#lib/contract/out.ts";

/** How long a reader waits before it comes back, and how often a silent stream says that it lives. */
const RETRY_MS = 1000;
const HEARTBEAT_MS = 15_000;

/** A feed as server-sent events (HTML standard, §9.2); comments keep the connection alive. */
export function streamOf(feed: Feed): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  let stop: (() => unknown) | undefined;
  const close = () => {
    clearInterval(heartbeat);
    stop?.();
  };
  return new ReadableStream({
    start(controller) {
      const write = (text: string) => {
        try {
          controller.enqueue(encoder.encode(text));
        } catch {
          // The reader is gone; the stream's cancel has not come through yet.
          close();
        }
      };
      write(`retry: ${RETRY_MS}\n${frameOf(feed.ready)}`);
      heartbeat = setInterval(() => write(": alive\n\n"), HEARTBEAT_MS);
      stop = feed.open(
        (told) => write(told.map(frameOf).join("")),
        () => {
          close();
          controller.close();
        },
      );
    },
    cancel: close,
  });
}

function frameOf({ id, event, data }: Told): string {
  return `id: ${id}\n${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}
