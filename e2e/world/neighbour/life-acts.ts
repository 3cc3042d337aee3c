import { setTimeout as sleep } from "node:timers/promises";
import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import type { Api } from "#e2e/world/api.ts";
import { openReceiver } from "#e2e/world/receiver.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { writeRequests } from "#lib/log/request-log.ts";
import { finishExports, beginExport } from "#lib/exports/write-export.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { addWallet } from "#lib/wallets/add-wallet.ts";
import { refillPool } from "#lib/wallets/pool.ts";
import { SANDBOX_WALLETS } from "#lib/wallets/sandbox-keys.ts";
import { NAME } from "./memory.ts";

type Front = Omit<Api, "neighbour">;

/** Half of what an account's pool of addresses holds is enough, so that no worker fills it up. */
const REFILLS = 3;
/** A published test vector, and another than the sandbox's own. */
const MNEMONIC = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const SHORT_LIFE_MS = 1_000;
const WEEK_MS = 7 * 86_400_000;

/**
 * The neighbour's life: the customers' names, references and amounts of everybody's tests, and the opposite of what the
 * tested account does with them. It ends with nothing under way and nothing due for a week.
 */
export async function lead(api: Front): Promise<void> {
  const receiver = await openReceiver();
  await setUp(api, receiver.url);
  await takeMoney(api);
  await convert(api);
  await payOut(api);
  await workAtTheDesk(api);
  await writeRequests(api.app);
  await receiver.close();
}

async function setUp(api: Front, url: string): Promise<void> {
  const operator = contextFor(api.app, { actor: { kind: "operator" }, requestId: "next door" });
  const { id: accountId } = await openAccount(operator, NAME);
  const seed = HDKey.fromMasterSeed(mnemonicToSeedSync(MNEMONIC));
  for (const { kind, path } of SANDBOX_WALLETS) {
    await addWallet(operator, { kind, path, accountId, xpub: seed.derive(path).publicExtendedKey });
    for (let filled = 0; filled < REFILLS; filled += 1) await refillPool(operator, kind, accountId);
    // The house's, for the bills of those who live beside it.
    await refillPool(operator, kind);
  }
  await api.settings({
    spreadBps: "250",
    explicitFeeBps: "30",
    transactionFeeBps: "20",
    toleranceBps: "300",
    overpayment: "KEEP",
    guaranteeMs: "60000",
    lifetimeMs: String(WEEK_MS),
    quoteLifetimeMs: "60000",
    "limitPrice.USDT.EUR": "0.5",
    confirmations: "1",
  });
  await made(api, "POST", "/manage/v1/webhook-endpoints", { url, description: NAME });
}

/** Keeps where others convert, is paid late, too little and too much, and waits long for one. */
async function takeMoney(api: Front): Promise<void> {
  const reference = "order-1";
  const retained = await api.bill({ strategy: "RAI", reference });
  await api.pay(retained, retained.quantity, "bitcoin", 2);
  for (const networkType of ["eth", "tron"]) {
    const bill = await api.bill({ strategy: "RAI", cryptoType: "USDT", networkType, reference });
    await api.pay(bill, bill.quantity, networkType, 30);
  }
  const bch = await api.bill({ strategy: "RAI", cryptoType: "BCH", reference: "order-1" });
  await api.pay(bch, bch.quantity, "bitcoincash", 20);
  const sold = await api.bill({ reference: "order-2" });
  await api.pay(sold, sold.quantity, "bitcoin", 2);
  const under = await api.bill({ cryptoType: "BCH", subaccount: "shop-2" });
  await api.pay(under, 0.05, "bitcoincash", 20);
  await api.settings({ "depositLimit.BTC": "0.001" });
  const held = await api.bill({ reference: "order-3" });
  await api.pay(held, held.quantity, "bitcoin", 2);
  await api.settings({ lifetimeMs: String(SHORT_LIFE_MS) });
  const late = await api.bill({ cryptoType: "USDC", subaccount: "acme-42" });
  await sleep(SHORT_LIFE_MS + 100);
  await api.pay(late, late.quantity, "eth", 30);
  await api.settings({ lifetimeMs: String(WEEK_MS) });
  await made(api, "POST", "/payment/v1/requestPaymentAddress", open, { headers: { "idempotency-key": "order-1" } });
}

const open = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "shop-1", reference: "order-1" };

