import { parseArgs } from "node:util";
import { type Api, CREATE, type MadeBill, openApi } from "#e2e/world/api.ts";
import { type Client, type Got, type Key, openClient } from "#e2e/world/client.ts";
import { closeTestCluster } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";
import { openApiDocument } from "#lib/reference/document.ts";
import { loadOperations } from "#lib/reference/endpoints.ts";
import { exactJson } from "./fuzz/exact.ts";
import { valueFaults } from "./fuzz/judge.ts";
import { openMemory } from "./fuzz/memory.ts";
import { openOwners } from "./fuzz/owners.ts";
import { type Fuzzed, fuzzedRequest, isOfHouse, targetsOf } from "./fuzz/request.ts";
import { roundedFields } from "./fuzz/rounding.ts";
import { questionsAbout } from "./fuzz/strangers.ts";
import { totalFaults } from "./fuzz/totals.ts";
import { below } from "./fuzz/values.ts";

// Proof: whatever is sent, the answer is one the document promises. Requests are made from the document itself: valid,
// nearly valid and hostile, with identifiers of earlier answers among them. No failure of ours, no answer outside the
// document (the client holds each against it), no number that comes back otherwise than it was sent, and clean books. Two
// accounts ask at once, each naming what is the other's: neither is told anything of the other, and the figures of each
// answer add up among themselves, to its own payments and to its balances. One of the house asks for what is the house's.

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    requests: { type: "string" },
    first: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
  },
});
const REQUESTS = Number(values.requests ?? (values.full ? 500_000 : 5_000));
const SEED = Number(values.seed);
/** Where to begin: a world of a long run is played again from its first request. */
const FIRST = Number(values.first);
/** Requests to one world; then its books are checked and the next begins, so that pages do not grow without end. */
const WORLD_OF = 50_000;
/** Lines of requests to the server in this process, and to each of two more of the same installation. */
const LINES_HERE = 4;
const LINES_BESIDE = 10;
const BESIDE = 2;
const SETTLE_EVERY = 1_000;
const REPORT_EVERY = 10_000;
/** Settles of up to 30 seconds until a batch's due work has to be done. */
const MOST_SETTLES = 10;
const MOST_FAULTS = 30;
/** What the requests themselves bring about: levers that let prices go stale and make the venue refuse. */
const OWN_DOING = new Set(["PRICE_UNAVAILABLE", "VENUE_UNAVAILABLE"]);

/** Does one thing at a time in a process, and says when to ask again. */
const ONE_AT_A_TIME = new Set(["verifyHouseAudit"]);

/** Both name what either has told: an identifier of the one is what the other must not see. */
const ACCOUNTS = ["acme", "rival"] as const;
/** Every kind of thing the house may do is done by one of these. */
const HOUSE_ROLES_ASKING = ["admin", "treasurer", "compliance"] as const;
type Account = { name: (typeof ACCOUNTS)[number] | "house"; send: Client };
type World = {
  api: Api;
  accounts: readonly Account[];
  lines: readonly Account[];
  memory: ReturnType<typeof openMemory>;
  owners: ReturnType<typeof openOwners>;
  close(): Promise<void>;
};

const FINAL_OUTCOMES = [
  ["RFQ", "0.00168351"],
  ["RAI", "0.002"],
  ["RAI", "0.001"],
  ["ACA", "0.003"],
] as const;
/** Of which each account makes an invoice. */
const TO_CONVERT = "0.002";
const SEEN_FIRST = [
  `/payment/v1/payment?startTime=${Date.now() - 86_400_000}`,
  "/manage/v1/events",
  "/manage/v1/webhook-endpoints",
  "/manage/v1/cases",
  `/payment/v1/conversion?startTime=${new Date(Date.now() - 86_400_000).toISOString()}`,
];

