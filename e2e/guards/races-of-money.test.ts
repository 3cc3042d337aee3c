import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Api, type MadeBill, openApi } from "#e2e/world/api.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { hedge } from "#lib/liquidity/hedge.ts";
import { sweepResults } from "#lib/liquidity/sweep-result.ts";
import { settleDeposits } from "#lib/deposits/settle-deposits.ts";
import { resolveOrder } from "#lib/liquidity/resolve-orders.ts";
import { recordHedge } from "#lib/liquidity/hedge.ts";
import { expireBill } from "#lib/bills/expire-bill.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { TASKS } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { type Race, tryGuard, unadvised, unlocked } from "./races.ts";
import { rulerOf } from "./clock.ts";
import { untilNothing } from "./until.ts";

let api: Api;
let ruler: Awaited<ReturnType<typeof rulerOf>>;
beforeAll(async () => {
  api = await openApi({ alone: true });
  await api.plainPrices();
  ruler = await rulerOf(api.app);
});
afterAll(async () => {
  await ruler?.end();
  await api?.close();
});

const count = async (sql: string, values: unknown[] = []) => Number((await ruler.query(sql, values)).rows[0]?.count);
/** A worker process of its own, as far as one process can be two: nothing of what it remembers is shared. */
const worker = (): Ctx =>
  contextFor({ ...api.app, slots: new Slots() }, { actor: { kind: "worker" }, requestId: "test" });
const task = (name: string) => TASKS.filter((each) => each.name === name);

const CREATE = "/payment/v1/requestPaymentAddress";
let nth = 0;
const create = (fiat: string, more: object = {}) => {
  nth += 1;
  const input = { cryptoType: "BTC", fiat, fiatReceivable: 100, subaccount: "race", ...more };
  return api.post(CREATE, input, { headers: { "idempotency-key": `race ${nth}` } });
};
/** The same by another process: it does not know where in the pool this one looks. */
async function createElsewhere() {
  const { rows } = await ruler.query<{ id: string; name: string }>("select id, name from account where name = 'acme'");
  const app = { ...api.app, slots: new Slots() };
  const ctx = contextFor(app, { actor: { kind: "operator" }, account: rows[0], requestId: "test" });
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: Decimal.from("100"), subaccount: "elsewhere" };
  await requestAddress(ctx, input);
  return 200;
}
const BILLS = /^\s*select b\.\*, \(select business_now\(\)\)/;
const OF_DEPOSITS = /from deposit\s+where bill_id = any/;

async function retained(): Promise<MadeBill & { free: number }> {
  const bill = await api.bill({ strategy: "RAI" });
  await api.pay(bill, bill.quantity, "bitcoin", 2);
  return { ...bill, free: (await api.payment(bill.paymentId)).quantityUnconverted };
}
async function invoice(): Promise<string> {
  const { paymentId, free } = await retained();
  return (await convert({ paymentId, free })).as<{ invoiceId: string }>().invoiceId;
}
const convert = ({ paymentId, free }: { paymentId: string; free: number }) =>
  api.post("/payment/v1/conversion", { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: free, items: [{ paymentId }] });
async function held(): Promise<MadeBill & { txId: string }> {
  await api.settings({ depositLimit: "0.0001" });
  const bill = await api.bill();
  await api.pay(bill, bill.quantity, "bitcoin", 2);
  await api.settings({ depositLimit: "default" });
  const [deposit] = (await api.payment(bill.paymentId)).deposits;
  return { ...bill, txId: String(deposit?.txId) };
}
const release = ({ txId }: MadeBill & { txId: string }) =>
  api.post(`/manage/v1/deposits/${txId}/release`, { note: "race" });
const payOut = (asset: string, quantity: number, more: object = {}) =>
  api.post("/manage/v1/payouts", { asset, quantity, reference: "race", ...more });