/** Cancels the first invoice, executes the second. */
async function convert(api: Front): Promise<void> {
  const [free] = await convertible(api);
  if (!free) throw new Error("nothing to convert");
  const body = `{"baseSymbol":"BCH","quoteSymbol":"EUR","quantity":${free.quantityUnconverted},"items":[{"paymentId":"${free.paymentId}"}]}`;
  const cancelled = await made<{ invoiceId: string }>(api, "POST", "/payment/v1/conversion", body);
  await made(api, "DELETE", `/payment/v1/conversion?invoiceId=${cancelled.invoiceId}`);
  const { invoiceId } = await made<{ invoiceId: string }>(api, "POST", "/payment/v1/conversion", body);
  await made(api, "POST", "/payment/v1/conversion/quote", { invoiceId });
  await made(api, "POST", "/payment/v1/conversion/execute", { invoiceId });
  await api.settle();
}

async function convertible(api: Front): Promise<{ paymentId: string; quantityUnconverted: number }[]> {
  const target = `/payment/v1/payment?startTime=${Date.now() - WEEK_MS}&cryptoType=BCH&convertible=true`;
  return (await made<{ data: { paymentId: string; quantityUnconverted: number }[] }>(api, "GET", target)).data;
}

async function payOut(api: Front): Promise<void> {
  const payout = { asset: "EUR", quantity: 10, reference: "order-1" };
  await made(api, "POST", "/manage/v1/payouts", payout);
  await made(api, "POST", "/manage/v1/payouts", {
    asset: "USDT",
    networkType: "tron",
    quantity: 1,
    reference: "order-1",
  });
  await api.settings({ secondPerson: "always" });
  await made(api, "POST", "/manage/v1/payouts", payout);
  await api.settings({ secondPerson: "never" });
}

/** People, views, files, keys, and notes on what was held. */
async function workAtTheDesk(api: Front): Promise<void> {
  const admin = await api.staff("admin");
  const users = await made<{ data: { userId: string }[] }>(api, "GET", "/manage/v1/users");
  for (const page of ["payments", "ledger"])
    await made(
      api,
      "POST",
      "/manage/v1/views",
      { page, name: "Open bills", query: "status=AWAITING_PAYMENT", sharedTo: "viewer" },
      admin,
    );
  await made(api, "POST", "/manage/v1/exports", {
    list: "payments",
    format: "csv",
    filter: { startTime: Date.now() - WEEK_MS },
  });
  const worker = contextFor(api.app, { actor: { kind: "worker" }, requestId: "next door" });
  await beginExport(worker);
  await finishExports(api.app);
  const { data: cases } = await made<{ data: { caseId: string }[] }>(api, "GET", "/manage/v1/cases");
  // It ends again, so that nothing of it changes by itself.
  const rules = "/manage/v1/notification-rules";
  const topics = ["URGENT", "NORMAL", "LOW"];
  const rule = { channel: "SLACK", topics, secretUrl: "http://127.0.0.1:9/" };
  const { ruleId } = await made<{ ruleId: string }>(api, "POST", rules, rule, admin);
  await made(api, "DELETE", `${rules}/${ruleId}`, undefined, admin);
  for (const { caseId } of cases) {
    await made(api, "POST", `/manage/v1/cases/${caseId}/note`, { note: "The customer rang." }, admin);
    await made(api, "POST", `/manage/v1/cases/${caseId}/assign`, { userId: users.data[0]?.userId }, admin);
  }
  const newest = `/payment/v1/payment?startTime=${Date.now() - WEEK_MS}&limit=1`;
  const { data: bills } = await made<{ data: { paymentId: string }[] }>(api, "GET", newest);
  const objectId = bills[0]?.paymentId ?? "";
  await made(api, "POST", "/manage/v1/comments", { kind: "PAYMENT", objectId, note: "Asked for twice." }, admin);
  await made(api, "POST", "/manage/v1/cases/look", undefined, admin);
  const spare = await made<{ keyId: string }>(api, "POST", "/manage/v1/keys", {
    name: "test",
    scopes: ["payments:read"],
  });
  await made(api, "DELETE", `/manage/v1/keys/${spare.keyId}`);
}

/** What a request was answered; anything but a success ends the neighbour's life. */
async function made<T = unknown>(
  api: Front,
  method: string,
  target: string,
  body?: object | string,
  who: object = {},
): Promise<T> {
  const got = await api.send({ method, target, ...(body === undefined ? {} : { body }), ...who });
  if (got.status >= 300) throw new Error(`${method} ${target} answered ${got.status}: ${got.text}`);
  return got.as<T>();
}