const startedAt = performance.now();
const { document } = openApiDocument(await loadOperations());
const targets = targetsOf(document);
const [ofHouse, ofAccounts] = [targets.filter(isOfHouse), targets.filter((target) => !isOfHouse(target))];
/** Every so many requests of an account is for what is the house's, and is to be refused. */
const STRAY_EVERY = 20;
const statuses = new Map<number, number>();
const faults: string[] = [];
let played = FIRST;
let settledAgain = 0;
try {
  while (played < FIRST + REQUESTS && faults.length < MOST_FAULTS && !isEnough(faults)) {
    await playWorld(Math.min(WORLD_OF, FIRST + REQUESTS - played));
  }
} finally {
  await closeTestCluster();
}
process.stdout.write(`${figures()}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Told at once: a long run shows what it has found so far. */
function found(fault: string): void {
  faults.push(fault);
  process.stdout.write(`  ${fault}\n`);
}

async function playWorld(count: number): Promise<void> {
  const world = await openWorld();
  try {
    await peopleTheWorld(world);
    const end = played + count;
    while (played < end && faults.length < MOST_FAULTS && !isEnough(faults)) {
      const batch = Math.min(SETTLE_EVERY, end - played);
      await playBatch(world, played, batch);
      await calm(world.api);
      for (const account of world.accounts) await lookFromOutside(world, account);
      played += batch;
      if (played % REPORT_EVERY === 0 && played < FIRST + REQUESTS) process.stdout.write(`${figures()}\n`);
    }
    for (const broken of await world.api.broken()) found(`${broken.rule}: ${broken.found}`);
  } finally {
    await world.close();
  }
}

/** An account's totals against its parts; and nothing of the other is told or done when it is named. */
async function lookFromOutside({ owners }: World, { name, send }: Account): Promise<void> {
  for (const fault of await totalFaults(send, name)) found(fault);
  for (const { operationId, request } of questionsAbout(targets, owners, name)) {
    const got = await send(request);
    const isCommand = request.method === "POST";
    if (isCommand && got.status < 400)
      found(`${name} did ${operationId} with what is another's: ${got.text.slice(0, 200)}`);
    const answer = got.status === 200 ? (exactJson(got.text) ?? null) : null;
    for (const fault of owners.foreignIn(operationId, name, answer)) found(`${operationId}: ${fault}`);
  }
}

async function openWorld(): Promise<World> {
  // The two accounts here are each other's neighbours; a third would lose its wallet to them, which every account may retire.
  const api = await openApi({ alone: true });
  const keys: Record<string, Key> = { acme: api.key, rival: await api.newKey({ account: "rival" }) };
  const ports = await Promise.all(Array.from({ length: BESIDE }, () => api.secondProcess()));
  const clients = ports.map((port) => openClient(port, api.key));
  const sends = [
    ...Array.from({ length: LINES_HERE }, () => api.send),
    ...clients.flatMap(({ send }) => Array.from({ length: LINES_BESIDE }, () => send)),
  ];
  const asAccount = (name: Account["name"], send: Client): Account => ({
    name,
    send: (request) => send({ key: keys[name] ?? api.key, ...request }),
  });
  return {
    api,
    accounts: ACCOUNTS.map((name) => asAccount(name, api.send)),
    lines: [
      ...sends.map((send, at) => asAccount(ACCOUNTS[at % ACCOUNTS.length] ?? "acme", send)),
      ...(await Promise.all(HOUSE_ROLES_ASKING.map((role) => asHouse(api, role)))),
    ],
    memory: openMemory(Object.values(keys).map(({ keyId }) => keyId)),
    owners: openOwners(),
    async close() {
      for (const client of clients) client.close();
      await api.close();
    },
  };
}

async function asHouse(api: Api, role: (typeof HOUSE_ROLES_ASKING)[number]): Promise<Account> {
  const { key, headers } = await api.staffOfHouse(role);
  return {
    name: "house",
    send: (request) => api.send({ ...request, key: key ?? null, headers: { ...headers, ...request.headers } }),
  };
}

/** Some bills of each fate for either account, so that valid requests find something. */
async function peopleTheWorld({ api, accounts, memory, owners }: World): Promise<void> {
  const chance = chanceFrom(SEED);
  for (const { name, send } of accounts) {
    for (const [strategy, quantity] of FINAL_OUTCOMES) {
      const made = await createBill(send, { strategy, reference: `order-${quantity}` });
      const body = `{"address":"${made.deposit_address}","quantity":${quantity}}`;
      await send({ method: "POST", target: "/sandbox/v1/deposits", body });
      await api.control("blocks", { network: "bitcoin", count: 2 });
      await api.settle();
      if (quantity === TO_CONVERT) await createInvoice(send, made.paymentId);
    }
    await createBill(send, { cryptoType: "USDT", networkType: "tron" });
    await send({ method: "POST", target: "/manage/v1/webhook-endpoints", body: { url: "http://127.0.0.1:9/" } });
    for (const target of SEEN_FIRST) {
      const { text } = await send({ target });
      memory.learn(text, chance);
      for (const fault of owners.foreignIn("seen first", name, exactJson(text) ?? null)) found(fault);
    }
  }
}

