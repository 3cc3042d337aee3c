import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { type Program, startProgram } from "#e2e/world/program.ts";

const ROOT = resolve(import.meta.dirname, "../..");

type Ending = { code: number | null; lines: string[] };

/** Starts the launcher with nothing but the variables given, and waits until it has given up. */
function launch(env: Record<string, string>, args: readonly string[] = []): Promise<Ending> {
  const child = spawn(process.execPath, ["lib/server/guard.mjs", "lib/server/start.ts", ...args], {
    cwd: ROOT,
    env: { NODE_ENV: "production", PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  return new Promise((done) => child.once("close", (code) => done({ code, lines: output.trim().split("\n") })));
}

describe("a set-up that is wrong ends the start with one line and exit code 1", () => {
  let scratch: string;
  let database: FreshDatabase;

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), "desk-launcher-"));
    database = await freshDatabase();
  });
  afterAll(async () => {
    await database.drop();
    rmSync(scratch, { recursive: true, force: true });
  });

  const fault = (claim: string, env: () => Record<string, string>, sentence: RegExp, args: string[] = []) =>
    it(claim, async () => {
      const { code, lines } = await launch({ DATA_DIR: scratch, PORT: "39871", ...env() }, args);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(sentence);
      expect(code).toBe(1);
    });

  fault("a port that is none", () => ({ PORT: "http" }), /^PORT is "http"/);
  fault("an option that is none", () => ({}), /^--only is "all": give one of api, web, worker/, ["--only=all"]);
  const live = {
    MODE: "live",
    SECRETS_KEY: "f3b1c07a5d92e8466fa01b7cd3e95824",
    VENUES: "kraken",
    KRAKEN_API_KEY: "k",
    KRAKEN_API_SECRET: "s",
    BITCOIN_RPC_URL: "http://127.0.0.1:1",
    BITCOINCASH_RPC_URL: "http://127.0.0.1:1",
    ETH_RPC_URL: "http://127.0.0.1:1",
    TRON_RPC_URL: "http://127.0.0.1:1",
  };
  fault("live without a secret", () => ({ ...live, SECRETS_KEY: "" }), /^SECRETS_KEY is not set/);
  fault("live with a weak secret", () => ({ ...live, SECRETS_KEY: "k".repeat(40) }), /^SECRETS_KEY repeats itself/);
  fault("live by plain http", () => ({ ...live, PUBLIC_URL: "http://pay.example.com" }), /^PUBLIC_URL is plain http/);
  fault("live that trusts everybody", () => ({ ...live, TRUSTED_PROXIES: "0.0.0.0/0" }), /^TRUSTED_PROXIES holds/);
  fault(
    "a host that is not of this machine",
    () => ({ HOST: "192.0.2.1" }),
    /^HOST 192\.0\.2\.1 is no address of this/,
  );
  fault("live without a venue", () => ({ ...live, VENUES: "" }), /^VENUES is not set/);
  fault("live without a node", () => ({ ...live, TRON_RPC_URL: "" }), /^TRON_RPC_URL is not set/);
  fault("a folder that is a file", () => ({ DATA_DIR: fileIn(scratch) }), /^DATA_DIR cannot be used/);
  fault(
    "a database that does not answer, its password unsaid",
    () => ({ DATABASE_URL: "postgresql://desk:hidden-word@127.0.0.1:1/desk" }),
    /^DATABASE_URL leads to no database that answers \(127\.0\.0\.1:1\/desk\): (?!.*hidden-word)/,
  );
  fault(
    "a password that is wrong",
    () => ({ DATABASE_URL: database.url.replace(/:[0-9a-f]+@/, ":wrong@") }),
    /^DATABASE_URL leads to no database that answers .*password authentication failed/,
  );

  it("a port that another program holds", async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, done));
    const { port } = other.address() as { port: number };
    const { code, lines } = await launch({ DATA_DIR: scratch, PORT: String(port) });
    other.close();
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^PORT ${port} is in use`))]);
    expect(code).toBe(1);
  });
});

describe("the program on its own database", () => {
  let program: Program;

  beforeAll(async () => {
    program = await startProgram({ embedded: true, args: ["--only=api"] });
  });
  afterAll(async () => {
    await program?.stop();
  });

  it("keeps what it has answered through a kill of all its processes", async () => {
    const { paymentId } = await createBill();
    await program.kill9();
    await expect(fetch(`${program.url}/healthz`)).rejects.toThrow();
    await program.restart();
    const answer = await call(`/payment/v1/payment?paymentId=${paymentId}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(paymentId);
  });

  it("shows the same key at each start", () => {
    expect(program.output()).toContain(`${program.demo.keyId}:${program.demo.secret}`);
  });

  async function createBill(): Promise<{ paymentId: string }> {
    const body = JSON.stringify({ cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "acme-42" });
    const answer = await call("/payment/v1/requestPaymentAddress", { method: "POST", body });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { paymentId: string };
  }

  function call(path: string, init: RequestInit = {}): Promise<Response> {
    const { keyId, secret } = program.demo;
    const authorization = `Basic ${Buffer.from(`${keyId}:${secret}`).toString("base64")}`;
    return fetch(program.url + path, { ...init, headers: { authorization, "content-type": "application/json" } });
  }
});

function fileIn(folder: string): string {
  const path = join(folder, "file");
  writeFileSync(path, "");
  return path;
}

describe("the program in development", () => {
  let program: Program;

  beforeAll(async () => {
    program = await startProgram({ args: ["--dev"], env: { NODE_ENV: "development" } });
  });
  afterAll(() => program?.stop());

  it("serves sign-in, pages named by a part of their path, and the API", async () => {
    const statuses = [];
    for (const path of ["/sign-in", "/api/auth/csrf", "/pay/nothing", "/payment/v1/payment"])
      statuses.push((await fetch(program.url + path)).status);
    expect(statuses).toEqual([200, 200, 404, 401]);
  });

  it("opens the socket by which pages reload, and no other", async () => {
    const upgrade = (target: string) =>
      new Promise<string>((done, fail) => {
        const socket = connect(program.port, "127.0.0.1", () =>
          socket.write(
            `GET ${target} HTTP/1.1\r\nHost: localhost:${program.port}\r\nOrigin: ${program.url}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
          ),
        );
        socket.once("error", fail).once("data", (data) => {
          socket.destroy();
          done(String(data).slice(0, 12));
        });
      });
    expect(await upgrade("/_next/hmr?id=a")).toBe("HTTP/1.1 101");
    expect(await upgrade("/sign-in")).toBe("HTTP/1.1 400");
  });

  it("starts the API again when a file of it changes, and answers as before", async () => {
    const startOf = async (): Promise<string | undefined> =>
      /^process_start_time_seconds (\S+)/m.exec(await (await fetch(`${program.url}/metrics`)).text())?.[1];
    const first = await startOf();
    const now = new Date();
    utimesSync("app/payment/v1/payment/route.ts", now, now);
    await expect.poll(() => startOf().catch(() => first)).not.toBe(first);
    expect((await fetch(`${program.url}/payment/v1/payment`)).status).toBe(401);
  });
});
