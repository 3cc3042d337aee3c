import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onSocket } from "#e2e/world/client.ts";
import { type Program, startProgram } from "#e2e/world/program.ts";

const ORIGIN = "https://desk.test";
const TOKEN = "a-monitor-shows-this";

let program: Program;
beforeAll(async () => {
  program = await startProgram({ env: { PUBLIC_URL: ORIGIN, METRICS_TOKEN: TOKEN } });
});
afterAll(() => program?.stop());

const key = () => `authorization: Basic ${btoa(`${program.demo.keyId}:${program.demo.secret}`)}`;
const ask = (line: string, ...headers: string[]) =>
  onSocket(program.port, `${[line, "host: desk.test", "connection: close", ...headers].join("\r\n")}\r\n\r\n`);
const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(program.url + target, { headers, redirect: "manual" });

describe("Next's copies of the routes", () => {
  test.each([
    "/x/../manage/v1/balances",
    "/x/%2e%2e/manage/v1/balances",
    "/x%2f..%2fmanage/v1/balances",
    "/x/%252e%252e/manage/v1/balances",
    "/x/..\\manage/v1/balances",
    "/\\manage/v1/balances",
    "//manage/v1/balances",
    "/x/..//manage/v1/balances",
    "/./manage/v1/balances",
    "/%6danage/v1/balances",
    "/docs/..%2f..%2fmanage/v1/balances.md",
    "http://desk.test/manage/v1/balances",
  ])("%s is refused before them", async (target) => {
    const { status, body, head } = await ask(`GET ${target} HTTP/1.1`, key());
    expect([status, JSON.parse(body).code]).toEqual([400, "INVALID_TARGET"]);
    expect(head.toLowerCase()).toContain("connection: close");
  });

  test.each([
    "x-matched-path",
    "x-invoke-path",
    "x-rewrite-url",
    "x-original-url",
    "x-middleware-rewrite",
    "x-middleware-subrequest",
    "x-nextjs-data",
  ])("no header %s leads to them", async (name) => {
    const { status, body } = await ask("GET /nothing HTTP/1.1", key(), `${name}: /manage/v1/balances`);
    expect(status).toBe(404);
    expect(body).not.toContain('"data"');
  });
});

describe("another protocol", () => {
  test.each(["/healthz", "/nope", "/_next/hmr?id=1", "/sign-in", "/manage/v1/balances"])(
    "an upgrade at %s is refused and its socket closed",
    async (target) => {
      const head = [`GET ${target} HTTP/1.1`, "host: desk.test", "connection: Upgrade", "upgrade: websocket"];
      const { status, body } = await onSocket(program.port, `${head.join("\r\n")}\r\n\r\n`);
      expect([status, JSON.parse(body).code]).toEqual([400, "INVALID_TARGET"]);
    },
  );
});

