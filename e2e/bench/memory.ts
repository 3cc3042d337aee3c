import { parseArgs } from "node:util";
import type { Program } from "#e2e/world/program.ts";
import { pspClient } from "#e2e/world/psp.ts";
import { refillPool } from "#lib/wallets/pool.ts";
import { openCallers, signedIn } from "./load/accounts.ts";
import { messageFrom, start, startBeside } from "./load/contest.ts";
import { demand } from "./load/demand.ts";
import type { Outcome, Round } from "./load/generator.ts";
import { inside } from "./load/inside.ts";
import { memoryOf } from "./load/processes.ts";
import { startMeasured } from "./load/measured.ts";

// What the processes hold in memory under mixed load: every page of the desk once, a burst of creates, and then rounds of
// creates, of bills that are paid and settled, and of people at the desk. After each round it must be below the target, and
// the last rounds must not need more than those before them.

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "6" },
    seconds: { type: "string", default: "20" },
  },
});
const MOST_MB: Readonly<Record<string, number>> = { webMb: 300, workerMb: 200 };
/** What a heap moves by from one collection of its garbage to the next. */
const MOST_GROWTH = 1.1;
const CONNECTIONS = { burst: 32, mixed: 8 };
const PAYERS = 2;
const PEOPLE = 5;
const POOL_BATCHES = 20;
const CREATE = "/payment/v1/requestPaymentAddress";
const BILL = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 20, subaccount: "bench", bech32: true };
const PAGES =
  "/ /payments /conversions /developers /settlements /bills/new /exports /audit /customers /account /exceptions /approvals /ledger /settings /payouts /treasury /docs /docs/rulebook";

const ms = Number(values.seconds) * 1000;
const program = await startMeasured({ env: { LOG_LEVEL: "info" } });
const generator = start("generator.ts", {});
let isOver = false;
let paid = 0;
try {
  memoryOf(program.dataDir);
  const { keys, cookie } = await inside(program, async (ctx) => {
    for (let made = 0; made < POOL_BATCHES; made += 1) await refillPool(ctx, "BTC_P2WPKH");
    const opened = await openCallers(ctx, ["bench 1", "bench 2", "bench 3", "bench 4"]);
    return { keys: opened, cookie: await signedIn(program, ctx, opened[0]?.accountId ?? "") };
  });
  for (const page of PAGES.split(" ")) await open(page, cookie);
  const create: Omit<Round, "connections"> = {
    port: program.port,
    method: "POST",
    targets: [CREATE],
    body: JSON.stringify(BILL),
    keys,
    keyed: true,
    durationMs: ms,
    mostRequests: 1_000_000,
  };
  await play({ ...create, connections: CONNECTIONS.burst });
  const payers = Array.from({ length: PAYERS }, () => pay(program));
  const people = await startBeside("paging.ts", {
    PAGING: JSON.stringify({ port: program.port, cookie, people: PEOPLE }),
  });
  const after: Record<string, number>[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1)
    after.push(await play({ ...create, connections: CONNECTIONS.mixed }));
  isOver = true;
  await Promise.all(payers);
  const counted = messageFrom<{ read: number; refused: number }>(people);
  people.send("over");
  const { read, refused } = await counted;
  process.stdout.write(`${paid} bills paid; people at the desk: ${read} reads, ${refused} refused\n`);
  demand(refused === 0 && paid > 0);
  for (const name of Object.keys(MOST_MB))
    judge(
      name,
      after.map((each) => each[name] ?? 0),
    );
} finally {
  isOver = true;
  generator.kill("SIGTERM");
  await program.stop();
}

async function open(page: string, cookie: string): Promise<void> {
  const response = await fetch(program.url + page, { headers: { cookie, accept: "text/html" } });
  await response.text();
  if (response.status !== 200) throw new Error(`${page}: ${response.status}`);
}

async function play(round: Round): Promise<Record<string, number>> {
  const played = messageFrom<Outcome>(generator);
  generator.send(round);
  const { answered, refused, seconds } = await played;
  process.stdout.write(`${(answered / seconds).toFixed(0)} creates a second, ${refused} refused; `);
  demand(refused === 0);
  return memoryOf(program.dataDir);
}

/** A shop whose bills are paid at once: the worker sees the payments, sells what came and tells the account. */
async function pay(on: Program): Promise<void> {
  const call = pspClient(on.url, on.demo);
  while (!isOver) {
    const bill = await call({ method: "POST", target: CREATE, body: BILL });
    const { deposit_address: address, quantity } = bill?.body ?? {};
    const sent = await call({
      method: "POST",
      target: "/sandbox/v1/deposits",
      body: { address, quantity: Number(quantity) },
    });
    if (sent?.status !== 200) throw new Error(`a bill could not be paid: ${bill?.text} ${sent?.text}`);
    paid += 1;
  }
}

/** The most that was held, and the latter half of the rounds against the former. */
function judge(name: string, held: readonly number[]): void {
  const half = Math.floor(held.length / 2);
  const most = Math.max(...held);
  const growth = Math.max(...held.slice(half)) / Math.max(...held.slice(0, half));
  const target = MOST_MB[name] ?? 0;
  const isMet = most <= target && growth <= MOST_GROWTH;
  process.stdout.write(
    `${name}: ${most}, ${most <= target ? "target" : "BEYOND the target"} ${target}; from the former rounds to the latter ${growth.toFixed(2)} times, ${growth <= MOST_GROWTH ? "target" : "BEYOND the target"} ${MOST_GROWTH}\n`,
  );
  demand(isMet);
}
