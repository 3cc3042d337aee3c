import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Canaries, openCanaries } from "#e2e/world/canaries.ts";
import { queryEmbedded } from "#e2e/world/power-cut.ts";
import { type Program, startProgram } from "#e2e/world/program.ts";
import { unzipped } from "#lib/exports/unzipped.fixture.ts";
import type { OpenApiDocument } from "#lib/reference/document.ts";
import { exampleCalls, targetOf } from "#lib/reference/snippets.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
const random = () => randomBytes(24).toString("base64url");

/** Asked by whom: somebody signed in, a key, or nobody. */
type As = "staff" | "key" | "nobody";

const canaries: Canaries = openCanaries();
const SEALING_KEY = canaries.plant("the sealing key", randomBytes(32).toString("hex"));
const SMTP_PASSWORD = canaries.plant("the SMTP password", random());
let program: Program;
let mailServer: Server;
let cookie: string;
/** Bodies of everything that was answered, by what was asked. */
const answers: { call: string; bytes: Uint8Array }[] = [];
let files: { name: string; exportId: string }[] = [];
let real: { paymentId: string; invoiceId: string; endpointId: string; keyId: string };

beforeAll(async () => {
  mailServer = refusingMailServer().listen(0, "127.0.0.1");
  await once(mailServer, "listening");
  const { port } = mailServer.address() as AddressInfo;
  program = await startProgram({
    embedded: true,
    env: {
      LOG_LEVEL: "debug",
      SECRETS_KEY: SEALING_KEY,
      SMTP_URL: `smtp://desk:${SMTP_PASSWORD}@127.0.0.1:${port}`,
      KRAKEN_API_KEY: canaries.plant("the venue's key", random()),
      KRAKEN_API_SECRET: canaries.plant("the venue's secret", random()),
    },
  });
  real = await plantAll();
  files = await askForFiles();
});
afterAll(async () => {
  await program?.stop();
  mailServer?.close();
});

/** One that lets nobody in, so that the password is in the program's hands when things go wrong. */
function refusingMailServer(): Server {
  return createServer((socket) => {
    socket.write("220 test\r\n");
    socket.on("error", () => socket.destroy());
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      if (chunk.startsWith("EHLO")) socket.write("250-test\r\n250 AUTH PLAIN LOGIN\r\n");
      else socket.write(chunk.startsWith("AUTH") ? "535 not you\r\n" : "250 good\r\n");
    });
  });
}

async function ask(as: As, target: string, init: RequestInit = {}): Promise<Response> {
  const { keyId, secret } = program.demo;
  const proof: Record<As, Record<string, string>> = {
    staff: { cookie, origin: program.url },
    key: { authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString("base64")}` },
    nobody: {},
  };
  return fetch(program.url + target, { redirect: "manual", ...init, headers: { ...proof[as], ...init.headers } });
}

/** Asks, and keeps what was answered for the search. */
async function recordedAnswer(as: As, target: string, init: RequestInit = {}): Promise<Uint8Array> {
  const bytes = new Uint8Array(await (await ask(as, target, init)).arrayBuffer());
  answers.push({ call: `${as} ${init.method ?? "GET"} ${target}`, bytes });
  return bytes;
}

const json = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** What is answered once with a secret in it is not kept for the search; everything after is. */
async function made<T>(target: string, body: unknown): Promise<T> {
  const response = await ask("key", target, json(body));
  expect(response.status, target).toBe(200);
  return (await response.json()) as T;
}

async function signIn(email: string, password: string): Promise<string> {
  const csrf = await ask("nobody", "/api/auth/csrf");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answered = await fetch(`${program.url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      cookie: csrf.headers
        .getSetCookie()
        .map((each) => each.split(";")[0])
        .join("; "),
    },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
  });
  const cookies = answered.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
  return cookies.find((each) => each.includes("session-token=")) ?? "";
}

async function plantAll(): Promise<typeof real> {
  canaries.plant("the printed key's secret", program.demo.secret);
  const key = await made<{ keyId: string; secret: string }>("/manage/v1/keys", {
    name: "canary",
    scopes: ["payments:read"],
  });
  canaries.plant("a key's secret", key.secret);
  const next = await made<{ secret: string }>(`/manage/v1/keys/${key.keyId}/rotate`, {});
  canaries.plant("a rotated key's secret", next.secret);
  const endpoint = await made<{ endpointId: string; secret: string }>("/manage/v1/webhook-endpoints", {
    url: "http://127.0.0.1:9/",
  });
  canaries.plant("a webhook's secret", endpoint.secret);
  const { secret } = await made<{ secret: string }>(`/manage/v1/webhook-endpoints/${endpoint.endpointId}/rotate`, {});
  canaries.plant("a rotated webhook's secret", secret);
  const email = "canary@example.com";
  const password = canaries.plant("a password", random());
  await makeUser(email, password);
  await made("/manage/v1/users", { email: "invited@example.com", role: "viewer" });
  await signIn(email, canaries.plant("a wrong password", random()));
  cookie = await signIn(email, password);
  canaries.plant("a session's token", cookie.split("=")[1] ?? "");
  await plantInRequests();
  await plantRefundLink();
  const { paymentId = "" } = await made<{ paymentId?: string }>("/sandbox/v1/scenarios", { name: "exact" });
  const { invoiceId = "" } = await made<{ invoiceId?: string }>("/sandbox/v1/scenarios", { name: "outcome-unknown" });
  return { paymentId, invoiceId, endpointId: endpoint.endpointId, keyId: key.keyId };
}

