import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "#lib/kernel/app.ts";
import { STATUS_OF_CODE } from "#lib/kernel/errors.ts";
import type { Class } from "./admission.ts";
import { countRequest } from "./metrics.ts";

/** Probes are answered whatever else goes on: a monitor that is refused sees a dead program. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

export function classOf(pattern: string, method: string): Class | undefined {
  if (PROBES.has(pattern)) return undefined;
  return method === "GET" || method === "HEAD" ? "read" : "change";
}

const BUSY_HEAD = `{"message":"More is asked for than can be done just now; try again.","code":"SERVICE_UNAVAILABLE","requestId":"`;
const BUSY_TAIL = `"}`;
/** A request id is 36 letters. */
const BUSY_LENGTH = BUSY_HEAD.length + 36 + BUSY_TAIL.length;

/** Refuses with as little work as there can be, and no line of its own in the log: there may be thousands of these. */
export function turnAway(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  method: string,
  pattern: string,
  requestId: string,
  retryAfter: number,
): void {
  request.resume();
  countRequest(app, method, pattern, STATUS_OF_CODE.SERVICE_UNAVAILABLE, 0);
  response.writeHead(STATUS_OF_CODE.SERVICE_UNAVAILABLE, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(retryAfter),
    "content-length": String(BUSY_LENGTH),
  });
  response.end(BUSY_HEAD + requestId + BUSY_TAIL);
}
