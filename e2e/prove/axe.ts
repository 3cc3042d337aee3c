import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { openAccount } from "#lib/people/accounts.ts";
import { createUser } from "#lib/people/create-user.ts";
import { DEMO_USER } from "#lib/people/demo-user.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { closeApp, openApp } from "#lib/services.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { CHROMIUM_ARGS, ensureChromium, findChromium } from "#e2e/world/browser.ts";
import { closeTestCluster } from "#e2e/world/database.ts";
import { isEnough } from "#e2e/world/planted.ts";
import { type Program, startProgram } from "#e2e/world/program.ts";
import { pspClient } from "#e2e/world/psp.ts";
import { LOOKS, type Look } from "./axe/look.ts";
import { placesOf, type Records } from "./axe/places.ts";
import { type Seen, STATES, type View, visitorOf } from "./axe/states.ts";

// Proof: axe finds no violation of WCAG 2.2 AA, and nothing scrolls sideways, on every page of the desk in every state:
// full, empty, loading, failed, with each dialog and drawer that can be opened; by day and night, wide and narrow.

const { values } = parseArgs({ options: { full: { type: "boolean", default: false } } });
/** Without --full: by day on a wide window and by night on a phone. */
const looks = values.full ? LOOKS : LOOKS.filter(({ scheme, width }) => (scheme === "light") === width > 1000);
/** Browser windows at work at once. */
const WINDOWS = 3;
const EMPTY_USER = { email: "empty@example.com", password: "empty-sandbox-account" };

const startedAt = performance.now();
if (!ensureChromium()) throw new Error("Chromium is missing: install it, or name it in CHROMIUM_PATH.");
const program = await startProgram();
const faults: string[] = [];
let seen = 0;
try {
  await makeEmptyAccount(program);
  const places = placesOf(await makeRecords(program));
  const views = looks.flatMap((look) => places.flatMap((place) => STATES.map((state) => ({ look, place, state }))));
  await look(
    program,
    views.filter(({ state }, at) => values.full || state === "full" || turn(at, places.length)),
  );
} finally {
  await program.stop();
  await closeTestCluster();
}
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(`${seen} views looked at, ${faults.length} faults, ${seconds} s\n`);
process.exitCode = faults.length > 0 || seen === 0 ? 1 : 0;

/** Without --full the states beside the full one take turns: a page's empty one by day, its loading one by night, the next page's others. */
function turn(at: number, places: number): boolean {
  const perLook = places * STATES.length;
  const [look, place, state] = [
    Math.floor(at / perLook),
    Math.floor((at % perLook) / STATES.length),
    at % STATES.length,
  ];
  return (look + place) % (STATES.length - 1) === state - 1;
}

async function look(of: Program, views: readonly (View & { look: Look })[]): Promise<void> {
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
  const open = await visitorOf(browser, of.url, { full: DEMO_USER, empty: EMPTY_USER });
  const rest = views.values();
  const work = async () => {
    for (const wanted of rest) if (!isEnough(faults)) note(wanted, await open(wanted));
  };
  await Promise.all(Array.from({ length: WINDOWS }, work));
  await browser.close();
}

function note({ place, state, look }: View & { look: Look }, found: readonly Seen[]): void {
  seen += found.length;
  for (const { view, violations } of found)
    for (const violation of violations)
      faults.push(`${place.path} ${state}${view ? `, ${view}` : ""}, ${look.scheme} ${look.width}: ${violation}`);
}

/** An account in which nothing has happened, and someone who may do everything in it. */
async function makeEmptyAccount({ database, dataDir }: Program): Promise<void> {
  const app = await openApp(checkEnv({ DATABASE_URL: database?.url, DATA_DIR: dataDir }).env);
  try {
    const ctx = contextFor(app, { actor: { kind: "operator" }, requestId: "prove" });
    const account = await openAccount(ctx, "empty");
    await createUser(ctx, { ...EMPTY_USER, name: "Empty", memberships: [{ accountId: account.id, role: "admin" }] });
  } finally {
    await closeApp();
  }
}

/** A payment with the wrong coin, an invoice made of another that was kept as crypto, a payout, and what nobody has linked. */
async function makeRecords({ url, demo }: Program): Promise<Records> {
  const psp = pspClient(url, demo);
  const post = async (target: string, body: object) => (await psp({ method: "POST", target, body }))?.body ?? {};
  const bill = (input: object) =>
    post("/payment/v1/requestPaymentAddress", { cryptoType: "USDT", fiat: "EUR", subaccount: "acme-42", ...input });
  const pay = (address: unknown, more: object) =>
    post("/sandbox/v1/deposits", { address, quantity: 7, confirmations: 25, ...more });
  const held = await bill({ fiatReceivable: 7 });
  const retained = await bill({ fiatReceivable: 7, strategy: "RAI" });
  await pay(held["deposit_address"], { cryptoType: "USDC" });
  await pay(retained["deposit_address"], {});
  await post("/sandbox/v1/settle", {});
  const sale = {
    baseSymbol: "USDT",
    quoteSymbol: "EUR",
    quantity: 6.965,
    items: [{ paymentId: retained["paymentId"] }],
  };
  const invoice = await post("/payment/v1/conversion", sale);
  const bank = { name: "Acme Trading", asset: "EUR", iban: "DE89370400440532013000" };
  const { beneficiaryId } = await post("/manage/v1/beneficiaries", bank);
  const input = { asset: "EUR", quantity: 1.5, reference: "axe 1", beneficiaryId };
  const payout = await post("/manage/v1/payouts", input);
  if (!payout["payoutId"]) throw new Error(`no payout was made: ${JSON.stringify(payout)}`);
  await post("/sandbox/v1/bank", { currency: "EUR", amount: 7.5, reference: "nobody's" });
  await post("/sandbox/v1/venue-transfers", { kind: "DEPOSIT", asset: "BTC", quantity: 0.25, reference: "D-1" });
  if (!invoice["invoiceId"]) throw new Error(`no invoice was made: ${JSON.stringify(invoice)}`);
  return { paymentId: String(held["paymentId"]), invoiceId: String(invoice["invoiceId"]) };
}
