import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { MAX_BODY_BYTES, mostBytesOf, tooLarge } from "#lib/http/body.ts";
import { errorResponse, refusalResponse } from "#lib/http/errors.ts";
import type { App } from "#lib/kernel/app.ts";
import { addressSet } from "#lib/kernel/addresses.ts";
import { type Arrival, arriveWith } from "#lib/kernel/arrival.ts";
import { isRefusal, Refusal, STATUS_OF_CODE } from "#lib/kernel/errors.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { admissionOf, type Class } from "./admission.ts";
import { classOf, turnAway } from "./turn-away.ts";
import { countRequest } from "./metrics.ts";
import { nothingHere, refuseForPages, refuseMethod } from "./page-paths.ts";
import type { Pages } from "./pages.ts";
import { openAnswerHeaders, setPagePolicy } from "./answer-headers.ts";
import { openCallers } from "./callers.ts";
import { arrivalOf } from "./arrival-of.ts";
import { largeBodiesOf } from "./large-bodies.ts";
import { DRAIN_MS, declaredLength, readAway, readBody } from "./read-body.ts";
import { isOwned } from "#lib/http/owned.ts";
import { senderOf } from "#lib/http/serve.ts";
import { bytesOf } from "#lib/http/text-response.ts";
import type { Match, Routes } from "./routes.ts";
import { malformed, notPlain, pathOf, readingOf, refuseTarget } from "./target.ts";

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
  // Callers are sent the time above; a busy one may use its connection a little later and must not meet a closed one.
  keepAliveTimeoutBuffer: 5_000,
  connectionsCheckingInterval: 5_000,
  // Hosts are judged below, so that the answer is our error body.
  requireHostHeader: false,
};
/**
 * A proxy's waiting connection: longer than the proxy would use it (nginx 60 s, Traefik 90 s, Caddy 120 s), so that it is the
 * proxy that closes. A request that it sends on one which we are just closing is no request to us and a 502 to its caller.
 */
const PROXY_IDLE_MS = 150_000;
const MAX_CONNECTIONS = 5_000;
const MAX_REQUESTS_PER_SOCKET = 10_000;

export type Front = {
  server: Server;
  /** Pages will come: until then their paths say so. */
  awaitPages(): void;
  setPages(pages: Pages): void;
  /** From now on no new connection is accepted, and an open one ends with the answer to its current request. */
  leave(): void;
};

type FrontOptions = {
  /** Under `npm run dev` the page may open the socket by which Next reloads it. */
  dev?: boolean;
  mostPerAddress?: number;
};

/** The only upgrade there is; any other request for one is answered like a request without, by a refusal. */
const isHotReload = ({ url = "" }: IncomingMessage): boolean => url.startsWith("/_next/hmr");

/**
 * The server, in development too: bare node:http with tight limits. It answers the prefixes that are ours by the route
 * files themselves and hands every other path to Next; malformed input never meets a framework's defaults.
 */
