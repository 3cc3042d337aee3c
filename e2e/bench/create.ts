import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Program } from "#e2e/world/program.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { addWallet } from "#lib/wallets/add-wallet.ts";
import { refillPool } from "#lib/wallets/pool.ts";
import { SANDBOX_WALLETS } from "#lib/wallets/sandbox-keys.ts";
import { type Caller, openCallers, signedIn } from "./load/accounts.ts";
import {
  contend,
  floorSide,
  type Load,
  messageFrom,
  programSide,
  type Served,
  serveFloor,
  startBeside,
  type Verdict,
} from "./load/contest.ts";
import { demand } from "./load/demand.ts";
import { databaseBeside, inside } from "./load/inside.ts";
import { FIRST_FLOOR_INDEX, type FloorOfCreates, layAddresses, likeABill } from "./load/like-a-bill.ts";
import { memoryOf } from "./load/processes.ts";
import { keepResult } from "./load/results.ts";
import { demandRows } from "./load/rows-of-creates.ts";
import type { Outcome } from "./load/generator.ts";
import { startMeasured } from "./load/measured.ts";

// Signed creates per second of the whole program, web and worker, against bare node:http + pg that write the same rows on
// the same server: each with an idempotency key, as our SDK sends one, under limits of its account and of the house, as
// live has them, its log of lines on. Addresses are derived by the program while it is measured, from a pool as large as
// production keeps it. Spread over eight accounts, all in one, every key sent again, and with ten people at the desk.

const CASES = ["spread", "hot", "replay", "paging"] as const;
type Case = (typeof CASES)[number];

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: CASES.join(",") },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "60" },
    /** Share of the floor's rate in place of each case's own. */
    target: { type: "string" },
    /** A second of each case on the API alone and no target: nothing is refused, and each row that belongs there is there. */
    short: { type: "boolean", default: false },
    /** Keeps the figures in the repository, with what machine they are of. */
    keep: { type: "boolean", default: false },
    /** A folder for processor profiles of the program's processes. */
    profile: { type: "string" },
  },
});
const seconds = values.short ? 1 : Number(values.seconds);
const rounds = values.short ? 1 : Number(values.rounds);
const cases = values.short
  ? (["spread", "replay"] as const)
  : CASES.filter((each) => values.cases.split(",").includes(each));
const TARGETS: Record<Case, number> = { spread: 0.5, hot: 0.4, replay: 0.6, paging: 0 };
const MOST_SLOW_TIMES = 2;
const CONNECTIONS = 32;
const ACCOUNTS = 8;
const PEOPLE = 10;
/** Above what any floor has answered on a machine of two processors. */
const MOST_PER_SECOND = values.short ? 2_000 : 4_000;
const REPLAYED_KEYS = values.short ? 100 : 2_000;
const PATH = "/payment/v1/requestPaymentAddress";
const BODY = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "acme-42", bech32: true };
/** The pool of addresses as the worker fills it before anybody calls. */
const POOL = values.short ? 800 : 2_000;
const POOL_BATCH = 100;

// The short form needs no pages and no worker, and so no build.
const args = values.short ? ["--only=api"] : [];
const profiled = values.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(values.profile)}` };
const program = await startMeasured({ args, env: { LOG_LEVEL: "info", ...profiled } });
/** Bills that the program has answered: the one that the floor's rows are like, and all that were made under load. */
let made = 1;
try {
  const names = Array.from({ length: ACCOUNTS }, (_, at) => `bench ${at + 1}`);
  const { callers, cookie } = await inside(program, async (ctx) => {
    for (let made = 0; made < POOL; made += POOL_BATCH) await refillPool(ctx, "BTC_P2WPKH");
    const opened = await openCallers(ctx, names);
    return { callers: opened, cookie: await signedIn(program, ctx, opened[0]?.accountId ?? "") };
  });
  const floorAccounts: string[] = [];
  const floorUrl = await databaseBeside(program, async (ctx) => {
    for (const wallet of SANDBOX_WALLETS) await addWallet(ctx, wallet);
    for (const name of names) floorAccounts.push((await openAccount(ctx, name)).id);
  });
  const like = await likeABill(program, callers[0] as Caller, PATH, BODY);
  const perCase = (rounds + 1) * seconds * MOST_PER_SECOND;
  const creating = cases.filter((each) => each === "spread" || each === "hot").length;
  await layAddresses(floorUrl, creating * perCase + REPLAYED_KEYS * 2);
  const accounts = Object.fromEntries(callers.map(({ keyId }, at) => [keyId, floorAccounts[at] ?? ""]));
  const verdicts: Verdict[] = [];
  let firstIndex = FIRST_FLOOR_INDEX;
  for (const each of cases) {
    const given: FloorOfCreates = { like, accounts, firstIndex, again: each === "replay", path: PATH };
    const floor = await serveFloor("floor-create.ts", program.dataDir, {
      FLOOR_URL: floorUrl,
      FLOOR_CREATE: JSON.stringify(given),
    });
    firstIndex += each === "replay" ? REPLAYED_KEYS * 2 : perCase;
    try {
      verdicts.push(await play(each, program, floor, callers, cookie));
    } finally {
      floor.stop();
    }
  }
  if (values.short) await demandRows(program, made);
  const memory = memoryOf(program.dataDir);
  process.stdout.write(
    `leaves out: a network between caller and program, TLS, more processes than one; load generator, program and PostgreSQL share this machine. The floor derives no addresses and writes no lines on its output.\n`,
  );
  if (values.keep)
    await keepResult("create", floorUrl, verdicts, { seconds, rounds, connections: CONNECTIONS, ...memory });
} finally {
  await program.stop();
}

async function play(
  each: Case,
  on: Program,
  floor: Served,
  callers: readonly Caller[],
  cookie: string,
): Promise<Verdict> {
  const keys = each === "hot" ? callers.slice(0, 1) : callers;
  const load: Load = {
    method: "POST",
    targets: [PATH],
    body: JSON.stringify(BODY),
    keys,
    keyed: each === "replay" ? { among: REPLAYED_KEYS } : true,
    connections: CONNECTIONS,
    durationMs: seconds * 1000,
    mostRequests: seconds * MOST_PER_SECOND,
  };
  const targets = {
    rate: values.short ? 0 : Number(values.target ?? TARGETS[each]),
    ...(!values.short && { slowTimes: MOST_SLOW_TIMES }),
  };
  const count = ({ answered, replayed }: Outcome) => {
    made += answered - replayed;
  };
  const alone = { ...programSide(on, load), count };
  if (each !== "paging")
    return contend({ name: `create, ${each}`, program: alone, floor: floorSide(floor, load), rounds, targets });
  // Beside ten people at the desk, against the same program without them.
  const beside = () => atTheDesk(on, cookie);
  return contend({
    name: "create, ten people paging / none",
    program: { ...alone, beside },
    floor: alone,
    rounds,
    targets,
  });
}

async function atTheDesk({ port }: Program, cookie: string): Promise<() => Promise<void>> {
  const people = await startBeside("paging.ts", { PAGING: JSON.stringify({ port, cookie, people: PEOPLE }) });
  return async () => {
    const counted = messageFrom<{ read: number; refused: number }>(people);
    people.send("over");
    const { read, refused } = await counted;
    process.stdout.write(`people at the desk: ${read} reads, ${refused} refused\n`);
    demand(refused === 0);
  };
}