/** Whoever has the token says where the money goes, signed in or not. */
async function plantRefundLink(): Promise<void> {
  const { paymentId } = await made<{ paymentId: string }>("/sandbox/v1/scenarios", { name: "late" });
  const answered = await ask("key", `/payment/v1/payment?paymentId=${paymentId}`);
  const { data } = (await answered.json()) as { data: { deposits: { txId: string }[] }[] };
  const txId = data[0]?.deposits[0]?.txId;
  const { url } = await made<{ url: string }>("/manage/v1/refund-links", { paymentId, txId });
  canaries.plant("a refund link's token", new URL(url).hash.slice(1));
}

/** By the operator's command line, which reads the password from its standard input. */
async function makeUser(email: string, password: string): Promise<void> {
  const words = ["users", "create", "--email", email, "--name", "Canary", "--role", "admin", "--password", "-"];
  const made = run(process.execPath, ["lib/cli/main.ts", ...words], { cwd: ROOT, env: operatorEnv() });
  made.child.stdin?.end(`${password}\n`);
  await made;
}

const operatorEnv = (): NodeJS.ProcessEnv => ({
  NODE_ENV: "production",
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  DATA_DIR: program.dataDir,
  SECRETS_KEY: SEALING_KEY,
});

/** Secrets of callers, where callers put them by mistake. */
async function plantInRequests(): Promise<void> {
  const stray = (name: string) => canaries.plant(`a stray ${name}`, random());
  const create = "/payment/v1/requestPaymentAddress";
  await recordedAnswer(
    "key",
    create,
    json({ cryptoType: "BTC", password: stray("password"), deep: [{ apiSecret: stray("secret") }] }),
  );
  await recordedAnswer("key", `/payment/v1/payment?token=${stray("token")}`);
  await recordedAnswer("nobody", "/payment/v1/payment?startTime=1", {
    headers: { authorization: `Bearer ${stray("bearer")}` },
  });
  await recordedAnswer("nobody", "/payment/v1/payment?startTime=1", {
    headers: { authorization: `Basic ${Buffer.from(`${program.demo.keyId}:sk_${stray("basic")}`).toString("base64")}` },
  });
  await recordedAnswer("key", "/payment/v1/payment?startTime=1", { headers: { cookie: `session=${stray("cookie")}` } });
  await recordedAnswer(
    "key",
    "/manage/v1/webhook-endpoints",
    json({ url: `http://desk:${stray("URL's password")}@127.0.0.1:9/` }),
  );
}

/** Every list and record, by its example and by what there is. */
async function readEverything(): Promise<void> {
  const document = (await (await ask("nobody", "/openapi.json")).json()) as OpenApiDocument;
  const targets = exampleCalls(document)
    .filter(({ method, operationId }) => method === "GET" && operationId !== "stream")
    .map(targetOf);
  const { paymentId, invoiceId, endpointId } = real;
  const own = [
    `/payment/v1/payment?paymentId=${paymentId}`,
    `/payment/v1/conversion?invoiceId=${invoiceId}`,
    "/payment/v1/payment?startTime=1700000000000&endTime=1700000000001",
    `/manage/v1/webhook-endpoints/${endpointId}/deliveries`,
    "/manage/v1/requests?limit=500",
    "/manage/v1/audit?limit=500",
    "/manage/v1/events?limit=500",
    "/manage/v1/keys",
    `/pay/${paymentId}/state`,
    "/healthz",
    "/readyz",
    "/metrics",
    "/openapi.json",
    "/llms.txt",
  ];
  for (const target of [...targets, ...own])
    for (const as of ["staff", "key"] as const) await recordedAnswer(as, target);
  const { data } = (await (await ask("key", "/manage/v1/requests?limit=100")).json()) as {
    data: { requestId: string }[];
  };
  for (const { requestId } of data) await recordedAnswer("key", `/manage/v1/requests/${requestId}`);
}

/** Every page, as HTML and as the payload that navigation reads. */
async function openPages(): Promise<number> {
  const desk = globSync("app/(desk)/**/page.tsx", { cwd: ROOT }).map(
    (file) =>
      `/${file
        .replaceAll("\\", "/")
        .replace(/^app\/\(desk\)\/?/, "")
        .replace(/\/?page\.tsx$/, "")}`,
  );
  const tabs = ["keys", "webhooks", "requests", "sandbox"].map((tab) => `/developers?tab=${tab}`);
  const pages = [...desk, ...tabs, "/sign-in", "/docs", "/docs/signing", `/pay/${real.paymentId}`, "/nothing/here"];
  for (const page of pages) {
    await recordedAnswer("staff", page);
    await recordedAnswer("staff", page, { headers: { rsc: "1" } });
  }
  return pages.length;
}

