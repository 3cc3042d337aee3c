import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { encode } from "next-auth/jwt";
import { houseOf } from "#lib/kernel/tenants.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { createKey } from "#lib/keys/create-key.ts";
import type { NewUser } from "#lib/people/create-user.ts";
import { type HouseRole, type Role, SCOPES } from "#lib/contract/permissions.ts";
import { openSession, sessionSecret } from "#lib/people/session.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import { closeApp, openApp } from "#lib/services.ts";
import { openBooks } from "./books.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import type { Violation } from "#lib/check/books.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { openSandboxChains, setChain } from "#lib/sandbox/chain-controls.ts";
import { freePort } from "#lib/postgres/free-port.ts";
import { frontServer } from "#lib/server/front-server.ts";
import { loadRoutes } from "#lib/server/routes.ts";
import { addWallet } from "#lib/wallets/add-wallet.ts";
import { SANDBOX_WALLETS } from "#lib/wallets/sandbox-keys.ts";
import { hired, setAgreed } from "./agreed.ts";
import { type ApiRequest, type Client, type Got, type Key, openClient } from "./client.ts";
import { type FreshDatabase, freshDatabase } from "./database.ts";
import { failOn, moveIn, type Neighbour, NOBODY, withoutMoving } from "./neighbour/neighbour.ts";
import { SECRETS_KEY, settledWorld } from "./neighbour/settled.ts";
import { plantedEnvironment } from "./planted.ts";

export type MadeBill = {
  deposit_address: string;
  price: number;
  quantity: number;
  expiryTime: number;
  paymentId: string;
};
/** A record with its numbers as JavaScript reads them. */
export type Shown<T> = T extends readonly (infer Item)[]
  ? Shown<Item>[]
  : T extends { toFixed(places: number): string; units: bigint }
    ? number
    : T extends object
      ? { [Name in keyof T]: Shown<T[Name]> }
      : T;
export type Payment = Shown<PaymentRecord>;
export type Page = { data: Payment[]; startsAfter: string | null };

/** The front server of a sandbox of one's own, without pages and without a worker: nothing moves but by requests. */
export type Api = {
  port: number;
  /** Our own origin, as `PUBLIC_URL` says it. */
  url: string;
  /** Of the owner, who reads and writes all tables. */
  databaseUrl: string;
  app: App;
  neighbour: Neighbour;
  /** A key of the account `acme` with every scope. */
  key: Key;
  send: Client;
  get(target: string, more?: Partial<ApiRequest>): Promise<Got>;
  post(target: string, body?: ApiRequest["body"], more?: Partial<ApiRequest>): Promise<Got>;
  /** Pulls one lever of the sandbox and answers what it says. */
  control<T = unknown>(name: string, body?: object): Promise<T>;
  settle(): Promise<void>;
  /** A bill of 100 EUR in BTC unless said otherwise. */
  bill(input?: object, key?: Key): Promise<MadeBill>;
  payment(paymentId: string): Promise<Payment>;
  /** A payer sends, we see it, and so many blocks bury it. */
  pay(bill: MadeBill, quantity: number | string, network: string, blocks?: number): Promise<string>;
  /** The same API in the hands of another key, which it signs with unless a request says otherwise. */
  as(key: Key): Requests;
  newKey(options?: { account?: string; scopes?: readonly string[]; rate?: number }): Promise<Key>;
  settings(changes: Record<string, string>, account?: string): Promise<void>;
  /** The Cookie header of somebody signed in, with one role in each of these accounts. */
  cookie(role: Role, accounts?: readonly string[]): Promise<string>;
  /** What a request of somebody new with this role carries, from the desk's own pages. */
  staff(role: Role, account?: string): Promise<Pick<ApiRequest, "key" | "headers">>;
  /** The same of somebody who works for the house alone. */
  staffOfHouse(role: HouseRole): Promise<Pick<ApiRequest, "key" | "headers">>;
  newHouseKey(scopes: readonly string[]): Promise<Key>;
  /** Sets the sandbox market to the round prices that tests reckon with. */
  plainPrices(): Promise<void>;
  /** Another process of the same installation; answers its port. */
  secondProcess(): Promise<number>;
  /** Rules of the ledger that do not hold. */
  broken(): Promise<Violation[]>;
  close(): Promise<void>;
};
type Front = Omit<Api, "neighbour">;

