import { type Caller, authenticate } from "#lib/access/authenticate.ts";
import { roleMay } from "#lib/access/scopes.ts";
import { contextFor, type House, theHouse } from "#lib/house.ts";
import { addressSet } from "#lib/kernel/addresses.ts";
import { type Arrival, currentArrival } from "#lib/kernel/arrival.ts";
import type { AccountRef, Actor, Answer, Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { bodyOf, refuseMediaType } from "./body.ts";
import { refuseCrossSite } from "./cross-site.ts";
import type { Endpoint, InputOf } from "./endpoint.ts";
import { errorResponse } from "./errors.ts";
import { claimKey, releaseClaim } from "./idempotency.ts";
import { readInput } from "./input.ts";
import { type RateHeaders, takeFromBudget } from "./rate-limit.ts";

type RouteContext = { params?: Promise<Record<string, string>> };

/** A web-standard route: runs under Next and on the bare server alike. */
export type Route = (request: Request, route?: RouteContext) => Promise<Response>;

type Verb<E extends Endpoint> = (ctx: Ctx, input: InputOf<E>) => Promise<Answer>;

/**
 * Puts an endpoint's contract before a verb: refusals in the order of contract §1 (size, authentication, permission,
 * rate, media type, fields), then the verb, and one error body for whatever it refuses.
 */
export function serve<E extends Endpoint>(endpoint: E, verb: Verb<E>): Route {
  return async (request, route) => {
    const arrival = currentArrival() ?? arrivalOf(request);
    const house = await theHouse();
    const rate: RateHeaders = {};
    try {
      return await answer(house, endpoint, verb as Verb<Endpoint>, request, arrival, route, rate);
    } catch (error) {
      return errorResponse(house, error, arrival.requestId, rate);
    }
  };
}

async function answer(
  house: House,
  endpoint: Endpoint,
  verb: Verb<Endpoint>,
  request: Request,
  arrival: Arrival,
  route: RouteContext | undefined,
  rate: RateHeaders,
): Promise<Response> {
  if (house.mode === "live" && endpoint.path.startsWith("/sandbox/")) throw new Refusal("NOT_FOUND", "There is nothing at this path.");
  const body = await bodyOf(request, arrival);
  const presented = { method: request.method, target: arrival.target, headers: request.headers, body, arrival, nowMs: Date.now() };
  const caller = endpoint.scope === "public" ? undefined : await authenticate(house, presented);
  if (caller) refuseForbidden(endpoint, caller, arrival);
  if (endpoint.mutation) refuseCrossSite(request.headers, house.env.publicUrl, caller?.kind === "staff");
  if (caller?.kind === "key") Object.assign(rate, takeFromBudget(house, caller.keyId, caller.ratePerSecond));
  refuseMediaType(request.headers, body);
  const account = caller && accountFor(endpoint, caller, request.headers);
  const input = readInput(endpoint, { target: arrival.target, body, params: (await route?.params) ?? {} });
  const claim = endpoint.mutation && account ? await claimKey(house, account.id, { ...presented, path: endpoint.path }) : undefined;
  if (claim?.replay) return respond(claim.replay.body, { ...claim.replay.headers, "idempotent-replayed": "true" }, arrival, rate);
  const ctx = contextFor(house, {
    actor: actorOf(caller, account),
    account: account && { id: account.id, name: account.name },
    requestId: arrival.requestId,
    clientAddress: arrival.clientAddress,
    claim: claim?.claim,
  });
  try {
    const done = await verb(ctx, input as InputOf<Endpoint>);
    return respond(writeJson(done.body), done.headers ?? {}, arrival, rate);
  } catch (error) {
    await releaseClaim(house, claim?.claim);
    throw error;
  }
}

type ActingAccount = AccountRef & { role?: string };

/** Keys hold scopes and may be bound to addresses; people have a role in the account they act for. */
function refuseForbidden(endpoint: Endpoint, caller: Caller, arrival: Arrival): void {
  if (endpoint.scope === "public" || caller.kind !== "key") return;
  if (!caller.scopes.includes(endpoint.scope)) throw new Refusal("FORBIDDEN", `This key lacks the scope ${endpoint.scope}.`);
  if (caller.ipAllow.length > 0 && !addressSet(caller.ipAllow).has(arrival.clientAddress)) {
    throw new Refusal("FORBIDDEN", "This key may not be used from this network address.");
  }
}

/** The account a caller acts for. Staff name it by `x-account` when they have several; for keys that header means nothing. */
function accountFor(endpoint: Endpoint, caller: Caller, headers: Headers): ActingAccount {
  if (caller.kind === "key") return caller.account;
  const { accounts } = caller.staff;
  const named = headers.get("x-account");
  const allowed = accounts.filter(({ role }) => endpoint.scope === "public" || roleMay(role, endpoint.scope));
  const account = named === null ? (accounts.length === 1 ? accounts[0] : undefined) : accounts.find(({ id, name }) => id === named || name === named);
  if (!account && named !== null) throw new Refusal("FORBIDDEN", "You do not belong to the account named by x-account.");
  if (!account && accounts.length === 0) throw new Refusal("FORBIDDEN", "You do not belong to any account yet; ask an administrator.");
  if (!account) throw new Refusal("ACCOUNT_REQUIRED", "Name the account to act for in the header x-account.");
  if (!allowed.includes(account)) throw new Refusal("FORBIDDEN", `Your role ${account.role} does not allow this; it needs ${endpoint.scope}.`);
  return account;
}

function actorOf(caller: Caller | undefined, account: ActingAccount | undefined): Actor {
  if (caller?.kind === "key") return { kind: "key", keyId: caller.keyId, scopes: caller.scopes };
  if (caller?.kind === "staff") return { kind: "staff", userId: caller.staff.userId, name: caller.staff.name, role: account?.role ?? "viewer" };
  return { kind: "operator" };
}

function respond(body: string, headers: Record<string, string>, arrival: Arrival, rate: RateHeaders): Response {
  return new Response(body, {
    status: 200,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-request-id": arrival.requestId,
      ...rate,
      ...headers,
    },
  });
}

/** What can be known without our front server: a hosted Next. */
function arrivalOf(request: Request): Arrival {
  const { pathname, search } = new URL(request.url);
  return {
    target: pathname + search,
    clientAddress: undefined,
    requestId: uuidv7(),
    receivedAt: Date.now(),
    rawHeaders: [...request.headers].flat(),
    body: undefined,
  };
}
