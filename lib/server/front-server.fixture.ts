import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { openAccount } from "#lib/people/accounts.ts";
import { createKey } from "#lib/keys/create-key.ts";
import { signatureOf } from "#lib/keys/signature.ts";
import { exact } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { positive, text } from "#lib/contract/fields.ts";
import { type Route, serve } from "#lib/http/serve.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import { closeApp, openApp } from "#lib/services.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { answerWith } from "#lib/kernel/context.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { frontServer } from "./front-server.ts";
import { isOwned } from "#lib/http/owned.ts";
import type { Methods, Routes } from "./routes.ts";
import type { Pages } from "./pages.ts";
import { serveHealth } from "./probes.ts";

export type Key = { keyId: string; secret: string };
export type Reply = { status: number; headers: IncomingHttpHeaders; text: string; json: Record<string, unknown> };
export type Sent = {
  method?: string;
  target: string;
  body?: string | Buffer;
  headers?: Record<string, string | string[]>;
};

/** A front server with a few operations of its own, on a real database; no Next. */
export type Stand = {
  app: App;
  port: number;
  origin: string;
  account: AccountRef;
  operator: Ctx;
  key: Key;
  reader: Key;
  /** How often the operation `/payment/v1/effect` has taken effect. */
  effects(): Promise<number>;
  send(sent: Sent): Promise<Reply>;
  signed(sent: Sent, key?: Key, change?: Partial<Record<string, string>>): Promise<Reply>;
  /** Sends bytes as they are and answers all that comes back. */
  raw(bytes: string): Promise<string>;
  /** From here on the desk's pages are to come. */
  awaitPages(): void;
  /** From here on these are the desk's pages. */
  setPages(pages: Pages): void;
  /** Waiting connections are kept for so long. */
  keepWaiting(ms: number): void;
  /** Takes no further request, as at a stop; settles when the last connection is gone. */
  leave(): Promise<unknown>;
  close(): Promise<void>;
};

const effect = endpoint({
  method: "POST",
  path: "/payment/v1/effect",
  scope: "payments:write",
  summary: "Takes effect.",
  body: z.object({ amount: positive(2), mode: text(1, 16).optional() }),
  answer: z.object({ amount: exact(), id: z.string(), requestId: z.string() }),
  location: () => "/x",
});
const look = endpoint({
  method: "GET",
  path: "/payment/v1/look",
  scope: "payments:read",
  summary: "Answers what was sent.",
  query: z.object({ a: text(0, 16).optional(), b: text(0, 16).optional(), e: text(0, 16).optional() }),
  answer: z.record(z.string(), z.string()),
});
const one = endpoint({
  method: "POST",
  path: "/payment/v1/one/[id]",
  scope: "payments:write",
  summary: "One.",
  answer: z.object({ id: z.string(), at: z.string() }),
});
const control = endpoint({
  method: "POST",
  path: "/sandbox/v1/lever",
  scope: "sandbox",
  summary: "A lever.",
  answer: z.object({}),
});
const broken = endpoint({ method: "GET", path: "/payment/v1/broken", scope: "payments:read", summary: "Breaks." });
const open = endpoint({
  method: "GET",
  path: "/payment/v1/open",
  scope: "public",
  summary: "For everybody.",
  answer: z.object({ actor: z.string() }),
});

const file = endpoint({
  method: "POST",
  path: "/payment/v1/file",
  scope: "payments:write",
  summary: "Takes a file.",
  mostBytes: 1024 * 1024,
  body: z.object({ text: z.string(), mode: text(1, 16).optional() }),
  answer: z.object({ length: z.int() }),
});

const given = (texts: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));

let running = Promise.resolve();
/** Holds the operation in mode `slow` until the promise ends. */
export function holdSlow(until: Promise<void>): void {
  running = until;
}

const routes: Record<string, Methods> = {
  "/healthz": { GET: serveHealth },
  [effect.path]: {
    POST: serve(effect, async (ctx, input) => {
      if (input.mode === "slow") await running;
      if (input.mode === "refuse") throw new Refusal("INVALID_STATE", "Not now.");
      const body = { amount: input.amount, id: ctx.id(), requestId: ctx.requestId };
      await ctx.transaction(async (tx) => {
        await recordAudit(tx, { action: "test.effect", objectKind: "test", objectId: "effect" });
        if (input.mode !== "late") await answerWith(tx, body);
      });
      return body;
    }),
  },
  [file.path]: {
    POST: serve(file, async (_, input) => {
      if (input.mode === "slow") await running;
      return { length: input.text.length };
    }),
  },
  [look.path]: {
    GET: serve(look, async (ctx, { a, b, e }) => ({ ...given({ a, b, e }), account: ctx.account?.name ?? "" })),
  },
  [control.path]: { POST: serve(control, async () => ({})) },
  [open.path]: { GET: serve(open, async (ctx) => ({ actor: ctx.actor.kind })) },
  [broken.path]: {
    GET: serve(broken, async () => {
      throw new Error("the password is hunter2");
    }),
  },
};
const oneRoute: Route = serve(one, async (ctx, { id }) => ({ id, at: ctx.id() }));

