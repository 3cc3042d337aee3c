import type { Caller } from "#lib/keys/authenticate.ts";
import type { Access } from "#lib/contract/permissions.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Arrival } from "#lib/kernel/arrival.ts";
import { noteRequest } from "./request-log.ts";

/** What is known of a call when it is answered; a refused one is known less well. */
export type Visited = {
  method: string;
  route: string;
  scope: Access;
  headers: Headers;
  arrival: Arrival;
  caller?: Caller | undefined;
  accountId?: string | undefined;
  body?: Uint8Array | undefined;
  /** The answer's text, where it was at hand. */
  said?: string | undefined;
};

/** Reading the log is not itself worth a line in it: a page that watches would fill it. */
const UNNOTED = /^\/(manage|house)\/v1\/requests/;
const NOTHING = new Uint8Array();

/**
 * Notes an answered call in the log of the account it belongs to; without any account there is no log to put it in. What
 * a person does with their own sign-in is nobody else's to read.
 */
export function noteVisit(app: App, visited: Visited, response: Response): void {
  const { method, route, scope, headers, arrival, caller, accountId, body = NOTHING, said } = visited;
  const keyId = caller?.kind === "key" ? caller.keyId : claimedKey(headers);
  if ((accountId === undefined && keyId === undefined) || scope === "own" || UNNOTED.test(route)) return;
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
    keyId: caller?.kind === "staff" ? undefined : keyId,
    caller: callerName(caller),
    idempotencyKey: headers.get("idempotency-key") ?? undefined,
    replayed: response.headers.has("idempotent-replayed"),
    clientAddress: arrival.clientAddress,
    body,
  };
  if (said !== undefined || response.status < 400) noteRequest(app, { ...noted, answer: said });
  else void readAside(response).then((answer) => noteRequest(app, { ...noted, answer }));
}

const readAside = (response: Response): Promise<string> => response.clone().text();

function callerName(caller: Caller | undefined): string {
  if (!caller) return "unproven";
  return caller.kind === "key" ? `key:${caller.keyId}` : `staff:${caller.staff.name}`;
}

const KEY_ID = /^ak_[0-9a-f]{1,61}$/;

/** The key a call says it was made with, believed only as far as to whom its refusal is shown. */
function claimedKey(headers: Headers): string | undefined {
  const named = headers.get("x-api-key") ?? basicUser(headers.get("authorization") ?? "");
  return KEY_ID.test(named) ? named : undefined;
}

function basicUser(authorization: string): string {
  const [, encoded = ""] = /^basic ([A-Za-z0-9+/=]{1,400})$/i.exec(authorization) ?? [];
  return Buffer.from(encoded, "base64").toString("latin1").split(":", 1)[0] ?? "";
}
