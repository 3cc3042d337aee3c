import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { makeBeneficiaryOrAsk, payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { listBeneficiaries } from "#lib/beneficiaries/beneficiaries.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import type { PayoutFileRecord } from "#lib/payouts/file-contract.ts";
import { makePayoutFile } from "#lib/payouts/make-file.ts";
import { keepPrices } from "#lib/pricing/keep-prices.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import type { setTermsEndpoint } from "#lib/settlements/terms-contract.ts";
import { TASKS } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { type Cast, openCast } from "./cast.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** The first day of 1970 that was a Monday. */
const A_MONDAY_MS = 4 * DAY_MS;

const BANK = "bank:main";
/** The example IBAN of ISO 13616. */
export const OPERATORS_IBAN = "GB82WEST12345698765432";

/** Whom the account itself pays, beside its settlements. */
export const SUPPLIER = { name: "Mirabrook Travel", asset: "EUR", iban: "NL91ABNA0417164300" } as const;

type Settled = Pick<InputOf<typeof setTermsEndpoint>, "currency" | "minimum" | "reserve"> & {
  /** What the operator brings to the bank account that settlements are paid from. */
  capital: string;
  iban: string;
};

/** What is settled weekly, above a reserve that no payout takes. */
const SETTLED: readonly Settled[] = [
  {
    currency: "EUR",
    minimum: Decimal.from("500"),
    reserve: Decimal.from("2500"),
    capital: "60000",
    iban: "DE89370400440532013000",
  },
  {
    currency: "USD",
    minimum: Decimal.from("500"),
    reserve: Decimal.from("1000"),
    capital: "40000",
    iban: "CH9300762011623852957",
  },
];

const WEEKLY = { schedule: "WEEKLY", weekday: 1, businessDays: true, delayDays: 1 } as const;
/** What the house brings to its venue: bills are sold there before their coins are moved. */
export const VENUE = "venue:sandbox";
const STOCK = [
  { asset: "BTC", quantity: "2" },
  { asset: "BCH", quantity: "110" },
  { asset: "USDT", networkType: "eth", quantity: "40000" },
  { asset: "USDT", networkType: "tron", quantity: "40000" },
  { asset: "USDC", quantity: "40000" },
] as const;

const ACCOUNT_HOLDER = "Demo Payments Ltd";
const REQUEST_ID = "seed";

/** So long after the story begins the terms are agreed. */
const AGREED_AFTER_MS = 30 * DAY_MS + 10 * HOUR_MS;
/** Files are made when a settlement's day begins to work, and the bank books them the same day. */
const FILED_AT_MS = 9 * HOUR_MS;
const BOOKED_AFTER_MS = 6 * HOUR_MS;
/** In the week before this many days ago a payout of the account's own is filed too; the bank brings it back. */
const RETURNED_BEFORE_MS = 3 * WEEK_MS;
const RETURNED_AFTER_MS = 2 * DAY_MS;
const RETURNED = { quantity: Decimal.from("420"), reference: "PO-287" } as const;

const ARRIVING = TASKS.filter(({ name }) => name === "read-transfers");
const SETTLING = TASKS.filter(({ name }) => name === "make-settlements" || name === "ask-for-settlements");

/** Something that happens at an instant of the story's past; the clock is not moved to one of which there is nothing. */
export type Occasion = { atMs: number; isDue?(): boolean; happen(): Promise<unknown> };

/** Who acts, and what the bank has been given and has not booked yet. */
type Past = { account: AccountRef; worker: Ctx; cast: Cast; filed: PayoutFileRecord[] };

/**
 * The past of the money on its way out, as far as a demo is told in full: terms are agreed, and each week's settlements are
 * made and asked for by the worker, put into files by the operator, and booked by its bank. In the order of the business
 * clock, which is moved to each by who plays them.
 */
export async function openMoneyOut(
  account: AccountRef,
  worker: Ctx,
  span: Span,
): Promise<{ moments: Occasion[]; leave(): Promise<void> }> {
  if (worker.app.env.demo !== "full") return { moments: [], leave: async () => undefined };
  const cast = await openCast(worker.app, account);
  return { moments: momentsOf({ account, worker, cast, filed: [] }, span), leave: () => cast.leave() };
}

type Span = { fromMs: number; toMs: number };

function momentsOf(past: Past, { fromMs, toMs }: Span): Occasion[] {
  const agreedMs = fromMs + AGREED_AFTER_MS;
  const moments: Occasion[] = [
    { atMs: fromMs, happen: () => bringMeans(past) },
    { atMs: agreedMs, happen: () => agree(past) },
  ];
  const filing = mondaysBetween(agreedMs, toMs).map((atMs) => atMs + FILED_AT_MS);
  const returned = filing.findLast((atMs) => atMs < toMs - RETURNED_BEFORE_MS);
  for (const atMs of filing) {
    if (atMs === returned) moments.push({ atMs, happen: () => paySupplier(past) });
    moments.push({ atMs, happen: () => settle(past) });
    moments.push({ atMs: atMs + BOOKED_AFTER_MS, isDue: () => past.filed.length > 0, happen: () => book(past) });
    if (atMs === returned) moments.push({ atMs: atMs + RETURNED_AFTER_MS, happen: () => bringBack(past) });
  }
  return moments.filter(({ atMs }) => atMs < toMs).toSorted((a, b) => a.atMs - b.atMs);
}

function mondaysBetween(fromMs: number, toMs: number): number[] {
  const first = fromMs + WEEK_MS - ((fromMs - A_MONDAY_MS) % WEEK_MS);
  return Array.from({ length: Math.max(0, Math.ceil((toMs - first) / WEEK_MS)) }, (_, nth) => first + nth * WEEK_MS);
}

/** The operator's bank account with the owner's capital in it, and the stock at its venue; valued from that day on. */
async function bringMeans({ worker, cast }: Past): Promise<void> {
  const operator = await cast.as("rates", REQUEST_ID);
  for (const { currency: asset, capital } of SETTLED) {
    await addDestinationOrAsk(operator, { place: BANK, asset, address: OPERATORS_IBAN, label: "Nordbank, main" });
    await bringCapital(operator, asset, Decimal.from(capital));
  }
  for (const { asset, quantity: text, ...more } of STOCK) {
    const wanted = { networkType: undefined, ...more, asset, quantity: Decimal.from(text) };
    await requestMoveOrAsk(operator, { ...wanted, kind: "CAPITAL_IN", to: VENUE, note: "Stock to sell from." });
    await playTransfer(operator, { ...wanted, kind: "DEPOSIT" });
  }
  await keepPrices(worker);
  await runTick(worker, ARRIVING);
}

/** The account's bank account, and the terms by which it is paid. */
async function agree({ account, cast }: Past): Promise<void> {
  const operator = await cast.as("rates", REQUEST_ID);
  const treasurer = await cast.as("treasurer", REQUEST_ID);
  await makeBeneficiaryOrAsk(treasurer, SUPPLIER);
  for (const { currency: asset, capital: _, iban, ...terms } of SETTLED) {
    const { beneficiaryId } = await makeBeneficiaryOrAsk(treasurer, { name: ACCOUNT_HOLDER, asset, iban });
    await setTermsOrAsk(operator, { ...WEEKLY, ...terms, account: account.name, currency: asset, beneficiaryId });
  }
}

async function bringCapital(operator: Ctx, asset: Fiat, quantity: Decimal): Promise<void> {
  const made = await requestMoveOrAsk(operator, {
    ...{ kind: "CAPITAL_IN", to: BANK, asset, quantity },
    note: "Float to pay settlements from.",
  });
  must("reference" in made, "nobody else is asked in the sandbox");
  await playBank(operator, { currency: asset, amount: quantity, reference: made.reference, counterparty: "Owner" });
}

/** What is due by the worker's own tasks, and then what is approved for the bank. */
async function settle({ worker, cast, filed }: Past): Promise<void> {
  await runTick(worker, SETTLING);
  const operator = await cast.as("approver", REQUEST_ID);
  const approved = await operator.db.payout.groupBy({ by: ["asset"], where: { status: "APPROVED" } });
  for (const { currency } of SETTLED)
    if (approved.some(({ asset }) => asset === currency)) filed.push(await makePayoutFile(operator, { currency }));
}

/** The bank books each file as one sum. */
async function book({ cast, filed }: Past): Promise<void> {
  const operator = await cast.as("approver", REQUEST_ID);
  for (const { currency, total, messageId } of filed.splice(0))
    await playBank(operator, {
      currency,
      amount: Decimal.of(-total.units, total.scale),
      reference: messageId,
      counterparty: "Payouts",
    });
}

async function paySupplier({ cast }: Past): Promise<void> {
  const treasurer = await cast.as("treasurer", REQUEST_ID);
  const { data } = await listBeneficiaries(treasurer);
  const to = data.find(({ name }) => name === SUPPLIER.name);
  await payOrAsk(treasurer, { asset: SUPPLIER.asset, beneficiaryId: to?.beneficiaryId, ...RETURNED });
}

/** The supplier's bank takes no money for an account that it has closed. */
async function bringBack({ account, cast }: Past): Promise<void> {
  const operator = await cast.as("approver", REQUEST_ID);
  const payout = await operator.db.payout.findFirst({
    where: { accountId: account.id, reference: RETURNED.reference },
    select: { id: true },
  });
  must(payout, "what was paid to the supplier is on record");
  await playBank(operator, {
    currency: SUPPLIER.asset,
    amount: RETURNED.quantity,
    reference: payout.id.replaceAll("-", ""),
    counterparty: SUPPLIER.name,
  });
}
