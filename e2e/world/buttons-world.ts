import type { APIResponse, Browser, BrowserContext, Page } from "playwright/test";
import type { HouseRole, Role } from "#lib/contract/permissions.ts";
import type { CaseState, DealState, PaymentState } from "./buttons.ts";
import { expect } from "./journey.ts";
import { accepted, type Counterpart, type MadeBill, ownBrowser, signIn } from "./person.ts";
import type { Program } from "./program.ts";

/** A payment as its record shows it, numbers as JavaScript reads them. */
export type Shown = {
  paymentId: string;
  quantityUnconverted: number;
  quantityPaidOut: number;
  deposits: { txId: string; status: string; fills: { quantity: number; fiat: number }[] }[];
};

/** An object in every state that a person can meet. */
export type Objects = {
  payments: Record<PaymentState, string>;
  deals: Record<DealState, string>;
  cases: Record<CaseState, { caseId: string; payment: PaymentState }>;
};

/** Somebody with a session of their own. */
export type Colleague = { context: BrowserContext; page: Page };

const CONVERSION = "/payment/v1/conversion";
const RETAINED_BILL = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 120, strategy: "RAI" };
const DAY_MS = 86_400_000;

/** How often a read is asked again that met a connection which the server had closed meanwhile, as a browser does by itself. */
const READS_AGAIN = 2;

/** Asks the API as this person's browser does. */
export function request(page: Page, method: string, path: string, body?: object): Promise<APIResponse> {
  const headers = { "content-type": "application/json", origin: new URL(page.url()).origin };
  const maxRetries = method === "GET" ? READS_AGAIN : 0;
  return page.request.fetch(path, { method, headers, maxRetries, ...(body && { data: JSON.stringify(body) }) });
}

/** The same where it must succeed; answers the body. */
export async function done<T = Record<string, string>>(
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await request(page, method, path, body);
  expect(response.status(), `${method} ${path}: ${await response.text()}`).toBeLessThan(300);
  return (await response.json()) as T;
}

/** What tests of one program share, made for the first that wants it. */
export function madeOnce<Stage>(
  make: (program: Program, browser: Browser, counterpart: Counterpart) => Promise<Stage>,
): typeof make {
  const stages = new WeakMap<Program, Promise<Stage>>();
  return (program, browser, counterpart) => {
    const made = stages.get(program) ?? make(program, browser, counterpart);
    stages.set(program, made);
    return made;
  };
}

/** A browser of somebody signed in for each of some roles. */
export async function eachRole<R extends string>(
  roles: readonly R[],
  enter: (role: R) => Promise<Colleague>,
): Promise<Record<R, Colleague>> {
  const people: Partial<Record<R, Colleague>> = {};
  for (const role of roles) people[role] = await enter(role);
  return people as Record<R, Colleague>;
}

/** Lets a person of this role into the account and opens their browser on the payments. */
export async function colleagueOf(admin: Page, browser: Browser, program: Program, role: Role): Promise<Colleague> {
  const email = `buttons-${role}@example.com`;
  await done(admin, "POST", "/manage/v1/users", { email, role });
  return signedIn(browser, program, email, "/payments?range=90d");
}

/** Lets a person of this role into the house, and into no account, and opens their browser on the house's settings. */
export async function ofHouse(admin: Page, browser: Browser, program: Program, role: HouseRole): Promise<Colleague> {
  const email = `house-${role}@example.com`;
  await done(admin, "POST", "/house/v1/users", { email, role });
  return signedIn(browser, program, email, "/settings?tab=house");
}

async function signedIn(browser: Browser, program: Program, email: string, address: string): Promise<Colleague> {
  const person = await accepted(program, email, email.split("@")[0] ?? email);
  const own = await ownBrowser(browser, program.url);
  await signIn(own.page, address, person);
  return own;
}

export async function recordOf(page: Page, paymentId: string): Promise<Shown> {
  const { data } = await done<{ data: Shown[] }>(page, "GET", `/payment/v1/payment?paymentId=${paymentId}`);
  if (!data[0]) throw new Error(`there is no payment ${paymentId}`);
  return data[0];
}

type ShownDeal = { status: string; quantity: number; fiatReceived?: number; items: { paymentId: string }[] };

export async function dealOf(page: Page, invoiceId: string): Promise<ShownDeal> {
  const [record] = await done<ShownDeal[]>(page, "GET", `${CONVERSION}?invoiceId=${invoiceId}`);
  if (!record) throw new Error(`there is no conversion ${invoiceId}`);
  return record;
}

/** A fresh quote of a conversion, by what an execution names it. */
export async function quote(page: Page, invoiceId: string): Promise<{ quoteId: string }> {
  const { quoteId = "" } = await done(page, "POST", `${CONVERSION}/quote`, { invoiceId });
  return { quoteId };
}

