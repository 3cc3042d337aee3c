import type { ServerResponse } from "node:http";

/** Says when whoever waits for an answer has left before it was sent whole. */
export function goneOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const close = () => response.writableFinished || controller.abort();
  if (response.destroyed) close();
  else response.once("close", close);
  return controller.signal;
}
