import type { Caller } from "#lib/keys/authenticate.ts";
import type { Access } from "#lib/contract/permissions.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Arrival } from "#lib/kernel/arrival.ts";
import { STATUS_OF_CODE } from "#lib/kernel/errors.ts";
import { noteRequest } from "./request-log.ts";

/** What is known of a call when it is answered; of a refused one neither caller nor account may be. */
export type AnsweredRequest = {
  method: string;
  route: string;
  scope: Access;
  /** Neither what was sent nor what a success answered is kept. */
  beyondScope?: boolean | undefined;
  headers: Headers;
  arrival: Arrival;
  caller?: Caller | undefined;
  accountId?: string | undefined;
  body?: Uint8Array | undefined;
  /** The answer's text, where it was at hand. */
  responseText?: string | undefined;
};

/** Reading the log is not itself worth a line in it: a page that watches would fill it. */
const UNNOTED = /^\/(manage|house)\/v1\/requests/;
const NOTHING = new Uint8Array();

/**
 * Notes an answered call in the log of the account it was proven to be of. Who proves nothing, or calls beyond his rate,
 * writes no row: a caller who knows the id of a key, or replays a request, could fill the log at will. Metrics count those. What a person does
 * with their own sign-in is nobody else's to read.
 */
export function logRequest(app: App, visited: AnsweredRequest, response: Response): void {
  const { method, route, scope, beyondScope = false, headers, arrival, caller, accountId, body = NOTHING } = visited;
  const isLimited = response.status === STATUS_OF_CODE.RATE_LIMITED;
  if (!caller || accountId === undefined || isLimited || scope === "own" || UNNOTED.test(route)) return;
  const noted = {
    requestId: arrival.requestId,
    at: arrival.receivedAt,
    ms: Math.max(0, Date.now() - arrival.receivedAt),
    method,
    target: arrival.target,
    route,
    scope,
    status: response.status,
    accountId,
    keyId: caller.kind === "key" ? caller.keyId : undefined,
    caller: callerName(caller),
    idempotencyKey: headers.get("idempotency-key") ?? undefined,
    replayed: response.headers.has("idempotent-replayed"),
    clientAddress: arrival.clientAddress,
    body: beyondScope ? NOTHING : body,
  };
  if (response.status < 400) {
    const isRetained = !beyondScope && !servesOperator(caller, accountId);
    noteRequest(app, { ...noted, answer: isRetained ? visited.responseText : undefined });
  } else if (visited.responseText !== undefined) noteRequest(app, { ...noted, answer: visited.responseText });
  else void readAside(response).then((answer) => noteRequest(app, { ...noted, answer }));
}

/** The operator's people are shown more of an account than its own (rulebook 6.13), whose log it is. */
const servesOperator = (caller: Caller, accountId: string): boolean =>
  caller.kind === "staff" && caller.staff.house !== undefined && caller.staff.house.id !== accountId;

const readAside = (response: Response): Promise<string> => response.clone().text();

const callerName = (caller: Caller): string =>
  caller.kind === "key" ? `key:${caller.keyId}` : `staff:${caller.staff.name}`;
