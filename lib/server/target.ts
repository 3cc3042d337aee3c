import type { IncomingMessage } from "node:http";
import { Refusal } from "#lib/kernel/errors.ts";

const HOST = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** Only origin-form targets (RFC 9112 §3.2.1) and one well-formed Host pass, and nobody who wants to speak something else. */
export function refuseTarget(request: IncomingMessage): Refusal | undefined {
  const target = request.url ?? "";
  const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts !== 1 || !HOST.test(request.headers.host ?? ""))
    return new Refusal("INVALID_TARGET", "Send exactly one well-formed Host header.");
  if (!target.startsWith("/") || target.startsWith("//") || target.includes("#")) {
    return new Refusal("INVALID_TARGET", "The request target must be a path, as in GET /payment/v1/payment.");
  }
  if (request.headers.upgrade !== undefined)
    return new Refusal("INVALID_TARGET", "Only HTTP/1.1 is spoken here; send the request without Upgrade.");
  return undefined;
}

/** What a framework may read as another path than the one written: empty and dot segments, backslashes, controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
const READ_OTHERWISE = /\/\/|\\|(?:^|\/)\.{1,2}(?:\/|$)|[\0-\x1f\x7f]/;

/** No address of ours is escaped more than once. */
const MOST_ESCAPED = 3;

/**
 * How a path reads to everybody, however often it is unescaped; undefined when readers may differ. The front server routes
 * by the text as sent; Next, behind it, tidies it first, and must not arrive at a route that we keep to ourselves.
 */
export function readingOf(path: string): string | undefined {
  let at = path;
  for (let times = 0; times <= MOST_ESCAPED; times += 1) {
    if (READ_OTHERWISE.test(at)) return undefined;
    const unescaped = unescapedOnce(at);
    if (unescaped === undefined || unescaped === at) return unescaped;
    at = unescaped;
  }
  return undefined;
}

export const notPlain = (): Refusal =>
  new Refusal("INVALID_TARGET", "Write the path plainly: no empty or dot segments, no backslashes, no broken escapes.");

function unescapedOnce(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The path of a target, without its query. */
export function pathOf(target: string): string {
  const mark = target.indexOf("?");
  return mark < 0 ? target : target.slice(0, mark);
}

/** Why node's parser could not read a request. */
export function malformed(error: NodeJS.ErrnoException | undefined): Refusal {
  switch (error?.code) {
    case "HPE_HEADER_OVERFLOW":
      return new Refusal("HEADERS_TOO_LARGE", "The headers are larger than 16 KiB; send less.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Refusal("REQUEST_TIMEOUT", "The request did not arrive in time; send it again.");
    default:
      return new Refusal("INVALID_TARGET", "The request is not well-formed HTTP.");
  }
}
