import { type Caller, type KeyCaller, type SpendBudget, authenticate, named } from "#lib/keys/authenticate.ts";
import { refuseUnproven } from "#lib/people/require-proof.ts";
import { keyMay } from "#lib/contract/may.ts";
import { houseRoleMay, isHouseScope, isScope, type Permission, roleMay, whoseIs } from "#lib/contract/permissions.ts";
import { accountForAuditor } from "#lib/people/accounts.ts";
import { CLOCK_OFFSET, contextFor, type App, theApp } from "#lib/kernel/app.ts";
import { addressSet } from "#lib/kernel/addresses.ts";
import { type Arrival, currentArrival } from "#lib/kernel/arrival.ts";
import type { AccountRef, Actor, Ctx } from "#lib/kernel/context.ts";
import { isRefusal, Refusal } from "#lib/kernel/errors.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { wantsCsv } from "./accept.ts";
import { bodyOf, MAX_BODY_BYTES, refuseMediaType } from "./body.ts";
import { refuseCrossSite } from "./cross-site.ts";
import type { Endpoint, InputOf } from "#lib/contract/endpoint.ts";
import type { Out } from "#lib/contract/out.ts";
import { errorResponse } from "./errors.ts";
import { claimKey, underClaim } from "./idempotency.ts";
import { readInput } from "./input.ts";
import { isOwned } from "./owned.ts";
import { stillMay } from "./still-may.ts";
import { JSON_TYPE, present, type Presented, type Presenting } from "./present.ts";
import { actingAccount } from "./acting-account.ts";
import { noteRefusal } from "./note-refusal.ts";
import { logRequest, type AnsweredRequest } from "#lib/log/log-request.ts";
import { budgetOf, giveBack, type Kind, type RateHeaders, takeFromBudget } from "./rate-limit.ts";
import { waitedFor } from "#lib/kernel/waited-for.ts";
import { inReadTurn } from "./read-gate.ts";
import { textResponse } from "./text-response.ts";

type RouteContext = { params?: Promise<Record<string, string>> };

/** A web-standard handler: runs under Next and on the bare server alike. */
export type Handler = (request: Request, route?: RouteContext) => Promise<Response>;

export type Route = Handler & {
  /** What it serves: a handler without a declared operation is not loaded. */
  readonly endpoint: Endpoint;
};

/** What stands behind an endpoint: it takes the contract's input and answers the contract's output, in values. */
export type Verb<E extends Endpoint> = (ctx: Ctx, input: InputOf<E>) => Promise<Out<E>>;

/** `replay` answers a repeated idempotency key from the record as it is now, instead of the answer stored under it. */
export type ServeOptions<E extends Endpoint> = { replay?: Verb<E> };

/**
 * Puts an endpoint's contract before a verb: refusals in the order of rulebook 1.9 (size, authentication, permission,
 * rate, media type, fields), then the verb, and one error body for whatever it refuses.
 */
export function serve<E extends Endpoint>(endpoint: E, verb: Verb<E>, options: ServeOptions<E> = {}): Route {
  const handler: Handler = async (request, route) => {
    const arrival = currentArrival() ?? arrivalOf(request);
    const app = await theApp();
    const context: RequestContext = { app, endpoint, request, arrival, rate: {}, seen: {} };
    const response = await answerOf(
      context,
      (await route?.params) ?? {},
      verb as AnyVerb,
      options.replay as AnyVerb | undefined,
    );
    const { path, scope, beyondScope } = endpoint;
    const facts = { method: request.method, route: path, scope, beyondScope, headers: request.headers, arrival };
    logRequest(app, { ...facts, ...context.seen }, response);
    return response;
  };
  return Object.assign(handler, { endpoint });
}

