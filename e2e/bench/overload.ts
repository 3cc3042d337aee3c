import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { refillPool } from "#lib/wallets/pool.ts";
import { type Caller, openCallers } from "./load/accounts.ts";
import { messageFrom, start, startBeside } from "./load/contest.ts";
import { demand } from "./load/demand.ts";
import type { Flooded } from "./load/flood.ts";
import { inside } from "./load/inside.ts";
import type { Outcome, Round } from "./load/generator.ts";
import { startMeasured } from "./load/measured.ts";

// Ten times what the program can create, for minutes, sent whether it answers or not: what it does then of what it did
// before, what else it answers, and how soon it is as before. Then slow senders and slow readers by the hundred beside
// creates at their usual rate.

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    times: { type: "string", default: "10" },
    /** A few seconds and low targets: whether it works at all. */
    short: { type: "boolean", default: false },
  },
});
const floodMs = values.short ? 3_000 : Number(values.minutes) * 60_000;
const LEAST_SHARE = values.short ? 0.1 : 0.8;
const NORMAL_WITHIN_MS = 30_000;
const ROUND_MS = values.short ? 1_000 : 10_000;
const PROBE_MS = 2_000;
const SETTLE_MS = 15_000;
const CONNECTIONS = 32;
const MOST_REQUESTS = 1_000_000;
/** Below what one address may have open, beside the others. */
const SLOW_EACH = 100;
const PATH = "/payment/v1/requestPaymentAddress";
const BODY = JSON.stringify({
  cryptoType: "BTC",
  fiat: "EUR",
  fiatReceivable: 100,
  subaccount: "acme-42",
  bech32: true,
});
const POOL_BATCHES = 20;

const program = await startMeasured({ env: { LOG_LEVEL: "info" } });
const generator = start("generator.ts", {});
try {
  const callers = await inside(program, async (ctx) => {
    for (let made = 0; made < POOL_BATCHES; made += 1) await refillPool(ctx, "BTC_P2WPKH");
    return openCallers(ctx, ["bench 1", "bench 2", "bench 3", "bench 4"]);
  });
  await closed(callers, PROBE_MS);
  const rated = await closed(callers, ROUND_MS);
  line("rated", rated);
  await flood(callers, rateOf(rated));
  await waitForNormal(callers, rateOf(rated));
  const slow = await openSlow(callers);
  // What is measured is that they stay, not the work of so many long lists at once, which any reader costs.
  await sleep(SETTLE_MS);
  const beside = await closed(callers, ROUND_MS);
  for (const socket of slow) socket.destroy();
  line(`beside ${slow.length} slow senders and readers`, beside);
  check("share of the rate beside them", rateOf(beside) / rateOf(rated), LEAST_SHARE);
  demand(beside.refused === 0);
  process.stdout.write("leaves out: a network; load generator, program and PostgreSQL share this machine.\n");
} finally {
  generator.kill("SIGTERM");
  await program.stop();
}

function closed(keys: readonly Caller[], durationMs: number): Promise<Outcome> {
  const round: Round = {
    port: program.port,
    method: "POST",
    targets: [PATH],
    body: BODY,
    keys,
    keyed: true,
    connections: CONNECTIONS,
    durationMs,
    mostRequests: MOST_REQUESTS,
  };
  const outcome = messageFrom<Outcome>(generator);
  generator.send(round);
  return outcome;
}

async function flood(keys: readonly Caller[], rate: number): Promise<void> {
  const flooding = await startBeside("flood.ts", {});
  const flooded = messageFrom<Flooded>(flooding);
  const perSecond = rate * Number(values.times);
  flooding.send({ port: program.port, target: PATH, body: BODY, keys, perSecond, durationMs: floodMs });
  const { statuses, seconds, sent, unsent, medianMs, slowMs } = await flooded;
  flooding.disconnect();
  const done = statuses["200"] ?? 0;
  process.stdout.write(
    `flood: ${(sent / seconds).toFixed(0)}/s sent of ${perSecond.toFixed(0)}/s, ${unsent} found no connection; ${JSON.stringify(statuses)}; half of the answers within ${medianMs.toFixed(0)} ms, 99 % within ${slowMs.toFixed(0)} ms\n`,
  );
  check("share of the rated work", done / seconds / rate, LEAST_SHARE);
  const others = Object.keys(statuses).filter((status) => !["200", "429", "503"].includes(status));
  process.stdout.write(`other answers than 200, 429 and 503: ${others.join(", ") || "none"}\n`);
  demand(others.length === 0);
}

async function waitForNormal(keys: readonly Caller[], rate: number): Promise<void> {
  const from = performance.now();
  for (let took = 0; took <= NORMAL_WITHIN_MS; took = performance.now() - from) {
    const probe = await closed(keys, PROBE_MS);
    if (probe.refused > 0 || rateOf(probe) < rate * LEAST_SHARE) continue;
    process.stdout.write(`as before within ${((performance.now() - from) / 1000).toFixed(1)} s\n`);
    return;
  }
  process.stdout.write("NOT as before within 30 s\n");
  demand(false);
}

/** Half of them send a byte now and then of a body, the others ask for lists and read nothing of them. */
async function openSlow(keys: readonly Caller[]): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let each = 0; each < SLOW_EACH; each += 1) {
    const [sender, reader] = [connect(program.port, "127.0.0.1"), connect(program.port, "127.0.0.1")];
    await Promise.all([once(sender, "connect"), once(reader, "connect")]);
    for (const socket of [sender, reader]) socket.on("error", () => undefined);
    sender.write(
      `POST ${PATH} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{`,
    );
    const timer = setInterval(() => sender.write(" "), 1_000);
    sender.once("close", () => clearInterval(timer));
    const { keyId, secret } = keys[each % keys.length] ?? { keyId: "", secret: "" };
    const basic = Buffer.from(`${keyId}:${secret}`).toString("base64");
    const target = `/payment/v1/payment?startTime=${Date.now() - 86_400_000}&limit=500`;
    reader.pause();
    reader.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nauthorization: Basic ${basic}\r\n\r\n`);
    sockets.push(sender, reader);
  }
  return sockets;
}

function rateOf({ answered, seconds }: Outcome): number {
  return answered / seconds;
}

function line(name: string, outcome: Outcome): void {
  process.stdout.write(
    `${name}: ${rateOf(outcome).toFixed(0)}/s, 99 % within ${outcome.slowMs.toFixed(0)} ms, ${outcome.refused} refused\n`,
  );
}

function check(name: string, share: number, least: number): void {
  process.stdout.write(`${name}: ${share.toFixed(2)}, ${share >= least ? "target" : "BELOW the target"} ${least}\n`);
  demand(share >= least);
}