/** What makes objects as the account's own program and its admin do. */
export function makerOf(admin: Page, counterpart: Counterpart) {
  const bill = (more: object = {}) => counterpart.bill({ ...RETAINED_BILL, subaccount: "buttons", ...more });
  const paid = async (more: object = {}, how: object = {}): Promise<MadeBill> => {
    const made = await bill(more);
    await counterpart.pay(made, how);
    return made;
  };
  return {
    bill,
    paid,
    /** A deposit that waits for a decision. */
    async held(more: object = {}): Promise<MadeBill> {
      await done(admin, "PATCH", "/manage/v1/settings", { "depositLimit.BCH": 0.000_000_01, reason: "hold one" });
      const made = await paid({ cryptoType: "BCH", ...more });
      await done(admin, "PATCH", "/manage/v1/settings", { "depositLimit.BCH": "default", reason: "as before" });
      return made;
    },
    /** A conversion of one kept bill, not quoted yet. */
    async deal(): Promise<{ invoiceId: string; paymentId: string; quantity: number }> {
      const { paymentId } = await paid();
      const { quantityUnconverted: quantity } = await recordOf(admin, paymentId);
      const body = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity, items: [{ paymentId }] };
      const { invoiceId = "" } = await done(admin, "POST", CONVERSION, body);
      return { invoiceId, paymentId, quantity };
    },
    async caseOf(paymentId: string): Promise<string> {
      const path = "/manage/v1/cases?fiat=EUR&limit=500";
      const { data } = await done<{ data: { caseId: string; paymentId?: string }[] }>(admin, "GET", path);
      const found = data.find((one) => one.paymentId === paymentId);
      if (!found) throw new Error(`there is no case of ${paymentId}`);
      return found.caseId;
    },
  };
}

/** Makes every object in every state. */
export async function makeObjects(admin: Page, counterpart: Counterpart): Promise<Objects> {
  const make = makerOf(admin, counterpart);
  await done(admin, "PATCH", "/house/v1/settings", { quoteLifetimeMs: 60_000, reason: "slow readers" });
  await done(admin, "POST", "/manage/v1/webhook-endpoints", { url: "http://localhost:9/hooks" });
  await done(admin, "POST", "/manage/v1/keys", { name: "buttons", scopes: ["payments:read"] });
  const [expired, ended] = [await make.bill(), await make.deal()];
  await quote(admin, ended.invoiceId);
  await counterpart.control("clock", { advanceMs: 21 * 60_000 });
  const payments = await makePayments(admin, make);
  const [created, quoted, executed, cancelled] = [
    await make.deal(),
    await make.deal(),
    await make.deal(),
    await make.deal(),
  ];
  await done(admin, "POST", `${CONVERSION}/execute`, {
    invoiceId: executed.invoiceId,
    ...(await quote(admin, executed.invoiceId)),
  });
  await done(admin, "DELETE", CONVERSION, { invoiceId: cancelled.invoiceId });
  await counterpart.control("settle");
  return {
    payments: { ...payments, expired: expired.paymentId, locked: created.paymentId },
    deals: {
      created: created.invoiceId,
      quoted: quoted.invoiceId,
      ended: ended.invoiceId,
      executed: executed.invoiceId,
      cancelled: cancelled.invoiceId,
    },
    cases: await makeCases(admin, make, payments),
  };
}

type Maker = ReturnType<typeof makerOf>;

async function makePayments(
  admin: Page,
  make: Maker,
): Promise<Record<Exclude<PaymentState, "expired" | "locked">, string>> {
  const declined = await make.held();
  await decide(admin, declined.paymentId, "decline");
  const made = {
    unpaid: await make.bill(),
    partial: await make.paid({ strategy: "RFQ" }, { quantity: 0.0005 }),
    paid: await make.paid({ strategy: "RFQ" }),
    kept: await make.paid(),
    held: await make.held(),
    wrong: await make.paid({ cryptoType: "USDC" }, { cryptoType: "USDT", networkType: "eth", quantity: 100 }),
    declined,
  };
  return Object.fromEntries(Object.entries(made).map(([state, { paymentId }]) => [state, paymentId])) as Record<
    keyof typeof made,
    string
  >;
}

async function makeCases(
  admin: Page,
  make: Maker,
  payments: { held: string; wrong: string },
): Promise<Objects["cases"]> {
  const [muted, closed, settled] = [await make.held(), await make.held(), await make.held()];
  const of = async (paymentId: string, payment: PaymentState) => ({ caseId: await make.caseOf(paymentId), payment });
  const cases = {
    open: await of(payments.wrong, "wrong"),
    muted: await of(muted.paymentId, "held"),
    closed: await of(closed.paymentId, "held"),
    settled: { ...(await of(settled.paymentId, "held")), payment: "paid" as const },
  };
  await done(admin, "POST", `/manage/v1/cases/${cases.muted.caseId}/mute`, { forMs: DAY_MS });
  await done(admin, "POST", `/manage/v1/cases/${cases.closed.caseId}/close`, { reason: "known" });
  await decide(admin, settled.paymentId, "release");
  return cases;
}

async function decide(admin: Page, paymentId: string, command: "release" | "decline"): Promise<void> {
  const [deposit] = (await recordOf(admin, paymentId)).deposits;
  await done(admin, "POST", `/manage/v1/deposits/${deposit?.txId}/${command}`, { note: "known" });
}