async function answerOf(
  context: RequestContext,
  params: Record<string, string>,
  verb: AnyVerb,
  replay: AnyVerb | undefined,
): Promise<Response> {
  try {
    return await answer(context, await admit(context, params), verb, replay);
  } catch (error) {
    const { app, endpoint, request, arrival, seen } = context;
    if (seen.caller?.kind === "staff")
      await noteRefusal(app, error, { endpoint, headers: request.headers, staff: seen.caller.staff, ...arrival });
    return errorResponse(context.app, error, context.arrival.requestId, context.rate);
  }
}

/** A verb whose contract is no longer known to the compiler: the presenter goes by the contract itself. */
type AnyVerb = (ctx: Ctx, input: InputOf<Endpoint>) => Promise<unknown>;

/** One request on its way; `rate` fills with the headers of the key's budget once the key is known, `seen` with what the log keeps. */
type RequestContext = {
  app: App;
  endpoint: Endpoint;
  request: Request;
  arrival: Arrival;
  rate: RateHeaders;
  seen: Pick<AnsweredRequest, "caller" | "accountId" | "body" | "responseText">;
};

type ActingAccount = AccountRef & { role?: string };

type Admitted = {
  caller: Caller | undefined;
  account: ActingAccount | undefined;
  body: Uint8Array;
  input: InputOf<Endpoint>;
};

/** Everything that is refused before the operation's own checks, in the order of rulebook 1.9. */
async function admit(
  { app, endpoint, request, arrival, rate, seen }: RequestContext,
  params: Record<string, string>,
): Promise<Admitted> {
  if (isShut(app, endpoint)) throw new Refusal("NOT_FOUND", "There is nothing at this path.");
  const body = await bodyOf(request, arrival);
  // The log cuts what it keeps, and is not made to hold, read and write again what is large.
  if (body.length <= MAX_BODY_BYTES) seen.body = body;
  const presented = {
    method: request.method,
    target: arrival.target,
    headers: request.headers,
    body,
    arrival,
    nowMs: Date.now(),
  };
  const caller = endpoint.scope === "public" ? undefined : await authenticate(app, presented, spending(app, endpoint));
  seen.caller = caller;
  if (caller?.kind === "key") {
    seen.accountId = caller.account.id;
    const forbidden = whyForbidden(app, endpoint, caller, arrival);
    if (forbidden) caller.spent.giveBack();
    Object.assign(rate, budgetOf(app, caller.keyId, caller.ratePerSecond));
    if (forbidden) throw forbidden;
  }
  if (endpoint.mutation) refuseCrossSite(request.headers, app.env.publicUrl, caller?.kind === "staff");
  const account =
    caller &&
    (await accountFor(app, endpoint, caller, request.headers).catch((refusal: unknown) => {
      // A 400, unlike the others of it, and as such behind the 415.
      if (refusal instanceof Refusal && refusal.code === "ACCOUNT_REQUIRED") refuseMediaType(request.headers, body);
      throw refusal;
    }));
  if (caller?.kind === "staff") refuseUnproven(app.mode, endpoint, caller.staff, Date.now());
  seen.accountId = account?.id;
  if (caller?.kind === "key" && caller.spent.limited) throw caller.spent.limited;
  refuseMediaType(request.headers, body);
  const input = readInput(endpoint, { target: arrival.target, body, params });
  const lastId = request.headers.get("last-event-id");
  if (lastId !== null && !endpoint.answer) input["lastId"] = lastId;
  return { caller, account, body, input: input as InputOf<Endpoint> };
}