const SINCE = Date.now() - 86_400_000;
/** The widest each list allows. */
const FILTERS = {
  payments: { startTime: SINCE },
  conversions: { startTime: new Date(SINCE).toISOString() },
  statement: {},
  audit: {},
} as const;

const LISTS = ["payments", "conversions", "statement", "audit"] as const;
const EXPORTS = [...LISTS.map((list) => ({ list, format: "csv" })), { list: "payments", format: "xlsx" } as const];

/** Asked for early: they are written one after the other while the rest is searched. */
const askForFiles = () =>
  Promise.all(
    EXPORTS.map(async (wanted) => ({
      name: `${wanted.list}.${wanted.format}`,
      ...(await made<{ exportId: string }>("/manage/v1/exports", { ...wanted, filter: FILTERS[wanted.list] })),
    })),
  );

async function download(exportId: string, name: string): Promise<string> {
  const status = async () => {
    const answer = await (await ask("key", "/manage/v1/exports")).json();
    const { data } = answer as { data: { exportId: string; status: string }[] };
    return data.find((each) => each.exportId === exportId)?.status;
  };
  await expect.poll(status, { interval: 250 }).toBe("READY");
  const bytes = await recordedAnswer("key", `/manage/v1/exports/${exportId}/file`);
  return name.endsWith("xlsx") ? unzipped(bytes) : Buffer.from(bytes).toString("utf8");
}

/** Everything a PDF holds, its streams unpacked. */
function unpacked(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString("latin1");
  const streams = [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, packed = ""]) => {
    try {
      return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
    } catch {
      return packed;
    }
  });
  return [text, ...streams].join("\n");
}

test("no answer, list, record or error tells a secret", async () => {
  await readEverything();
  expect(cookie).toContain("session-token=");
  const leaking = answers.filter(({ bytes }) => canaries.met(bytes).length > 0);
  expect(leaking.map(({ call, bytes }) => [call, canaries.met(bytes)])).toEqual([]);
  const all = answers.map(({ bytes }) => Buffer.from(bytes).toString("utf8")).join("\n");
  expect([all.includes(real.keyId), all.includes(real.endpointId), all.includes("[struck out]")]).toEqual([
    true,
    true,
    true,
  ]);
});

test("no page tells one, neither its HTML nor its payload", async () => {
  answers.length = 0;
  expect(await openPages()).toBeGreaterThan(15);
  expect(answers.filter(({ bytes }) => canaries.met(bytes).length > 0).map(({ call }) => call)).toEqual([]);
  expect(answers.some(({ bytes }) => Buffer.from(bytes).includes("Canary"))).toBe(true);
});

test("no export and no paper tells one", async () => {
  for (const { name, exportId } of files) {
    const text = await download(exportId, name);
    expect(canaries.met(text), name).toEqual([]);
    expect(text.length, name).toBeGreaterThan(50);
  }
  for (const target of [`payments/${real.paymentId}/receipt.pdf`, `conversions/${real.invoiceId}/note.pdf`]) {
    const text = unpacked(await recordedAnswer("key", `/manage/v1/${target}`));
    expect(text.slice(0, 5)).toBe("%PDF-");
    expect(canaries.met(text), target).toEqual([]);
  }
});

test("no column of any row holds one, not even as hex or base64", async () => {
  const tables = await queryEmbedded<{ name: string }>(
    program,
    "select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'm') and has_table_privilege(c.oid, 'select')",
  );
  expect(tables.length).toBeGreaterThan(40);
  const rowsWith = async (spellings: readonly string[]) => {
    const list = spellings.map((each) => `'${each.replaceAll("'", "''")}'`).join(", ");
    const counts = tables.map(
      ({ name }) =>
        `select '${name}' as name, count(*)::int as rows from ${name} t where exists (select from unnest(array[${list}]) s where position(s in t::text) > 0)`,
    );
    const found = await queryEmbedded<{ name: string; rows: number }>(program, counts.join(" union all "));
    return found.filter(({ rows }) => rows > 0).map(({ name }) => name);
  };
  await expect.poll(() => queryEmbedded(program, "select 1 from mail where error like '%not you%'")).not.toEqual([]);
  expect(await rowsWith(canaries.spellings())).toEqual([]);
  expect(await rowsWith([real.keyId])).toContain("api_key");
});

test("no line of the log at its most talkative tells one", () => {
  const log = program.output().replace(/^.*curl -u .*$/m, "");
  expect(log).toContain('"event":"request"');
  expect(canaries.met(log)).toEqual([]);
});

test("a backup holds the database and none of them in the clear", async () => {
  const folder = mkdtempSync(join(tmpdir(), "desk-canary-"));
  try {
    await run(process.execPath, ["lib/cli/main.ts", "backup", "--to", join(folder, "kept")], {
      cwd: ROOT,
      env: operatorEnv(),
    });
    const files = globSync("**/*", { cwd: folder })
      .map((path) => join(folder, path))
      .filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThan(100);
    const met = files.flatMap((path) => canaries.met(readFileSync(path)).map((name) => [path, name]));
    expect(met).toEqual([]);
    expect(files.some((path) => readFileSync(path).includes(real.keyId))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
