import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import type { Program } from "#e2e/world/program.ts";
import { createKey } from "#lib/keys/create-key.ts";
import { freePort } from "#lib/postgres/free-port.ts";
import { refillPool } from "#lib/wallets/pool.ts";
import { contend, type Load, programSide } from "../load/contest.ts";
import { embeddedUrl, inside } from "../load/inside.ts";

/** Log and limits may cost 15 %. */
const TARGET = 0.85;
const CONNECTIONS = 40;
const MOST_REQUESTS = 1_500;
const POOL_BATCH = 100;
/** Above what one process creates, so that nothing is refused, and low enough that its leases are taken often. */
const RATE = 2_000;
const START_MS = 30_000;
const ROOT = resolve(import.meta.dirname, "../../..");

/** Signed creates per second of the program, in turns with the same server without request log and rate limits. */
export async function contendLogAndLimits(
  program: Program,
  { rounds, seconds, target = TARGET }: { rounds: number; seconds: number; target?: number },
): Promise<void> {
  const key = await inside(program, async (ctx) => {
    for (let made = 0; made < 2 * (rounds + 1) * MOST_REQUESTS; made += POOL_BATCH) await refillPool(ctx, "BTC_P2WPKH");
    return createKey(ctx, { name: "limited", scopes: ["payments:write"], ratePerSecond: RATE });
  });
  const load: Load = {
    method: "POST",
    targets: ["/payment/v1/requestPaymentAddress"],
    body: JSON.stringify({ cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "acme-42", bech32: true }),
    keys: [key],
    keyed: false,
    connections: CONNECTIONS,
    durationMs: seconds * 1_000,
    mostRequests: MOST_REQUESTS,
  };
  const bare = await startWithout(program);
  try {
    const without = programSide({ port: bare.port, dataDir: program.dataDir }, load);
    const name = "create, log and limits / neither";
    await contend({ name, program: programSide(program, load), floor: without, rounds, targets: { rate: target } });
  } finally {
    bare.stop();
  }
}

/** Another process of the same installation, its log and limits taken out. */
async function startWithout(program: Program): Promise<{ port: number; stop(): void }> {
  const port = await freePort();
  const hook = join(ROOT, "e2e/bench/load/without-log-and-limits.ts");
  const child = spawn(process.execPath, [`--import=${hook}`, "lib/server/main.ts", "--only=api"], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: embeddedUrl(program),
      DATA_DIR: program.dataDir,
      PORT: String(port),
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const end = Date.now() + START_MS;
  while (Date.now() < end && child.exitCode === null) {
    const alive = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (alive?.ok) return { port, stop: () => void child.kill("SIGTERM") };
    await new Promise((wake) => setTimeout(wake, 100));
  }
  child.kill("SIGTERM");
  throw new Error("the server without log and limits did not start");
}