describe("headers", () => {
  test.each(["/sign-in", "/docs", "/nothing", "/payment/v1/payment", "/healthz", "/openapi.json", "/llms.txt"])(
    "of %s: nosniff, HSTS, no frame",
    async (target) => {
      const { headers } = await get(target);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("same-origin");
    },
  );

  test("also of files that are loaded, of CSV, of PDF and of what is no HTTP", async () => {
    const page = await (await get("/sign-in")).text();
    const files = [...page.matchAll(/"(\/_next\/static\/[^"\\]+)"/g)].map(([, path]) => path ?? "");
    expect(files.length).toBeGreaterThan(2);
    const authorization = key().slice("authorization: ".length);
    const list = await get("/manage/v1/statement", { authorization, accept: "text/csv" });
    const made = await fetch(`${program.url}/payment/v1/requestPaymentAddress`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: '{"cryptoType":"BTC","fiat":"EUR","fiatReceivable":100,"subaccount":"door"}',
    });
    const { paymentId } = (await made.json()) as { paymentId: string };
    const receipt = await get(`/manage/v1/payments/${paymentId}/receipt.pdf`, { authorization });
    expect(receipt.headers.get("content-type")).toContain("pdf");
    for (const { headers, status, url } of [
      ...(await Promise.all(files.slice(0, 5).map((file) => get(file)))),
      list,
      receipt,
    ]) {
      expect([url, status]).toEqual([url, 200]);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
    expect(list.headers.get("content-type")).toContain("text/csv");
    expect((await ask("HELO")).head.toLowerCase()).toContain("x-content-type-options: nosniff");
  });

  test("scripts run by the nonce of their page only", async () => {
    const nonces: string[] = [];
    for (const target of ["/sign-in", "/sign-in", "/docs", "/nothing"]) {
      const answer = await get(target, {
        accept: "text/html",
        "content-security-policy": "script-src 'nonce-Zm9yZWlnbg=='",
      });
      const policy = answer.headers.get("content-security-policy") ?? "";
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
      const nonce = /'nonce-([^']{24})'/.exec(scripts)?.[1] ?? "none";
      expect(scripts).not.toMatch(/unsafe/);
      expect(policy).toMatch(/^default-src 'self';.* object-src 'none'; base-uri 'none'/);
      expect(policy).not.toMatch(/https?:/);
      const page = await answer.text();
      const tags = page.match(/<script\b[^>]*>/g) ?? [];
      expect(tags.length).toBeGreaterThan(1);
      for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
      expect(page).not.toMatch(/\son\w+="/);
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  test("a password is masked, and managers may fill it in", async () => {
    const page = await (await get("/sign-in")).text();
    const field = /<input[^>]*type="password"[^>]*>/.exec(page)?.[0] ?? "";
    expect(field).toMatch(/autocomplete="current-password"/i);
    expect(page).not.toMatch(/onpaste|maxlength/i);
  });

  test("a cookie of https is bound to this host", async () => {
    const cookies = (await get("/api/auth/csrf")).headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Host-[^;]*;(?=.*Path=\/)(?=.*Secure)(?=.*HttpOnly)(?=.*SameSite=Lax)/);
  });
});

describe("what a stranger is not shown", () => {
  test("the image optimizer is not there", async () => {
    const { status } = await get("/_next/image?url=%2Ficon.svg&w=64&q=75");
    expect(status).toBe(404);
  });

  test.each([
    "/.git/config",
    "/package.json",
    "/_next/static",
    "/_next",
    "/lib",
    "/.data/secrets.key",
    "/server-status",
  ])("nothing lies at %s", async (target) => {
    expect((await get(target)).status).toBe(404);
  });

  test("metrics are for those who show the token, and count what was refused", async () => {
    for (const authorization of ["", "Bearer", `Bearer ${TOKEN}x`, `Basic ${btoa(`x:${TOKEN}`)}`]) {
      const refused = await get("/metrics", { authorization });
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([401, "UNAUTHENTICATED"]);
    }
    const shown = await get("/metrics", { authorization: `Bearer ${TOKEN}` });
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('route="/metrics",status="401"');
  });

  test("readiness is told to all, its sentences to a monitor", async () => {
    type Ready = { ready: boolean; chains: { network: string; sentence?: string }[] };
    const open = (await (await get("/readyz")).json()) as Ready;
    expect(open.chains.length).toBeGreaterThan(0);
    for (const chain of open.chains) expect(chain).not.toHaveProperty("sentence");
    const ready = (await (await get("/readyz", { authorization: `Bearer ${TOKEN}` })).json()) as Ready;
    for (const { sentence } of ready.chains) expect(sentence).toEqual(expect.any(String));
  });

  test("it listens at this machine's own address", async () => {
    const reached = await new Promise((done) => {
      const socket = connect(program.port, "127.0.0.2", () => done("reached"));
      socket.once("error", (error: NodeJS.ErrnoException) => done(error.code));
      socket.once("connect", () => socket.destroy());
    });
    expect(reached).toBe("ECONNREFUSED");
  });
});

describe("next-auth", () => {
  const hostile = [
    "http://localhost:3140.evil.test",
    "https://desk.test.evil.test/",
    "https://evil.test/",
    "//evil.test",
    "/.//evil.test",
    "/\\evil.test",
    "http://[",
    "javascript:alert(1)",
    "%",
    "x",
  ];
  const stays = ({ status, headers }: Response) => {
    expect(status).toBeLessThan(500);
    const to = headers.get("location");
    if (to === null) return;
    const url = new URL(to, ORIGIN);
    expect(url.origin).toBe(ORIGIN);
    const next = url.searchParams.get("callbackUrl");
    if (next !== null) expect(new URL(next, ORIGIN).origin).toBe(ORIGIN);
  };

  test.each(hostile)("callbackUrl=%s leads to no other site and breaks nothing", async (target) => {
    const query = `?callbackUrl=${encodeURIComponent(target)}`;
    for (const action of ["signin", "signout", "session", "csrf", "providers", "error", "callback/credentials"])
      stays(await get(`/api/auth/${action}${query}`));
    for (const name of ["__Host-next-auth.callback-url", "__Secure-next-auth.callback-url", "next-auth.callback-url"])
      stays(await get("/api/auth/session", { cookie: `${name}=${encodeURIComponent(target)}` }));
  });

  test.each([...hostile, "{}"])("signing out to %s stays here", async (target) => {
    const csrf = await get("/api/auth/csrf");
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const cookie = csrf.headers
      .getSetCookie()
      .map((each) => each.split(";", 1)[0])
      .join("; ");
    const send = (type: string, body: string) =>
      fetch(`${program.url}/api/auth/signout`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, "content-type": type, origin: ORIGIN },
        body,
      });
    stays(
      await send(
        "application/x-www-form-urlencoded",
        `csrfToken=${csrfToken}&callbackUrl=${encodeURIComponent(target)}`,
      ),
    );
    const json = await send("application/json", JSON.stringify({ csrfToken, callbackUrl: target, json: "true" }));
    expect(json.status).toBeLessThan(500);
    const { url } = (await json.json()) as { url?: string };
    if (url) expect(new URL(url, ORIGIN).origin).toBe(ORIGIN);
  });
});
