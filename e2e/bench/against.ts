import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { begin, environmentOf, type Program } from "#e2e/world/program.ts";
import { contend, type Load, programSide, type Side } from "./load/contest.ts";
import { ownerUrl } from "./load/inside.ts";
import { startMeasured } from "./load/measured.ts";

// This checkout against another edition of the program in the folder that is named, its packages installed: the creates and
// the pages of payments that both know, in turns. Each has a durable server, a worker and a key of its own, no limits and no
// idempotency keys, as the first edition's benchmark had it. A round makes fewer bills than either keeps addresses for, and
// begins when the pool is full again.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "9" },
    /** Of a round of pages. */
    seconds: { type: "string", default: "4" },
    target: { type: "string", default: "0.97" },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Name the folder of the other edition.");
const CONNECTIONS = 32;
/** Each edition keeps a thousand addresses at least. */
const BILLS_EACH = 900;
const BILL = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "acme-42", bech32: true };
const DAY_MS = 86_400_000;
const LOOK_MS = 1_000;
/** A pool that has not grown for so many looks is full. */
const QUIET_LOOKS = 4;
const rounds = Number(values.rounds);
const targets = { rate: Number(values.target) };

const ours = await open();
const theirs = await open(resolve(folder));
try {
  const create: Omit<Load, "keys"> = {
    method: "POST",
    targets: ["/payment/v1/requestPaymentAddress"],
    body: JSON.stringify(BILL),
    keyed: false,
    connections: CONNECTIONS,
    durationMs: 60_000,
    mostRequests: BILLS_EACH,
  };
  await contend({
    name: "create",
    program: ours.side(create),
    floor: theirs.side(create),
    rounds,
    targets,
    against: "other",
  });
  const page: Omit<Load, "keys"> = {
    ...create,
    method: "GET",
    targets: [`/payment/v1/payment?startTime=${Date.now() - DAY_MS}&limit=50`],
    body: "",
    durationMs: Number(values.seconds) * 1_000,
    mostRequests: 1_000_000,
  };
  await contend({
    name: "50 payments",
    program: ours.side(page),
    floor: theirs.side(page),
    rounds,
    targets,
    against: "other",
  });
} finally {
  await ours.stop();
  await theirs.stop();
}

type Edition = { side(load: Omit<Load, "keys">): Side; stop(): Promise<void> };

/** An edition with its worker; its demo key may ask as fast as it can. */
async function open(checkout?: string): Promise<Edition> {
  const program = await startMeasured({ args: ["--only=api"], ...(checkout !== undefined && { checkout }) });
  const worker = begin(["--only=worker"], workerOf(program), checkout);
  await worker.printed(/is ready after .*\n/);
  const owner = new pg.Client(ownerUrl(program));
  await owner.connect();
  await owner.query("update api_key set rate_per_second = 100000");
  return {
    side: (load) => ({
      ...programSide(program, { ...load, keys: [program.demo] }),
      async beside() {
        await fullPool(owner);
        return async () => undefined;
      },
    }),
    async stop() {
      await owner.end();
      const ended = new Promise((done) => worker.child.once("exit", done));
      worker.child.kill("SIGTERM");
      await ended;
      await program.stop();
    },
  };
}

function workerOf({ port, dataDir }: Program): NodeJS.ProcessEnv {
  return { ...environmentOf(port, dataDir), CHECK_ANSWERS: "off" };
}

async function fullPool(owner: pg.Client): Promise<void> {
  let last = "";
  for (let quiet = 0; quiet < QUIET_LOOKS; await sleep(LOOK_MS)) {
    const { rows } = await owner.query<{ made: string }>("select count(*) as made from deposit_address");
    quiet = rows[0]?.made === last ? quiet + 1 : 0;
    last = rows[0]?.made ?? "";
  }
}