export function frontServer(app: App, routes: Routes, { dev = false, mostPerAddress }: FrontOptions = {}): Front {
  let pages: Pages | undefined;
  const proxies = addressSet(app.env.trustedProxies);
  const callers = openCallers(mostPerAddress);
  const standing = Object.entries(openAnswerHeaders(app.env.publicUrl));
  const answering = new Set<ServerResponse>();
  let leaving = false;
  const options = { ...LIMITS, shouldUpgradeCallback: (request: IncomingMessage) => dev && isHotReload(request) };
  const server = createServer(options, (request, response) => {
    if (leaving) response.shouldKeepAlive = false;
    answering.add(response);
    response.once("close", () => {
      answering.delete(response);
      // One whose head had gone before the stop: its connection would be kept alive, and waited for.
      if (leaving) server.closeIdleConnections();
    });
    const arrival = arrivalOf(request, response, proxies);
    response.setHeader("x-request-id", arrival.requestId);
    for (const [name, value] of standing) response.setHeader(name, value);
    if (proxies.has(request.socket.remoteAddress)) {
      if (!callers.enter(arrival.clientAddress)) {
        const refused = refusalResponse(tooMany(), arrival.requestId);
        return void answered(app, response, refused, request.method ?? "GET", NONE, arrival);
      }
      response.once("close", () => callers.leave(arrival.clientAddress));
      // After node's own, which sets it for everybody.
      response.once("finish", () => request.socket.setTimeout(PROXY_IDLE_MS));
    }
    const served = arriveWith(arrival, () => handle({ app, routes, pages, dev }, request, response, arrival));
    served.catch((error: unknown) => {
      if (request.socket.destroyed) return app.log.debug("caller went away", { requestId: arrival.requestId });
      app.log.error("request broke off", { requestId: arrival.requestId, error });
      if (response.headersSent) response.destroy();
      else void send(response, errorResponse(app, error, arrival.requestId));
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  server.on("clientError", refuseMalformed);
  // Expectations: node would answer 417 without a body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // Tunnels: node would close without a word.
  server.on("connect", (_request, socket) => refuseMalformed(undefined, socket));
  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (proxies.has(remoteAddress)) return;
    if (!callers.enter(remoteAddress)) {
      countRequest(app, NONE, NONE, STATUS_OF_CODE.RATE_LIMITED, 0);
      // Destroyed by us, as its other side may never close it.
      socket.once("finish", () => socket.destroy());
      return refuseOnSocket(socket, tooMany());
    }
    socket.once("close", () => callers.leave(remoteAddress));
  });
  return {
    server,
    awaitPages() {
      pages = sayBeingBuilt;
    },
    setPages(opened) {
      pages = opened;
    },
    leave() {
      leaving = true;
      for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false;
      server.close();
    },
  };
}

/** What is counted for requests that were at no route of ours. */
const NONE = "none";

/** What answers behind the door: our routes, and Next's pages as soon as there are any. */
type Behind = { app: App; routes: Routes; pages: Pages | undefined; dev: boolean };

async function handle(
  behind: Behind,
  request: IncomingMessage,
  response: ServerResponse,
  arrival: Arrival,
): Promise<void> {
  const { app, routes } = behind;
  const pathname = pathOf(arrival.target);
  const method = request.method ?? "GET";
  const refused = refuseTarget(request) ?? (isOwned(pathname) ? undefined : refusePage(pathname));
  if (refused) {
    // Nothing more is read from a caller who may take us for another server.
    response.shouldKeepAlive = false;
    return answered(app, response, refusalResponse(refused, arrival.requestId), method, NONE, arrival);
  }
  if (!isOwned(pathname)) {
    const refusal = refuseForPages({ pathname, method, accept: request.headers.accept }, behind.dev);
    if (!refusal) return servePage(behind, request, response, arrival);
    readAway(request);
    return send(response, refusalResponse(refusal, arrival.requestId));
  }
  const match = isShut(app, pathname) ? undefined : routes(pathname);
  const refusal = match ? refuseMethod(Object.keys(match.methods), method) : nothingHere();
  if (refusal) {
    request.resume();
    return answered(
      app,
      response,
      refusalResponse(refusal, arrival.requestId),
      method,
      match?.pattern ?? NONE,
      arrival,
    );
  }
  return answerRoute(app, match as Match, { request, response, arrival });
}

type Exchange = { request: IncomingMessage; response: ServerResponse; arrival: Arrival };

/** Answers by a route of ours, where there is room for it; a large body has a place of its own while it is in memory. */
async function answerRoute(app: App, match: Match, { request, response, arrival }: Exchange): Promise<void> {
  const method = request.method ?? "GET";
  const { pattern } = match;
  const kind = classOf(pattern, method);
  const endpoint = routeOf(match, method)?.endpoint;
  const most = mostBytesOf(endpoint?.mostBytes, declaredLength(request));
  const away = (seconds: number) => turnAway(app, request, response, method, pattern, arrival.requestId, seconds);
  const retryAfter = kind && admissionOf(app).refuse(kind);
  if (retryAfter !== undefined) return away(retryAfter);
  const answer = async () =>
    answered(
      app,
      response,
      await answerNatively(app, match, { request, arrival, kind, most }),
      method,
      pattern,
      arrival,
    );
  // What says that it is larger than any is refused for that first.
  if (!endpoint || most === MAX_BODY_BYTES || declaredLength(request) > most) return answer();
  const sender = await senderOf(app, endpoint, headersOf(request), arrival).catch((error: unknown) => {
    if (isRefusal(error)) return error;
    throw error;
  });
  if (typeof sender !== "string") {
    readAway(request);
    return answered(app, response, refusalResponse(sender, arrival.requestId), method, pattern, arrival);
  }
  const large = largeBodiesOf(app);
  if (!large.enter(arrival.clientAddress, sender)) return away(LARGE_AGAIN_S);
  try {
    await answer();
  } finally {
    large.leave(arrival.clientAddress, sender);
  }
}

/** A large body is read in seconds. */
const LARGE_AGAIN_S = 5;

/** Next serves its own copies of our routes: no spelling of their paths may reach them. */
function refusePage(pathname: string): Refusal | undefined {
  const reading = readingOf(pathname);
  return reading === undefined || isOwned(reading) ? notPlain() : undefined;
}

const BEING_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3">
<title>The desk is being built</title><p>The desk is being built; this page loads by itself. The API answers already.`;

async function sayBeingBuilt(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume();
  response.writeHead(STATUS_OF_CODE.SERVICE_UNAVAILABLE, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "3",
  });
  response.end(request.method === "HEAD" ? undefined : BEING_BUILT);
}

/** The sandbox's controls do not exist in live, whatever the request. */
const isShut = (app: App, pathname: string): boolean => app.mode === "live" && pathname.startsWith("/sandbox/");

/** Next's pages and sign-in: nothing there needs a body that is large or of unknown length. */
async function servePage(
  { app, pages, dev }: Behind,
  request: IncomingMessage,
  response: ServerResponse,
  arrival: Arrival,
): Promise<void> {
  const pathname = pathOf(arrival.target);
  if (!pages) return send(response, refusalResponse(nothingHere(), arrival.requestId));
  if (request.headers["transfer-encoding"] !== undefined || declaredLength(request) > MAX_BODY_BYTES) {
    readAway(request);
    return send(response, refusalResponse(tooLarge(), arrival.requestId));
  }
  if (app.env.trustedProxies.length === 0) dropForwarded(request);
  setPagePolicy(request, response, pathname, dev);
  // Where Next says nothing of keeping an answer, as of a redirect and of what next-auth answers, nobody keeps it.
  if (!FILE.test(pathname)) response.setHeader("cache-control", "no-store");
  await pages(request, response);
}

/** What is no answer to anybody in particular: of it Next says how long it is kept. */
const FILE = /^\/_next\/|\.\w+$/;

/** Forwarded headers count from trusted proxies only; Next would believe those of any client. */
function dropForwarded(request: IncomingMessage): void {
  for (const name of Object.keys(request.headers)) {
    if (name === "forwarded" || name.startsWith("x-forwarded-")) delete request.headers[name];
  }
}

/** A request of a class, of which at most so many bytes are read. */
type Received = { request: IncomingMessage; arrival: Arrival; kind: Class | undefined; most: number };

/**
 * Takes a place only from when the whole request is there until its answer is: who sends or reads slowly holds up nobody.
 */
async function answerNatively(app: App, match: Match, { request, arrival, kind, most }: Received): Promise<Response> {
  const body = await readBody(request, most);
  if (!body) return refusalResponse(tooLarge(most), arrival.requestId);
  const route = routeOf(match, request.method ?? "GET");
  if (!route) return refusalResponse(nothingHere(), arrival.requestId);
  const web = new Request(new URL(pathOf(arrival.target), app.env.publicUrl), {
    method: request.method ?? "GET",
    headers: headersOf(request),
  });
  const admission = kind && admissionOf(app);
  await admission?.enter(kind as Class);
  try {
    return await arriveWith({ ...arrival, body }, () => route(web, { params: Promise.resolve(match.params) }));
  } finally {
    admission?.leave(kind as Class);
  }
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i < request.rawHeaders.length; i += 2)
    headers.append(request.rawHeaders[i] ?? "", request.rawHeaders[i + 1] ?? "");
  return headers;
}

/** HEAD is answered as GET is, without its body (RFC 9110 §9.3.2). */
const routeOf = ({ methods }: Match, method: string) => methods[method === "HEAD" ? "GET" : method];

async function answered(
  app: App,
  response: ServerResponse,
  answer: Response,
  method: string,
  pattern: string,
  arrival: Arrival,
): Promise<void> {
  const ms = Date.now() - arrival.receivedAt;
  countRequest(app, method, pattern, answer.status, ms);
  app.log.info("request", {
    requestId: arrival.requestId,
    method,
    route: pattern,
    status: answer.status,
    ms,
    client: arrival.clientAddress,
  });
  await send(response, answer);
}

/** Writes a web response; streams are passed on as they come and end with the client. */
async function send(response: ServerResponse, answer: Response): Promise<void> {
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.statusCode = answer.status;
  if (!answer.headers.get("content-type")?.startsWith("text/event-stream")) {
    const body = await bytesOf(answer);
    response.setHeader("content-length", body.length);
    response.end(body);
    return;
  }
  response.flushHeaders();
  if (response.req.method === "HEAD") {
    response.end();
    return answer.body?.cancel();
  }
  const reader = answer.body?.getReader();
  response.once("close", () => void reader?.cancel().catch(() => undefined));
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (response.destroyed) return;
    if (!response.write(part.value)) await drained(response);
  }
  response.end();
}

/** Resolves when the client has taken what was written, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const settle = () => {
      response.off("drain", settle).off("close", settle);
      done();
    };
    response.once("drain", settle).once("close", settle);
  });
}

/** What node's parser could not read: a JSON answer on the socket, then its end. */
function refuseMalformed(error: NodeJS.ErrnoException | undefined, socket: Duplex): void {
  if (!socket.writable || error?.code === "ECONNRESET") return void socket.destroy();
  refuseOnSocket(socket, malformed(error));
  // The sender may still be sending: closed at once, it would see a broken pipe instead of the answer.
  setTimeout(() => socket.destroy(), DRAIN_MS).unref();
}

/** Says why on a socket that is at no request, and that nothing more follows. */
function refuseOnSocket(socket: Duplex, { code, message, detail }: Refusal): void {
  const requestId = uuidv7();
  const status = STATUS_OF_CODE[code];
  const body = writeJson({ message, code, requestId });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    `x-request-id: ${requestId}`,
    ...(detail.retryAfterSeconds === undefined ? [] : [`retry-after: ${detail.retryAfterSeconds}`]),
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.on("error", () => undefined);
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

const tooMany = () =>
  new Refusal("RATE_LIMITED", "Too many connections are open from your address; close some and try again.", {
    retryAfterSeconds: TRY_AGAIN_S,
  });
const TRY_AGAIN_S = 5;