let places = 0;
async function beneficiary(): Promise<string> {
  places += 1;
  const wanted = { name: "Race", asset: "JPY", iban: ibanOf(places) };
  return (await api.post("/manage/v1/beneficiaries", wanted)).as<{ beneficiaryId: string }>().beneficiaryId;
}
const retire = (id: string) => api.post(`/manage/v1/beneficiaries/${id}/retire`);

let house: Awaited<ReturnType<Api["staffOfHouse"]>> | undefined;
const rejectPayout = (payoutId: string) =>
  api.send({ method: "POST", target: `/house/v1/payouts/${payoutId}/reject`, body: { note: "race" }, ...house });
const makeFile = () =>
  api.send({ method: "POST", target: "/house/v1/payouts/files", body: { currency: "JPY", bank: "race" }, ...house });

const race = <T>(of: Race<T>) => of as Race<unknown>;
const RACES: readonly Race<unknown>[] = [
  race({
    guard: "bills: of two processes each takes an address of its own",
    prepare: () => create("CAD"),
    hold: { table: "bill", on: "insert" },
    first: createElsewhere,
    second: createElsewhere,
    effect: async () => {
      const { rows } = await ruler.query(
        "select count(*)::integer as bills, count(distinct address)::integer as addresses from bill where subaccount = 'elsewhere'",
      );
      await ruler.query("update bill set subaccount = 'seen' where subaccount = 'elsewhere'");
      return rows;
    },
    held: { outcomes: ["200", "200"], effect: [{ bills: 2, addresses: 2 }] },
    without: [unlocked(/^\s*with given as mat/)],
    broken: { outcomes: ["200", "fails: 23001"], effect: [{ bills: 1, addresses: 1 }] },
  }),
  race({
    guard: "bills: an account's promises are counted one after the other",
    prepare: () => api.settings({ "openExposureLimit.GBP": "150" }),
    hold: { table: "bill", on: "insert" },
    first: () => create("GBP"),
    second: () => create("GBP"),
    effect: async () => {
      await api.settings({ "openExposureLimit.GBP": "default" });
      const open = await count("select count(*) from bill where fiat = 'GBP'");
      await api.control("clock", { advanceMs: 1_300_000 });
      await api.settle();
      return open;
    },
    held: { outcomes: ["200", "409 EXPOSURE_LIMIT"], effect: 1 },
    without: [{ at: /^\s*with given as mat/, from: /s\.narrow, 16, \$2/, to: "s.narrow, 0, $2" }],
    broken: { outcomes: ["200", "200"], effect: 3 },
  }),
  race({
    guard: "liquidity: the house's promises are counted one after the other",
    prepare: () => api.settings({ "houseExposureLimit.BCH": "0.3" }),
    hold: { table: "bill", on: "insert" },
    first: () => create("EUR", { cryptoType: "BCH" }),
    second: () => create("EUR", { cryptoType: "BCH" }),
    effect: async () => {
      await api.settings({ "houseExposureLimit.BCH": "default" });
      await api.control("clock", { advanceMs: 1_300_000 });
      await api.settle();
    },
    held: { outcomes: ["200", "409 EXPOSURE_LIMIT"] },
    without: [{ at: /^\s*with given as mat/, from: /s\.narrow, 16, true/, to: "s.narrow, 0, true" }],
    broken: { outcomes: ["200", "200"] },
  }),
  race({
    guard: "bills: decisions about one bill follow one another",
    prepare: async () => {
      const bill = await held();
      await api.post("/sandbox/v1/deposits", { address: bill.deposit_address, quantity: 0.000001 });
      return bill;
    },
    hold: BILLS,
    first: () => runTick(worker(), task("scan-chains")),
    second: release,
    effect: ({ paymentId }) =>
      count("select count(*) from event where object_id = $1 and type = 'payment.completed'", [paymentId]),
    held: { outcomes: ['{"done":1,"failed":0}', "200"], effect: 1 },
    without: [unlocked(BILLS)],
    broken: { outcomes: ['{"done":1,"failed":0}', "200"], effect: 2 },
  }),
  race({
    guard: "bills: an expiry is told once",
    prepare: async () => {
      const bill = await api.bill();
      await api.control("clock", { advanceMs: 1_200_001 });
      return bill;
    },
    hold: /^\s*update bill b set expiry_told/,
    first: ({ paymentId }) => expireBill(worker(), paymentId),
    second: ({ paymentId }) => expireBill(worker(), paymentId),
    effect: ({ paymentId }) =>
      count("select count(*) from event where object_id = $1 and type = 'payment.expired'", [paymentId]),
    held: { outcomes: ["true", "false"], effect: 1 },
    without: [{ at: /^\s*update bill b set expiry_told/, from: /and not b\.expiry_told/, to: "" }],
    broken: { outcomes: ["true", "true"], effect: 2 },
  }),
  race({
    guard: "deposits: a hold is decided once",
    prepare: held,
    hold: OF_DEPOSITS,
    first: release,
    second: release,
    effect: ({ txId }) => count("select count(*) from fill where deposit_id = $1", [txId]),
    held: { outcomes: ["200", "409 INVALID_STATE"], effect: 1 },
    without: [unlocked(/from deposit where bill_id = any/)],
    behind: [unlocked(BILLS)],
    broken: { outcomes: ["500 INTERNAL", "200"], effect: 1 },
  }),
  race({
    guard: "deposits: free crypto goes into one invoice",
    prepare: retained,
    hold: /unconverted_units - locked_units - reserved_units as "units" from deposit/,
    first: convert,
    second: convert,
    effect: ({ paymentId }) => count("select count(*) from conversion_item where bill_id = $1 and live", [paymentId]),
    held: { outcomes: ["200", "409 ALREADY_IN_CONVERSION"], effect: 1 },
    without: [unlocked(/unconverted_units - locked_units - reserved_units as "units" from deposit/)],
    behind: [unlocked(BILLS)],
    broken: { outcomes: ["500 INTERNAL", "200"], effect: 1 },
  }),
  race({
    guard: "payouts: free crypto is paid out once",
    prepare: retained,
    hold: /^\s*select id, bill_id, asset, status, pending_units/,
    first: ({ paymentId, free }) => payOut("BTC", free, { paymentId }),
    second: ({ paymentId, free }) => payOut("BTC", free, { paymentId }),
    effect: ({ paymentId }) =>
      count("select count(*) from payout_part p join deposit d on d.id = p.deposit_id where d.bill_id = $1", [
        paymentId,
      ]),
    held: { outcomes: ["200", "409 INSUFFICIENT_FUNDS"], effect: 1 },
    without: [unlocked(/^\s*select id, bill_id, asset, status, pending_units/)],
    behind: [unlocked(BILLS)],
    broken: { outcomes: ["500 INTERNAL", "200"], effect: 1 },
  }),
  race({
    guard: "payouts: free fiat is paid out once",
    prepare: async () => {
      const bill = await api.bill({ fiat: "JPY", fiatReceivable: 1_000 });
      await api.pay(bill, bill.quantity, "bitcoin", 2);
      const { rows } = await ruler.query(
        "select balance::integer as free from ledger_account where code like 'acc:%:available' and asset = 'JPY'",
      );
      return Number(rows[0]?.free);
    },
    hold: /^SELECT .*"balance" FROM "public"\."ledger_account"/s,
    first: (free) => payOut("JPY", free),
    second: (free) => payOut("JPY", free),
    held: { outcomes: ["200", "409 INSUFFICIENT_FUNDS"] },
    without: [unlocked(/^\s*select id from account/)],
    broken: { outcomes: ["500 INTERNAL", "200"] },
  }),
  race({
    guard: "payouts: a payout ends once",
    async prepare() {
      const bill = await api.bill({ fiat: "JPY", fiatReceivable: 1_000 });
      await api.pay(bill, bill.quantity, "bitcoin", 2);
      const beneficiaryId = await beneficiary();
      const { payoutId } = (await payOut("JPY", 10, { beneficiaryId })).as<{ payoutId: string }>();
      await retire(beneficiaryId);
      house ??= await api.staffOfHouse("admin");
      return payoutId;
    },
    hold: /from payout o join account a/,
    first: rejectPayout,
    second: rejectPayout,
    effect: (payoutId) =>
      count("select count(*) from ledger_transaction where effect_key = $1", [`payout:${payoutId}:released`]),
    held: { outcomes: ["200", "409 INVALID_STATE"], effect: 1 },
    without: [unlocked(/from payout o join account a/)],
    broken: { outcomes: ["500 INTERNAL", "200"], effect: 1 },
  }),
  race({
    guard: "payouts: a payout stands in one file",
    async prepare() {
      const bill = await api.bill({ fiat: "JPY", fiatReceivable: 1_000 });
      await api.pay(bill, bill.quantity, "bitcoin", 2);
      house ??= await api.staffOfHouse("admin");
      const body = { place: "bank:race", asset: "JPY", address: ibanOf(900), label: "ours" };
      await api.send({ method: "POST", target: "/house/v1/destinations", body, ...house });
      const beneficiaryId = await beneficiary();
      const { payoutId } = (await payOut("JPY", 10, { beneficiaryId })).as<{ payoutId: string }>();
      return { payoutId, beneficiaryId };
    },
    hold: /from payout o join beneficiary b/,
    first: makeFile,
    second: makeFile,
    async effect({ payoutId, beneficiaryId }) {
      await retire(beneficiaryId);
      return count("select count(*) from payout where id = $1 and status = 'PREPARED'", [payoutId]);
    },
    held: { outcomes: ["200", "409 INVALID_STATE"], effect: 1 },
    without: [unlocked(/from payout o join beneficiary b/)],
    broken: { outcomes: ["500 INTERNAL", "200"], effect: 1 },
  }),
  race({
    guard: "beneficiaries: one is retired once",
    prepare: beneficiary,
    hold: /from beneficiary b\s+where .*for update of b/s,
    first: retire,
    second: retire,
    held: { outcomes: ["200", "409 INVALID_STATE"] },
    without: [unlocked(/from beneficiary b\s+where/)],
    broken: { outcomes: ["200", "200"] },
  }),
  race({
    guard: "conversions: an invoice is executed once",
    prepare: async () => {
      const invoiceId = await invoice();
      await api.post("/payment/v1/conversion/quote", { invoiceId });
      return invoiceId;
    },
    hold: /^\s*select v\.id, v\.account_id, v\.base/,
    first: (invoiceId) => api.post("/payment/v1/conversion/execute", { invoiceId }),
    second: (invoiceId) => api.post("/payment/v1/conversion/execute", { invoiceId }),
    effect: (invoiceId) => count("select count(*) from venue_order where conversion_id = $1", [invoiceId]),
    held: { outcomes: ["200", "200"], effect: 1 },
    without: [unlocked(/^\s*select id from conversion/)],
    broken: { outcomes: ["500 INTERNAL", "200"], effect: 1 },
  }),
  race({
    guard: "liquidity: a pair is hedged once",
    prepare: async () => {
      const bill = await api.bill({ cryptoType: "USDC", fiat: "CAD" });
      await api.control("venue", { fault: "reject" });
      const input = { address: bill.deposit_address, quantity: bill.quantity, confirmations: 30 };
      await api.control("deposits", input);
      await api.settle();
      await api.control("venue", { fault: "none" });
      await api.control("clock", { advanceMs: 30_000 });
    },
    hold: /from seen_promises/,
    first: () => hedge(worker(), { base: "USDC", fiat: "CAD" }),
    second: () => hedge(worker(), { base: "USDC", fiat: "CAD" }),
    effect: () => count("select sign(units) as count from book_position where asset = 'USDC@eth' and fiat = 'CAD'"),
    held: { outcomes: ["true", "false"], effect: 0 },
    without: [unadvised(/pg_advisory_xact_lock/)],
    broken: { outcomes: ["true", "true"], effect: -1 },
  }),
  race({
    guard: "liquidity: an order's finalOutcome is booked once",
    prepare: async () => {
      const bill = await api.bill({ cryptoType: "USDC", fiat: "USD" });
      await api.control("venue", { fault: "timeout-after-accept" });
      const input = { address: bill.deposit_address, quantity: bill.quantity, confirmations: 30 };
      await api.control("deposits", input);
      const ctx = worker();
      const lookUp = TASKS.filter(({ name }) => name !== "resolve-orders");
      await untilNothing(async () => (await runTick(ctx, lookUp)).done);
      await api.control("venue", { fault: "none" });
      const { rows } = await ruler.query("select id from venue_order where status = 'OPEN'");
      return String(rows[0]?.id);
    },
    hold: /^\s*select \* from venue_order where id = .* for update/,
    first: (id) => resolveOrder(worker(), id, { HEDGE: recordHedge, INVOICE: recordHedge, MARKET: recordHedge }),
    second: (id) => resolveOrder(worker(), id, { HEDGE: recordHedge, INVOICE: recordHedge, MARKET: recordHedge }),
    effect: (id) => count("select count(*) from venue_trade where order_id = $1", [id]),
    held: { outcomes: ["true", "true"], effect: 1 },
    without: [unlocked(/^\s*select \* from venue_order where id = /)],
    broken: { outcomes: ["fails: 23505", "true"], effect: 1 },
  }),
  race({
    guard: "liquidity: a day's result is swept once",
    prepare: async () => {
      const { rows } = await ruler.query("select extract(epoch from business_now())::bigint as now");
      await api.control("clock", { advanceMs: (86_400 - (Number(rows[0]?.now) % 86_400) + 60) * 1_000 });
      const bill = await api.bill();
      await api.pay(bill, bill.quantity, "bitcoin", 2);
    },
    // Once it has read the book.
    hold: /^\s*select coalesce\(\(select balance from ledger_account/,
    first: () => sweepResults(worker()).then((swept) => swept > 0),
    second: () => sweepResults(worker()).then(() => "done"),
    held: { outcomes: ["true", '"done"'] },
    without: [unadvised(/pg_advisory_xact_lock/)],
    broken: { outcomes: ["fails: 23505", '"done"'] },
  }),
  race({
    guard: "ledger: an account of the books is opened once",
    prepare: async () => {
      const key = await api.newKey({ account: `race ${nth}` });
      const make = async () => {
        const bill = await api.bill({ strategy: "RAI" }, key);
        await api.post("/sandbox/v1/deposits", { address: bill.deposit_address, quantity: bill.quantity }, { key });
        return bill.paymentId;
      };
      nth += 1;
      const made = [await make(), await make()] as const;
      await runTick(worker(), task("scan-chains"));
      await api.control("blocks", { network: "bitcoin", count: 2 });
      await runTick(worker(), task("scan-chains"));
      return made;
    },
    hold: /^\s*insert into ledger_account/,
    first: ([bill]) => settleDeposits(worker(), bill),
    second: ([, bill]) => settleDeposits(worker(), bill),
    held: { outcomes: ["true", "true"] },
    without: [{ at: /^\s*insert into ledger_account/, from: /on conflict .* do nothing/, to: "" }],
    broken: { outcomes: ["true", "fails: 23505"] },
  }),
];

describe.each(RACES.map((of) => [of.guard, of] as const))("%s", (_guard, of) => {
  test("with the guard, and without it", () => tryGuard(api.app, of));
});
