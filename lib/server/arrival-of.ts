import type { IncomingMessage, ServerResponse } from "node:http";
import { type addressSet, clientAddressOf } from "#lib/kernel/addresses.ts";
import type { Arrival } from "#lib/kernel/arrival.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";

/** What is known of a request before it is read; behind a trusted proxy the client is the one that the proxy names. */
export function arrivalOf(
  request: IncomingMessage,
  response: ServerResponse,
  proxies: ReturnType<typeof addressSet>,
): Arrival & { body: Uint8Array<ArrayBuffer> | undefined } {
  const forwarded = request.headers["x-forwarded-for"];
  return {
    target: request.url ?? "/",
    clientAddress: clientAddressOf(
      request.socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
      proxies,
    ),
    requestId: uuidv7(),
    receivedAt: Date.now(),
    rawHeaders: request.rawHeaders,
    body: undefined,
    gone: () => goneOf(response),
  };
}

/** Aborts when the client has left before its answer was sent whole. */
function goneOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const close = () => response.writableFinished || controller.abort();
  if (response.destroyed) close();
  else response.once("close", close);
  return controller.signal;
}