async function answer(
  context: RequestContext,
  admitted: Admitted,
  verb: AnyVerb,
  replay: AnyVerb | undefined,
): Promise<Response> {
  const { app, endpoint, request, arrival } = context;
  const { account, body, input } = admitted;
  const facts = {
    actor: actorOf(admitted.caller, account),
    account: account && { id: account.id, name: account.name },
    requestId: arrival.requestId,
    clientAddress: arrival.clientAddress,
  };
  const sent = { method: request.method, target: arrival.target, headers: request.headers, body, arrival };
  const how: Presenting = {
    endpoint,
    input,
    csv: endpoint.csv !== undefined && wantsCsv(request.headers),
    checked: app.env.checkAnswers,
    stillMay: () => stillMay(app, endpoint, admitted.caller, account),
  };
  const holder = keyHolder(endpoint, admitted);
  const claimed =
    endpoint.mutation && holder
      ? await claimKey(app, holder, sent, { ...how, goesOn: replay !== undefined })
      : undefined;
  if (claimed?.stored) {
    const done = replay ? present(how, await replay(contextFor(app, facts), input)) : claimed.stored;
    return respond({ ...done, headers: { ...done.headers, "idempotent-replayed": "true" } }, context);
  }
  const claim = claimed?.claim;
  const alone = () => verb(contextFor(app, facts), input);
  // A read is aborted when its client leaves; a change runs to its end.
  const read = () => waitedFor(arrival.gone, () => inReadTurn(app, alone));
  if (!claim) return respond(present(how, await (endpoint.mutation ? alone() : read())), context);
  return respond(await underClaim(app, claim, () => verb(contextFor(app, { ...facts, claim }), input)), context);
}

/** Within whose requests an `Idempotency-Key` is one: what is a person's own is done again by nobody else. */
function keyHolder({ scope }: Endpoint, { caller, account }: Admitted): string | undefined {
  return scope === "own" && caller?.kind === "staff" ? caller.staff.userId : account?.id;
}

/**
 * The sandbox's controls do not exist in live. And behind the front server only its own copy of a route answers, which
 * brings the body with it: what found its way to Next's copy came by no path that our limits, counts and log know of.
 */
function isShut(app: App, { path }: Endpoint): boolean {
  const arrival = currentArrival();
  const isNextsCopy = arrival !== undefined && arrival.body === undefined && isOwned(path);
  return isNextsCopy || (app.mode === "live" && path.startsWith("/sandbox/"));
}

/** What moves money goes before what only looks when a budget or the process is short. */
const kindOf = ({ mutation }: Endpoint): Kind => (mutation ? "change" : "read");

/** A key's budget is asked before its nonce is kept, so that what is refused for its rate leaves no row. */
function spending(app: App, endpoint: Endpoint): SpendBudget {
  return async (keyId, ratePerSecond) => {
    try {
      await takeFromBudget(app, keyId, ratePerSecond, kindOf(endpoint));
      return { giveBack: () => giveBack(app, keyId, ratePerSecond) };
    } catch (error) {
      if (isRefusal(error)) return { limited: error, giveBack: () => undefined };
      throw error;
    }
  };
}

/**
 * Who sends a large body, by its head, before anything of it is read: a stranger, or who may not do this, takes nobody's place.
 * Refuses with UNAUTHENTICATED and FORBIDDEN as the operation itself does; a key's signature is checked once the body is there.
 */
export async function senderOf(app: App, endpoint: Endpoint, headers: Headers, arrival: Arrival): Promise<string> {
  const sender = await named(app, { headers, arrival });
  if (sender.kind === "staff") {
    await accountFor(app, endpoint, sender, headers);
    return sender.staff.userId;
  }
  const forbidden = whyForbidden(app, endpoint, sender, arrival);
  if (forbidden) throw forbidden;
  return sender.keyId;
}

/** Keys hold scopes and may be bound to addresses; people have a role in the account they act for. */
function whyForbidden(
  app: App,
  { scope }: Endpoint,
  caller: Pick<KeyCaller, "scopes" | "ipAllow">,
  arrival: Arrival,
): Refusal | undefined {
  if (scope === "public") return undefined;
  if (scope === "own")
    return new Refusal("FORBIDDEN", "This is for people who are signed in; a key has no sign-in of its own.");
  if (!keyMay(app.mode, caller.scopes, scope)) return new Refusal("FORBIDDEN", lackOf(app.mode, scope));
  if (caller.ipAllow.length > 0 && !addressSet(caller.ipAllow).has(arrival.clientAddress))
    return new Refusal("FORBIDDEN", "This key may not be used from this network address.");
  return undefined;
}

