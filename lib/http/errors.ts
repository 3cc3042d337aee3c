import { ChainFault } from "#lib/chains/chain.ts";
import type { App } from "#lib/kernel/app.ts";
import { sqlState } from "#lib/kernel/sql-state.ts";
import { type ErrorCode, isRefusal, Refusal, type RefusalDetail, STATUS_OF_CODE } from "#lib/kernel/errors.ts";
import { writeJson } from "#lib/kernel/json.ts";

/** SQLSTATE: two changes were in each other's way and this one was undone; Prisma's name for it is P2034. */
const CROSSED_STATE = /^(40001|40P01)$/;
const CROSSED_CODE = "P2034";
/** SQLSTATE: the database is away, full, or a standby's; not that we did wrong. */
const AWAY_STATE = /^(08|53|57|25006)/;
/** Node's network faults, and what Prisma calls unreachable, exhausted or closed. */
const AWAY_CODE = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|P1001|P1017|P2024|P2028)$/;
/** What pg and Prisma say in words only. */
const AWAY_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Can't reach database|closed the connection|encountered a connection error/;

/** When to ask again of what is unavailable until a person has seen to it, in seconds. */
const UNAVAILABLE_S = 30;

/** A refusal of the protocol itself, with more information in headers. */
export class HttpRefusal extends Refusal {
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    code: ErrorCode,
    sentence: string,
    headers: Readonly<Record<string, string>>,
    detail: RefusalDetail = {},
  ) {
    super(code, sentence, detail);
    this.headers = headers;
  }
}

/** The one error body (rulebook 2.1). An error that is not a refusal is logged whole and answered without internals. */
export function errorResponse(
  app: App,
  error: unknown,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  const refusal = isRefusal(error) ? error : unexpected(app, error, requestId);
  return refusalResponse(refusal, requestId, headers);
}

export function refusalResponse(refusal: Refusal, requestId: string, headers: Record<string, string> = {}): Response {
  const status = STATUS_OF_CODE[refusal.code];
  const { errors, body, retryAfterSeconds = status === 503 ? UNAVAILABLE_S : undefined } = refusal.detail;
  return new Response(
    writeJson({ message: refusal.message, code: refusal.code, requestId, ...(errors ? { errors } : {}), ...body }),
    {
      status,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        "x-request-id": requestId,
        ...headers,
        ...("headers" in refusal && (refusal as HttpRefusal).headers),
        ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
      },
    },
  );
}

function unexpected(app: App, error: unknown, requestId: string): Refusal {
  app.log.error("request failed", { requestId, error });
  // Before what is said of the database: what broke off is the same on the way to a node.
  if (error instanceof ChainFault) return nodeAway(error);
  if (isCrossed(error)) {
    return new Refusal("SERVICE_UNAVAILABLE", "Another change was in this one's way and nothing was done; try again.", {
      retryAfterSeconds: 1,
    });
  }
  if (isAway(error)) {
    return new Refusal("SERVICE_UNAVAILABLE", "The database is not available at the moment; try again shortly.", {
      retryAfterSeconds: 2,
    });
  }
  return new Refusal("INTERNAL", "Something went wrong on our side; quote the requestId when you report it.");
}

/** A node was to be asked and did not do its part. What it says, and where it stands, is for the log and the page of chains. */
function nodeAway({ network, failure }: ChainFault): Refusal {
  const refused = failure.code === "REFUSED" && failure.method !== undefined;
  const sentence = refused
    ? `The node of ${network} refused ${failure.method}, and nothing was changed; its words stand in the log under this requestId.`
    : `The node of ${network} does not answer as it should, and nothing was changed; try again shortly.`;
  return new Refusal("SERVICE_UNAVAILABLE", sentence, { body: { network } });
}

function isCrossed(error: unknown): boolean {
  return CROSSED_STATE.test(sqlState(error) ?? "") || (error as { code?: unknown } | null)?.code === CROSSED_CODE;
}

function isAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined && AWAY_STATE.test(state)) return true;
  for (let at = error, depth = 0; typeof at === "object" && at !== null && depth < 5; depth += 1) {
    const { code, message } = at as { code?: unknown; message?: unknown };
    if (typeof code === "string" && AWAY_CODE.test(code)) return true;
    if (typeof message === "string" && AWAY_WORDS.test(message)) return true;
    at = (at as { cause?: unknown }).cause;
  }
  return false;
}