const ROOT = resolve(import.meta.dirname, "../..");
const RATE = 5_000;
const PLAIN_PRICES = [
  ["BTC", "EUR", 60_000],
  ["BTC", "JPY", 15_000_000],
  ["BCH", "EUR", 412.37],
  ["USDT", "EUR", 0.92],
  ["USDT", "JPY", 150.25],
  ["USDC", "EUR", 0.9213],
] as const;
export const CREATE = "/payment/v1/requestPaymentAddress";
export const GET_PAYMENT = "/payment/v1/payment";

/**
 * Beside a neighbour: no answer may hold anything of it, and nothing of it may have changed when this closes. `alone` for
 * tests that change whole tables, or move the wall clock, by which what everybody has is swept.
 */
export async function openApi({ alone = false } = {}): Promise<Api> {
  if (alone) return { ...(await openFront(await freshDatabase(), { account: "acme" })), neighbour: NOBODY };
  const database = await freshDatabase({ copyOf: await settledWorld() });
  const neighbour = await moveIn(database);
  const front = await openFront(database, {
    account: "acme",
    judge: (request, got) => neighbour.overheard(request, got),
  });
  const close = async () => {
    const heard = await neighbour.lastWords(front.send);
    await neighbour.leave();
    await front.close();
    failOn(heard);
  };
  const broken = async () => withoutMoving(await front.broken(), neighbour);
  return { ...front, broken, neighbour, close };
}

type FrontOptions = { account: string; judge?: (request: ApiRequest, got: Got) => void };