async function createInvoice(send: Client, paymentId: string): Promise<void> {
  const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: 0.00199, items: [{ paymentId }] };
  await send({ method: "POST", target: "/payment/v1/conversion", body: input });
}

async function createBill(send: Client, input: object): Promise<MadeBill> {
  const standard = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "shop-1" };
  const got = await send({ method: "POST", target: CREATE, body: { ...standard, ...input } });
  return got.as<MadeBill>();
}

/** Due work is done, and what the levers have spoilt is mended. */
async function calm(world: Api): Promise<void> {
  const prices = ["BTC", "BCH", "USDT", "USDC"].flatMap((base) =>
    ["EUR", "USD", "GBP", "CAD", "JPY"].map((quote) => ({
      base,
      quote,
      price: base.startsWith("USD") ? 0.92 : 60_000,
    })),
  );
  await Promise.all([
    world.control("venue", { fault: "none" }),
    ...prices.map((price) => world.control("prices", price)),
  ]);
  const settled = await settleAll(world);
  if (settled.status !== 200) found(`settle answered ${settled.status}: ${settled.text}`);
}

/** A batch may have mined ten thousand blocks, each a transaction of its own: who is told to ask again does so. */
async function settleAll(world: Api): Promise<Got> {
  for (let nth = 1; ; nth += 1) {
    const settled = await world.post("/sandbox/v1/settle");
    const isNotDone = settled.status === 503 && settled.headers["retry-after"] !== undefined;
    if (!isNotDone || nth === MOST_SETTLES) return settled;
    settledAgain += 1;
  }
}

async function playBatch(world: World, first: number, count: number): Promise<void> {
  let next = 0;
  const line = async (account: Account) => {
    for (let at = next++; at < count && faults.length < MOST_FAULTS && !isEnough(faults); at = next++)
      await playOne(world, account, SEED * 1_000_000 + first + at);
  };
  await Promise.all(world.lines.map(line));
}

async function playOne({ memory, owners }: World, { name, send }: Account, seed: number): Promise<void> {
  const chance = chanceFrom(seed);
  const targetsFor = name === "house" || below(chance, STRAY_EVERY) === 0 ? ofHouse : ofAccounts;
  const made = fuzzedRequest({ document, chance, memory }, chance.pick(targetsFor));
  try {
    const got = await send(made.request);
    statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1);
    memory.learn(got.text, chance);
    judge(seed, made, got);
    const answer = got.status === 200 ? exactJson(got.text) : undefined;
    if (answer === undefined) return;
    if (name !== "house" && targetsFor === ofHouse) found(`${name} is answered ${made.operationId} of the house`);
    const foreign = name === "house" ? [] : owners.foreignIn(made.operationId, name, answer);
    const leaks = [...valueFaults(answer), ...foreign];
    for (const fault of leaks) found(`${seed} ${made.operationId} (${made.mood}): ${fault}`);
  } catch (error) {
    found(`${seed} ${made.operationId} (${made.mood}): ${error instanceof Error ? error.message : error}`);
  }
}

function judge(seed: number, { operationId, mood, request }: Fuzzed, got: Got): void {
  const what = `${seed} ${operationId} (${mood}) ${request.method} ${request.target} ${String(request.body ?? "").slice(0, 200)}`;
  const isBusy = ONE_AT_A_TIME.has(operationId) && got.headers["retry-after"] !== undefined;
  if (got.status >= 500 && !isBusy && !OWN_DOING.has(got.problem.code))
    found(`${what} answered ${got.status}: ${got.text}`);
  const isJson = got.headers["content-type"]?.startsWith("application/json");
  if (got.status !== 200 || typeof request.body !== "string" || !isJson) return;
  if (got.headers["idempotent-replayed"]) return;
  for (const fault of roundedFields(request.body, got.text)) found(`${what}: ${fault}`);
}

function figures(): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} of ${status}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return `fuzz: ${played - FIRST} requests to ${targets.length} operations: ${counts.join(", ")}; ${settledAgain} settles asked again; ${faults.length} faults; seed ${SEED}, ${seconds} s`;
}
