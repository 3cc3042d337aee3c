import { once } from "node:events";
import { chmodSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { begin, environmentOf, type Run } from "#e2e/world/program.ts";
import { freePort } from "#lib/postgres/free-port.ts";

// However it is stopped, nothing of the program stays behind, neither process nor database server, and the next start
// works: the starts of this file follow one another on one folder, from the very first.

const READY = /is ready after .*\n/;
/** What a start, and Next in it, tells when nothing is wrong. */
const ORDINARY = /^(Migrations applied: .*|Building the pages: .*|The (API|desk) .*| {2}(Try it|Sign in) .*|✓ .*)\n/gm;
/** Requests under way are waited for so long; a machine too busy to send one meanwhile is asked again. */
const GRACE_MS = 3_500;
/** Far beyond what a stop may take: 4 s for requests under way, 6 s for the processes, 9 s for the database. */
const GONE = { timeout: 60_000, interval: 50 };

let dataDir: string;
let port: number;
let run: Run;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "desk-stopping-"));
  chmodSync(dataDir, 0o711);
  port = await freePort();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
afterEach(() => {
  for (const pid of processes()) process.kill(pid, "SIGKILL");
});

function start(): Run {
  run = begin([], environmentOf(port, dataDir));
  return run;
}

async function running(): Promise<Run> {
  await start().printed(READY);
  return run;
}

/**
 * Everything that runs for this folder: whoever was given it, and the database server with its backends. By names alone:
 * a glob looks at each entry too, and is empty when one process of the machine ends between.
 */
function processes(): number[] {
  const ours = readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return (
        readlinkSync(join("/proc", name, "cwd")).startsWith(dataDir) ||
        readFileSync(join("/proc", name, "environ"), "latin1")
          .split("\0")
          .includes(`DATA_DIR=${dataDir}`)
      );
    } catch {
      return false;
    }
  });
  return ours.map(Number);
}

function signal(name: NodeJS.Signals, to: "launcher" | "group" | "everything"): void {
  const { pid = 0 } = run.child;
  const pids = to === "launcher" ? [pid] : to === "group" ? [-pid] : processes();
  for (const each of pids) {
    try {
      process.kill(each, name);
    } catch (error) {
      // PostgreSQL's helpers come and go: one that was listed may be over before its signal.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH" || to !== "everything") throw error;
    }
  }
}

async function allGone(): Promise<void> {
  await expect.poll(processes, GONE).toEqual([]);
  expect(existsSync(join(dataDir, "postgres/data/postmaster.pid"))).toBe(false);
}

const seededRows = async (): Promise<number> => {
  const path = join(dataDir, "postgres/access.json");
  if (!existsSync(path)) return 0;
  const { port: at, passwords } = JSON.parse(readFileSync(path, "utf8"));
  const client = new pg.Client(`postgresql://desk:${passwords.desk}@127.0.0.1:${at}/desk`);
  try {
    await client.connect();
    return (await client.query("select from bill")).rowCount ?? 0;
  } catch {
    return 0;
  } finally {
    await client.end().catch(() => undefined);
  }
};

describe("the first start, broken off by a signal to its group", () => {
  it.each<[string, () => unknown]>([
    ["while its database is being made", () => globSync(join(dataDir, "postgres/data.making*"))[0]],
    ["while the first world is being seeded", seededRows],
    ["while its pages open", () => /The API answers/.test(run.output())],
  ])("%s, ends in silence", async (_when, reached) => {
    start();
    await expect.poll(async () => Boolean(await reached()), { timeout: 600_000, interval: 20 }).toBe(true);
    const ended = once(run.child, "close");
    signal("SIGTERM", "group");
    expect(await ended).toEqual([0, null]);
    await allGone();
    expect(run.output().replace(ORDINARY, "")).toBe("");
  });
});

describe("a running program", () => {
  it.each<[string, () => void]>([
    ["SIGTERM to the launcher", () => signal("SIGTERM", "launcher")],
    ["SIGTERM to its group", () => signal("SIGTERM", "group")],
    [
      "Ctrl-C, and again",
      () => {
        signal("SIGINT", "group");
        signal("SIGINT", "group");
      },
    ],
    [
      "a terminal that is closed",
      () => {
        run.child.stdout?.destroy();
        run.child.stderr?.destroy();
        signal("SIGHUP", "group");
      },
    ],
    ["SIGTERM to every process, the database's too", () => signal("SIGTERM", "everything")],
  ])("%s: ends in order", async (_how, stop) => {
    await running();
    const ended = once(run.child, "exit");
    stop();
    expect(await ended).toEqual([0, null]);
    await allGone();
    expect(run.output()).not.toContain("was killed");
  });

  it("ends too when its launcher is killed", async () => {
    await running();
    signal("SIGKILL", "launcher");
    await allGone();
  });

  it("stops its database though clients are in the midst of long statements", async () => {
    await running();
    const { port: at, passwords } = JSON.parse(readFileSync(join(dataDir, "postgres/access.json"), "utf8"));
    const client = new pg.Client(`postgresql://desk:${passwords.desk}@127.0.0.1:${at}/desk`);
    client.on("error", () => undefined);
    await client.connect();
    const statement = client.query("select pg_sleep(3600)").catch((error: unknown) => error);
    signal("SIGTERM", "group");
    await allGone();
    expect(await statement).toBeInstanceOf(Error);
  });

  it("answers the request that is under way, however often it is told to stop, and ends the streams that are open", async () => {
    let stopped = await stoppedAtRequest();
    while (stopped.tookMs > GRACE_MS) stopped = await stoppedAtRequest();
    expect(stopped.answer).toMatch(/^HTTP\/1\.1 200 /m);
    expect(stopped.answer).toMatch(/^connection: close\r$/im);
    const [, paymentId = "none"] = /"paymentId":"([^"]+)"/.exec(stopped.answer) ?? [];

    await running();
    const target = `http://127.0.0.1:${port}/payment/v1/payment?paymentId=${paymentId}`;
    expect((await fetch(target, { headers: demoKey() })).status).toBe(200);
    signal("SIGTERM", "launcher");
    await allGone();
  });
});

/** What a request is answered whose body comes when its program has been told twice to stop, and how long that took. */
async function stoppedAtRequest(): Promise<{ answer: string; tookMs: number }> {
  await running();
  const headers = demoKey();
  const stream = await fetch(`http://127.0.0.1:${port}/manage/v1/stream`, { headers });
  const reading = stream.text();
  const request = await halfSent(headers.authorization);
  const signalledAt = performance.now();
  signal("SIGTERM", "group");
  await expect(reading).resolves.toContain("event: ready");
  signal("SIGTERM", "group");
  const answer = await request.finish();
  const tookMs = performance.now() - signalledAt;
  await allGone();
  return { answer, tookMs };
}

function demoKey(): { authorization: string } {
  const [, key = ""] = /curl -u (\S+)/.exec(run.output()) ?? [];
  return { authorization: `Basic ${Buffer.from(key).toString("base64")}` };
}

/** A request whose head the server has read, as its 100 Continue says, and whose body is still to come. */
async function halfSent(authorization: string): Promise<{ finish(): Promise<string> }> {
  const body = JSON.stringify({ cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "acme-42" });
  const socket: Socket = createConnection(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.write(
    `POST /payment/v1/requestPaymentAddress HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: ${authorization}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  );
  await expect.poll(() => text).toContain("100 Continue");
  return {
    async finish() {
      const closed = once(socket, "close");
      socket.write(body);
      await closed;
      return text;
    },
  };
}