/** The same on a database of the caller's, which closing removes; `judge` may refuse an answer by throwing. */
export async function openFront(database: FreshDatabase, { account, judge }: FrontOptions): Promise<Front> {
  const dataDir = mkdtempSync(join(tmpdir(), "desk-api-"));
  const port = await freePort();
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    SECRETS_KEY,
    LOG_LEVEL: "error",
  };
  const app = await openApp(checkEnv(environment).env);
  const books = openBooks(database.url);
  const operator = contextFor(app, { actor: { kind: "operator" }, requestId: "test" });
  await openSandboxChains(operator);
  await setChain(operator, { autoMine: false });
  for (const wallet of SANDBOX_WALLETS) await addWallet(operator, wallet);
  const { server } = frontServer(app, await loadRoutes());
  server.listen(port);
  await once(server, "listening");
  const key = await newKey(operator, { account });
  const client = openClient(port, key);
  const send: Client = async (request) => {
    const got = await client.send(request);
    judge?.(request, got);
    return got;
  };
  const children: ChildProcess[] = [];
  return {
    ...requests(send),
    port,
    url: app.env.publicUrl,
    databaseUrl: database.ownerUrl,
    app,
    key,
    as: (other) => requests((request) => send({ key: other, ...request })),
    newKey: (options = {}) => newKey(operator, { account, ...options }),
    async settings(changes, of = account) {
      await setAgreed(await actingFor(operator, of), changes);
    },
    cookie: (role, accounts = [account]) => cookieOf(operator, database.ownerUrl, role, accounts),
    staff: async (role, of = account) => ({
      key: null,
      headers: { cookie: await cookieOf(operator, database.ownerUrl, role, [of]), origin: app.env.publicUrl },
    }),
    staffOfHouse: async (role) => {
      const { id: accountId } = await houseOf(app);
      return {
        key: null,
        headers: {
          cookie: await cookieIn(operator, database.ownerUrl, role, [{ accountId, role }]),
          origin: app.env.publicUrl,
        },
      };
    },
    newHouseKey: async (scopes) => {
      const house = contextFor(app, { actor: operator.actor, account: await houseOf(app), requestId: "test" });
      return createKey(house, { name: "test", scopes, ratePerSecond: RATE });
    },
    async secondProcess() {
      const beside = await freePort();
      children.push(await startBeside({ ...environment, PORT: String(beside), PUBLIC_URL: app.env.publicUrl }));
      return beside;
    },
    broken: books.broken,
    async close() {
      client.close();
      for (const child of children) await ended(child);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await books.close();
      await closeApp();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type Requests = Pick<
  Api,
  "send" | "get" | "post" | "control" | "plainPrices" | "settle" | "bill" | "payment" | "pay"
>;

function requests(send: Client): Requests {
  const api: Requests = {
    send,
    get: (target, more = {}) => send({ target, ...more }),
    post: (target, body, more = {}) =>
      send({ method: "POST", target, ...(body === undefined ? {} : { body }), ...more }),
    async control(name, body) {
      return successOf(await api.post(`/sandbox/v1/${name}`, body)).as();
    },
    async plainPrices() {
      for (const [base, quote, price] of PLAIN_PRICES) await api.control("prices", { base, quote, price });
    },
    async settle() {
      // A busy machine is not done within the time of one request, and 503 says to send it again.
      for (;;) {
        const got = await api.post("/sandbox/v1/settle");
        if (got.status !== 503) return void successOf(got);
      }
    },
    async bill(input = {}, key) {
      const standard = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "shop-1" };
      return successOf(await api.post(CREATE, { ...standard, ...input }, key ? { key } : {})).as<MadeBill>();
    },
    async payment(paymentId) {
      const { data } = successOf(await api.get(`${GET_PAYMENT}?paymentId=${paymentId}`)).as<Page>();
      if (!data[0]) throw new Error("a payment without a record");
      return data[0];
    },
    async pay(bill, quantity, network, blocks = 20) {
      const body = `{"address":"${bill.deposit_address}","quantity":${quantity}}`;
      const { txHash } = successOf(await api.post("/sandbox/v1/deposits", body)).as<{ txHash: string }>();
      await api.settle();
      if (blocks > 0) await api.control("blocks", { network, count: blocks });
      await api.settle();
      return txHash;
    },
  };
  return api;
}

function successOf(got: Got): Got {
  if (got.status !== 200) throw new Error(`answered ${got.status}: ${got.text}`);
  return got;
}

async function actingFor(operator: Ctx, name: string): Promise<Ctx> {
  const account = await openAccount(operator, name);
  return contextFor(operator.app, { actor: operator.actor, account, requestId: operator.requestId });
}

async function newKey(
  operator: Ctx,
  { account, scopes = SCOPES, rate = RATE }: { account: string; scopes?: readonly string[]; rate?: number },
): Promise<Key> {
  return createKey(await actingFor(operator, account), { name: "test", scopes, ratePerSecond: rate });
}

async function cookieOf(operator: Ctx, ownerUrl: string, role: Role, accounts: readonly string[]): Promise<string> {
  const refs = await Promise.all(accounts.map((name) => openAccount(operator, name)));
  const memberships = refs.map(({ id }) => ({ accountId: id, role }));
  return cookieIn(operator, ownerUrl, role, memberships);
}

async function cookieIn(
  operator: Ctx,
  ownerUrl: string,
  name: string,
  memberships: NewUser["memberships"],
): Promise<string> {
  const { userId } = await hired(operator, ownerUrl, { email: `${operator.id()}@example.com`, name, memberships });
  const sid = await openSession(operator.app, userId);
  const token = await encode({ token: { sid }, secret: sessionSecret(operator.app.secrets) });
  return `next-auth.session-token=${token}`;
}

async function startBeside(environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["lib/server/main.ts", "--only=api"], {
    cwd: ROOT,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      NODE_ENV: "production",
      CHECK_ANSWERS: "on",
      ...plantedEnvironment(),
      ...environment,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { send, close } = openClient(Number(environment["PORT"]), { keyId: "", secret: "" });
  for (;;) {
    const alive = await send({ target: "/healthz", key: null }).catch(() => undefined);
    if (alive?.status === 200) break;
    if (child.exitCode !== null) throw new Error("the second process ended");
    await new Promise((wake) => setTimeout(wake, 50));
  }
  close();
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}