const testRoutes: Routes = (pathname) => {
  const methods = routes[pathname];
  if (methods) return { methods, params: {}, pattern: pathname };
  const id = /^\/payment\/v1\/one\/([^/]+)$/.exec(pathname)?.[1];
  return id && isOwned(pathname) ? { methods: { POST: oneRoute }, params: { id }, pattern: one.path } : undefined;
};

/** A route as Next has it: compiled from the same file, and reached by whatever path Next makes of a request. */
export const nextsCopy: Route = serve(open, async (ctx) => ({ actor: ctx.actor.kind }));

export async function openStand(
  databaseUrl: string,
  env: Record<string, string> = {},
  { more = {}, ...options }: { mostPerAddress?: number; more?: Readonly<Record<string, Methods>> } = {},
): Promise<Stand> {
  const dataDir = mkdtempSync(join(tmpdir(), "desk-front-"));
  const app = await openApp(checkEnv({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: "error", ...env }).env);
  const operator = contextFor(app, { actor: { kind: "operator" } });
  const account = await openAccount(operator, `acme ${randomUUID().slice(0, 8)}`);
  const forAccount = contextFor(app, { actor: { kind: "operator" }, account });
  const key = await createKey(forAccount, {
    name: "all",
    scopes: ["payments:read", "payments:write", "sandbox"],
    ratePerSecond: 1_000,
  });
  const reader = await createKey(forAccount, { name: "reader", scopes: ["payments:read"] });
  const withMore: Routes = (pathname) => {
    const methods = more[pathname];
    return methods ? { methods, params: {}, pattern: pathname } : testRoutes(pathname);
  };
  const front = frontServer(app, withMore, options);
  const { server } = front;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const send = (sent: Sent) => sendTo(port, sent);
  return {
    app,
    port,
    origin: app.env.publicUrl,
    account,
    operator: forAccount,
    key,
    reader,
    send,
    signed: (sent, by = key, change = {}) =>
      send({ ...sent, headers: { ...sent.headers, ...signedHeaders(sent, by, change) } }),
    raw: (bytes) => sendRaw(port, bytes),
    awaitPages: () => front.awaitPages(),
    setPages: (pages) => front.setPages(pages),
    async effects() {
      const { rows } = await app.database.pool.query(
        "select count(*)::int as n from audit where action = 'test.effect'",
      );
      return rows[0].n;
    },
    keepWaiting: (ms) => void Object.assign(server, { keepAliveTimeout: ms, keepAliveTimeoutBuffer: 0 }),
    leave() {
      // None is closed for having waited long.
      server.keepAliveTimeout = 0;
      const closed = once(server, "close");
      front.leave();
      return closed;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await closeApp();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The headers a PSP sends with a request; `change` overrules them after signing. */
export function signedHeaders(
  sent: Sent,
  key: Key,
  change: Partial<Record<string, string>> = {},
): Record<string, string> {
  const body = Buffer.from(sent.body ?? "");
  const signed = {
    timestamp: change["x-timestamp"] ?? String(Date.now()),
    nonce: change["x-nonce"] ?? randomUUID(),
    method: sent.method ?? "GET",
    target: sent.target,
    body,
  };
  return {
    "x-api-key": key.keyId,
    "x-timestamp": signed.timestamp,
    "x-nonce": signed.nonce,
    "x-signature": change["x-signature"] ?? signatureOf(key.secret, signed),
    ...(body.length > 0 ? { "content-type": "application/json" } : {}),
    ...(change["content-type"] === undefined ? {} : { "content-type": change["content-type"] }),
  };
}

function sendTo(port: number, sent: Sent): Promise<Reply> {
  return new Promise((done, fail) => {
    const request = httpRequest(
      { host: "127.0.0.1", port, method: sent.method ?? "GET", path: sent.target, headers: sent.headers, agent: false },
      (response) => {
        let textSoFar = "";
        response.setEncoding("utf8").on("data", (part: string) => (textSoFar += part));
        response.once("error", fail);
        response.once("end", () =>
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: textSoFar,
            json: jsonOf(textSoFar),
          }),
        );
      },
    );
    request.once("error", fail);
    request.end(sent.body);
  });
}

function jsonOf(text: string): Record<string, unknown> {
  return text === "" || text.startsWith("<") ? {} : JSON.parse(text);
}

function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((done, fail) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    socket.setEncoding("utf8").on("data", (part: string) => {
      answer += part;
      // A connection that is kept has said all when it says no more.
      socket.setTimeout(250, () => socket.destroy());
    });
    socket.once("error", fail);
    socket.once("close", () => done(answer));
  });
}