/** What a refused key lacks: a scope that it may be given, or a person, where none is. */
function lackOf(mode: App["mode"], permission: Permission): string {
  if (isScope(permission) || isHouseScope(permission)) return `This key lacks the scope ${permission}.`;
  const isPlayed = mode === "sandbox" && whoseIs(permission) === "account";
  const text = `This is for people whose role allows ${permission}`;
  return isPlayed ? `${text}, and in the sandbox for a key with the scope sandbox.` : `${text}; no key may do it.`;
}

/**
 * Whom a caller acts for: the house where the operation is its own, otherwise an account. Staff name theirs by
 * `x-account` when they have several; for keys, and for what is the house's or one's own, that header means nothing.
 */
async function accountFor(
  app: App,
  { scope, mutation }: Endpoint,
  caller: { kind: "key"; account: AccountRef } | (Caller & { kind: "staff" }),
  headers: Headers,
): Promise<ActingAccount | undefined> {
  if (caller.kind === "key") return caller.account;
  const { accounts, house } = caller.staff;
  if (scope === "public" || scope === "own") return accounts[0] ?? house;
  if (whoseIs(scope) === "house") return houseFor(house, scope);
  const named = headers.get("x-account");
  const account = actingAccount(caller.staff, headers);
  const looked = account ?? (house?.role === "auditor" && !mutation ? await accountForAuditor(app, named) : undefined);
  if (!looked) throw noAccount(named, accounts);
  if (!roleMay(looked.role, scope))
    throw new Refusal("FORBIDDEN", `Your role ${looked.role} does not allow this; it needs ${scope}.`);
  return looked;
}

function houseFor(house: ActingAccount | undefined, scope: Permission): ActingAccount {
  if (!house) throw new Refusal("FORBIDDEN", "This belongs to the operator, and you have no role in it.");
  if (!houseRoleMay(house.role ?? "", scope))
    throw new Refusal("FORBIDDEN", `Your role ${house.role} at the operator does not allow this; it needs ${scope}.`);
  return house;
}

function noAccount(named: string | null, accounts: readonly unknown[]): Refusal {
  if (named !== null) return new Refusal("FORBIDDEN", "You do not belong to the account named by x-account.");
  if (accounts.length > 0)
    return new Refusal("ACCOUNT_REQUIRED", "Name the account to act for in the header x-account.");
  return new Refusal("FORBIDDEN", "You do not belong to any account yet; ask an administrator.");
}

function actorOf(caller: Caller | undefined, account: ActingAccount | undefined): Actor {
  if (caller?.kind === "key") return { kind: "key", keyId: caller.keyId, scopes: caller.scopes };
  if (caller?.kind === "staff") {
    const { userId, name, sessionId, house } = caller.staff;
    const acting = account && account.id !== house?.id ? (account.role ?? "") : "";
    return { kind: "staff", userId, name, role: acting, sessionId, ...(house && { houseRole: house.role }) };
  }
  return { kind: "public" };
}

/** Text is what the log keeps of an answer; bytes and streams go out unread. */
function respond({ body, headers, status }: Presented, { app, arrival, rate, seen }: RequestContext): Response {
  const init = {
    status,
    headers: {
      "content-type": JSON_TYPE,
      "cache-control": "no-store",
      "x-request-id": arrival.requestId,
      ...serverTime(app),
      ...rate,
      ...headers,
    },
  };
  if (typeof body !== "string") return new Response(body, init);
  seen.responseText = body;
  return textResponse(body, init);
}

/** The business clock as this process last read it, so that a page counts down by our clock and not by its own. */
function serverTime(app: App): Record<string, string> {
  const offsetMs = app.slots.get(CLOCK_OFFSET);
  return offsetMs === undefined ? {} : { "x-server-time": String(Date.now() + offsetMs) };
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
    gone: () => request.signal,
  };
}
