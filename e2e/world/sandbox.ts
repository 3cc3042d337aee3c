import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBooks } from "./books.ts";
import { type FreshDatabase, freshDatabase } from "./database.ts";
import { failOn, moveIn, type Neighbour, NOBODY, withoutMoving } from "./neighbour/neighbour.ts";
import { SECRETS_KEY, settledWorld } from "./neighbour/settled.ts";
import { openAccount } from "#lib/people/accounts.ts";
import type { MadeBill } from "#lib/bills/contract.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import { closeApp, openApp } from "#lib/services.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Crypto, Fiat, Network } from "#lib/kernel/assets.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { Violation } from "#lib/check/books.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { needPayment } from "#lib/payments/get-payments.ts";
import { mineBlocks, openSandboxChains, sendDeposit, setChain } from "#lib/sandbox/chain-controls.ts";
import { moveClock, setMarketPrice, setVenue } from "#lib/sandbox/market-controls.ts";
import { addWallet } from "#lib/wallets/add-wallet.ts";
import { SANDBOX_WALLETS } from "#lib/wallets/sandbox-keys.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";

const SETTLE_MS = 5 * 60_000;
const BLOCKS = 20;
const DEFAULT_NETWORKS = { BTC: "bitcoin", BCH: "bitcoincash", USDC: "eth" } as const;

type BillInput = Partial<Parameters<typeof requestAddress>[1]> & { networkType?: "eth" | "tron" };
export type { MadeBill };

/** A sandbox of one's own, worked by hand: nothing happens but by these calls. */
export type World = {
  app: App;
  /** Of its database, as the owner. */
  databaseUrl: string;
  /** Another account with all it has; nothing of it may have changed after a test. */
  neighbour: Neighbour;
  ctx: Ctx;
  other: Ctx;
  /** Does all due work. */
  settle(): Promise<boolean>;
  bill(input?: BillInput): Promise<MadeBill>;
  /** A payer sends, and the deposit is confirmed and treated. */
  pay(bill: MadeBill, quantity: Decimal, network?: Network): Promise<string>;
  /** A bill whose payment came after its expiry: all of it is kept as crypto. */
  retained(quantity: string, input?: BillInput): Promise<MadeBill>;
  payment(paymentId: string): Promise<PaymentRecord>;
  later(ms: number): Promise<void>;
  price(base: Crypto, quote: Fiat, price: string): Promise<void>;
  stale(base: "BTC" | "USDT", quote: "EUR"): Promise<void>;
  fault(fault: Parameters<typeof setVenue>[1]["fault"], count?: number): Promise<void>;
  broken(): Promise<Violation[]>;
  close(): Promise<void>;
  /** Lets go of it; its database and its files stay, to be copied and worked on by other processes. */
  leave(): Promise<{ database: FreshDatabase; dataDir: string }>;
};

/** Beside a neighbour; `alone` for tests that take the house's figures as a whole, which are made of everybody's. */
export async function openWorld({ alone = false } = {}): Promise<World> {
  const database: FreshDatabase = await freshDatabase(alone ? {} : { copyOf: await settledWorld() });
  const neighbour = alone ? NOBODY : await moveIn(database);
  const dataDir = mkdtempSync(join(tmpdir(), "desk-world-"));
  writeFileSync(join(dataDir, "secrets.key"), SECRETS_KEY);
  const { env } = checkEnv({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: "error" });
  const app = await openApp(env);
  const books = openBooks(database.url);
  const operator = contextFor(app, { actor: { kind: "operator" }, requestId: "test" });
  const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
  await openSandboxChains(operator);
  await setChain(operator, { autoMine: false });
  for (const wallet of SANDBOX_WALLETS) await addWallet(operator, wallet);
  const asAccount = async (name: string) =>
    contextFor(app, {
      actor: { kind: "key", keyId: "ak_test", scopes: [] },
      account: await openAccount(operator, name),
      requestId: "test",
    });
  const ctx = await asAccount("acme");
  const world: World = {
    app,
    databaseUrl: database.ownerUrl,
    neighbour,
    ctx,
    other: await asAccount("other"),
    settle: () => runUntilIdle(worker, SETTLE_MS),
    async bill(input) {
      return requestAddress(ctx, {
        cryptoType: "BTC",
        fiat: "EUR",
        fiatReceivable: Decimal.from("100"),
        subaccount: "shop-1",
        ...input,
      });
    },
    async pay(bill, quantity, network = "bitcoin") {
      const { txHash } = await sendDeposit(operator, { address: bill.deposit_address, quantity });
      await world.settle();
      await mineBlocks(operator, { network, count: BLOCKS });
      await world.settle();
      return txHash;
    },
    async retained(quantity, input) {
      const bill = await world.bill({ strategy: "RAI", ...input });
      const asset = (input?.cryptoType ?? "BTC") as Crypto;
      const network = asset === "USDT" ? (input?.networkType ?? "eth") : DEFAULT_NETWORKS[asset];
      await world.pay(bill, Decimal.from(quantity), network);
      return bill;
    },
    async payment(paymentId) {
      return JSON.parse((await needPayment(ctx, paymentId)).text);
    },
    later: async (ms) => void (await moveClock(operator, { advanceMs: ms })),
    price: async (base, quote, price) =>
      void (await setMarketPrice(operator, { base, quote, price: Decimal.from(price) })),
    stale: async (base, quote) => void (await setMarketPrice(operator, { base, quote, stale: true })),
    fault: async (fault, count) => void (await setVenue(operator, { fault, ...(count ? { count } : {}) })),
    broken: async () => withoutMoving(await books.broken(), neighbour),
    async leave() {
      await neighbour.leave({ worldStays: true });
      await books.close();
      await closeApp();
      return { database, dataDir };
    },
    async close() {
      const heard = await neighbour.lastWords();
      await neighbour.leave();
      await books.close();
      await closeApp();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      failOn(heard);
    },
  };
  return world;
}

/** A record out of an answer, its numbers as JavaScript reads them. */
export function recordOf(record: Raw<ConversionRecord>): ConversionRecord & Record<string, unknown> {
  return JSON.parse(record.text);
}
