import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { frozenClock } from "#e2e/world/frozen-clock.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";
import { payOrAsk, rejectPayout, settlementAsk } from "#lib/approvals/payout-or-ask.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import type { FileOut } from "#lib/contract/out.ts";
import { getPeriodFile } from "#lib/exports/statement-file.ts";
import { unzipped } from "#lib/exports/unzipped.fixture.ts";
import { printedWords } from "#lib/documents/printed-words.fixture.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { confirmed, type JournalEntry, reversedSold, sold } from "#lib/ledger/journal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { balanceCode } from "#lib/ledger/chart.ts";
import { post, postAll } from "#lib/ledger/post.ts";
import { RULES, violationsOf } from "#lib/check/store.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { openAccount } from "#lib/people/accounts.ts";
import type { SettlementRecord } from "./contract.ts";
import { listSettlements } from "./get-settlements.ts";
import { askForSettlement, findSettlementsToAsk, findSettlementsToMake, makeSettlement } from "./run-settlements.ts";
import { getPeriodStatement, getSettlementStatement } from "./statement.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** The slice of a month that every run takes; `DESK_MOVEMENTS=10000` takes it whole. */
const MOVEMENTS = Number(process.env["DESK_MOVEMENTS"] ?? 400);
const RUNS = 12;

let world: World;
let worker: Ctx;
let operator: Ctx;
let house: Ctx;
let clock: Awaited<ReturnType<typeof frozenClock>>;
let begin = 0;
let keys = 0;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  house = operator;
  clock = await frozenClock(world);
  begin = Math.ceil(Date.now() / DAY + 1) * DAY;
});
afterAll(async () => {
  await clock.end();
  await world.close();
});

/** An account of its own with a bank account, terms, and crypto enough to sell. */
async function opened(terms: object): Promise<{ ctx: Ctx; account: AccountRef; bank: string }> {
  keys += 1;
  const account = await openAccount(operator, `month-${keys}`);
  const ctx = contextFor(world.app, {
    actor: { kind: "key", keyId: "ak_test", scopes: [] },
    account,
    requestId: "test",
  });
  await clock.set(new Date(begin - HOUR));
  const { beneficiaryId: bank } = await makeBeneficiary(ctx, { name: "Bank", asset: "EUR", iban: ibanOf(500 + keys) });
  await setTermsOrAsk(house, {
    account: account.name,
    currency: "EUR",
    schedule: "DAILY",
    beneficiaryId: bank,
    ...terms,
  });
  const have = { effectKey: key(), accountId: account.id, asset: "BTC" as const, units: 2_000_000_000_000n };
  await ctx.transaction((tx) => post(tx, confirmed(have), { accountId: account.id }));
  return { ctx, account, bank };
}
const key = (): string => {
  keys += 1;
  return `test:${keys}`;
};
const sale = (accountId: string, fiatUnits: bigint) =>
  ({ effectKey: key(), accountId, asset: "BTC", units: 1_000n, feeUnits: 0n, fiat: "EUR", fiatUnits }) as const;

type Shown = Omit<SettlementRecord, "opening" | "closing" | "reserve" | "awaited" | "due"> & Record<string, unknown>;
const cents = (amount: unknown) => BigInt(Math.round(Number(amount) * 100));
async function settlements(ctx: Ctx): Promise<Shown[]> {
  const { data } = await listSettlements(ctx, { limit: 500 });
  return data.map(({ text }) => JSON.parse(text) as Shown).reverse();
}
/** As the worker does, with as much of it as there is. */
async function run(): Promise<void> {
  for (let due = await findSettlementsToMake(worker, 50); due.length > 0; due = await findSettlementsToMake(worker, 50))
    for (const each of due) await makeSettlement(worker, each);
  for (const id of await findSettlementsToAsk(worker, 50)) await askForSettlement(worker, id, settlementAsk);
}
async function refuted(): Promise<string[]> {
  const about = RULES.filter(({ name }) => /settlement|invoice|balance is the sum|sums to zero/.test(name));
  expect(about.length).toBeGreaterThan(4);
  return (await Promise.all(about.map((rule) => violationsOf(world.ctx.db, rule)))).flat();
}

const EVENT = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant("sell" as const), cents: fc.integer({ min: 1, max: 90_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("reverse" as const), cents: fc.integer({ min: 1, max: 60_000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("pay" as const), cents: fc.integer({ min: 1, max: 30_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("cancel" as const), cents: fc.constant(0) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("run" as const), cents: fc.constant(0) }) },
);
const MONTH = fc.record({
  terms: fc.oneof(
    fc.record({
      reserve: fc.integer({ min: 0, max: 300 }).map((n) => Decimal.from(n)),
      delayDays: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ reserveBps: fc.integer({ min: 0, max: 3_000 }), reserveDays: fc.integer({ min: 1, max: 9 }) }),
    fc.record({
      schedule: fc.constant("WEEKLY" as const),
      weekday: fc.integer({ min: 1, max: 7 }),
      minimum: fc.constant(Decimal.from(10)),
    }),
    fc.record({ businessDays: fc.constant(true), delayDays: fc.integer({ min: 1, max: 2 }) }),
  ),
  events: fc.array(fc.record({ afterMs: fc.integer({ min: 0, max: 2 * DAY }), event: EVENT }), {
    minLength: 10,
    maxLength: 25,
  }),
});

type Moved = { at: number; units: bigint; credit: boolean };
type Month = { ctx: Ctx; account: AccountRef; bank: string; at: number; moved: Moved[]; own: string[] };
type Event = { what: "sell" | "reverse" | "pay" | "cancel" | "run"; cents: number };

/** What one event does to an account that has so much. */
async function happen({ ctx, account, bank, own }: Month, { what, cents: size }: Event, there: bigint): Promise<void> {
  const units = BigInt(size);
  const book = (entry: JournalEntry) => ctx.transaction((tx) => post(tx, entry, { accountId: account.id }));
  if (what === "run") return run();
  if (what === "sell") return book(sold({ ...sale(account.id, units), from: "pending" }));
  if (what === "reverse" && there >= units)
    return book(reversedSold({ ...sale(account.id, units), availableFiatUnits: there }));
  if (what === "pay" && there >= units) {
    const input = { asset: "EUR" as const, quantity: Decimal.of(units, 2), reference: "own", beneficiaryId: bank };
    // The reserve stays, and then nothing has happened.
    const made = await payOrAsk(ctx, input).catch((refusal: { code?: string }) => {
      if (refusal.code !== "INSUFFICIENT_FUNDS") throw refusal;
    });
    if (made) own.push((JSON.parse((made as Raw<PayoutRecord>).text) as { payoutId: string }).payoutId);
  }
  const payoutId = what === "cancel" ? own.pop() : undefined;
  if (payoutId) await rejectPayout(house, { payoutId, note: "not sent" });
}

async function live(month: Month, afterMs: number, event: Event): Promise<void> {
  const { ctx, account, moved } = month;
  month.at += afterMs;
  await clock.set(new Date(month.at));
  const available = () => balanceOf(ctx, balanceCode(account.id, "available"), "EUR");
  const before = await available();
  await happen(month, event, before);
  const units = (await available()) - before;
  const credit = event.what === "sell" || event.what === "reverse";
  if (units !== 0n) moved.push({ at: month.at, units, credit });
}

const sumOf = (moved: readonly Moved[], from: number, to: number) =>
  moved.reduce((total, one) => (one.at >= from && one.at < to ? total + one.units : total), 0n);

type Share = {
  reserve?: Decimal;
  schedule?: string;
  businessDays?: boolean;
  reserveBps?: number;
  reserveDays?: number;
};

/** A settlement against what has happened. */
async function judge({ ctx, moved }: Month, each: Shown, terms: Share) {
  const { from, to, byKind } = each;
  expect(cents(each["opening"])).toBe(sumOf(moved, 0, from));
  expect(cents(each["closing"])).toBe(sumOf(moved, 0, to));
  expect(byKind.reduce((total, { amount }) => total + cents(amount), 0n)).toBe(sumOf(moved, from, to));
  if (terms.reserveBps !== undefined) {
    const credits = sumOf(
      moved.filter(({ credit }) => credit),
      to - (terms.reserveDays ?? 0) * DAY,
      to,
    );
    expect(cents(each["reserve"])).toBe(((credits > 0n ? credits : 0n) * BigInt(terms.reserveBps) + 9_999n) / 10_000n);
  }
  if (Number(each["due"]) > 0)
    expect(cents(each["due"])).toBe(cents(each["closing"]) - cents(each["reserve"]) - cents(each["awaited"]));
  const { lines, closing } = await getSettlementStatement(ctx, { settlementId: each.settlementId });
  expect(lines).toHaveLength(each.movements);
  expect((lines.at(-1)?.balance ?? closing).compare(closing)).toBe(0);
}

test("in any month each statement is the ledger's to the unit, and follows on the one before", async () => {
  await fc.assert(
    fc.asyncProperty(MONTH, async ({ terms, events }) => {
      const month: Month = { ...(await opened(terms)), at: begin, moved: [], own: [] };
      for (const { afterMs, event } of events) await live(month, afterMs, event);
      await live(month, 8 * DAY, { what: "run", cents: 0 });
      const found = await settlements(month.ctx);
      expect(found.length).toBeGreaterThan(0);
      expect(found.slice(1).map(({ from }) => from)).toEqual(found.slice(0, -1).map(({ to }) => to));
      for (const each of found) await judge(month, each, terms);
      expect(await refuted()).toEqual([]);
    }),
    { numRuns: RUNS, seed: 24 },
  );
});

test("nothing is due, and nothing asked for, while the account owes the house", async () => {
  const { ctx, account } = await opened({ delayDays: 2 });
  const book = (entry: JournalEntry) => ctx.transaction((tx) => post(tx, entry, { accountId: account.id }));
  const states = async () => (await settlements(ctx)).map(({ status, due, withheld }) => [status, due, withheld]);
  const at = async (days: number) => {
    await clock.set(new Date(begin + days * DAY));
    await run();
  };
  await at(0);
  await book(sold({ ...sale(account.id, 9_000n), from: "pending" }));
  await at(1);
  expect((await states()).at(-1)).toEqual(["DUE", 90, undefined]);
  await book(reversedSold({ ...sale(account.id, 500n), availableFiatUnits: 0n }));
  await at(2);
  expect((await states()).slice(-2)).toEqual([
    ["DUE", 90, undefined],
    ["NONE", 0, "OWED"],
  ]);
  await book(sold({ ...sale(account.id, 500n), from: "pending", owedFiatUnits: 500n }));
  await run();
  expect((await states()).at(-2)).toEqual(["ASKED", 90, undefined]);
});

test(`a month with ${MOVEMENTS} movements is in its statement to the unit, in every form`, async () => {
  const { ctx, account } = await opened({ schedule: "NEVER" });
  const chance = chanceFrom(7);
  const step = Math.floor((30 * DAY) / MOVEMENTS);
  let at = begin;
  let balance = 0n;
  for (let made = 0; made < MOVEMENTS; ) {
    const entries: { entry: JournalEntry; about: { accountId: string } }[] = [];
    for (; entries.length < 50 && made < MOVEMENTS; made += 1) {
      const units = BigInt(1 + chance.whole(0, 49_999));
      const back = chance.whole(0, 9) === 0 && balance > units;
      balance += back ? -units : units;
      const of = sale(account.id, units);
      const entry = back ? reversedSold({ ...of, availableFiatUnits: units }) : sold({ ...of, from: "pending" });
      entries.push({ entry, about: { accountId: account.id } });
    }
    at += step * entries.length;
    await clock.set(new Date(at));
    await ctx.transaction((tx) => postAll(tx, entries));
  }
  await clock.set(new Date(begin + 31 * DAY));
  const period = { asset: "EUR" as const, from: new Date(begin), to: new Date(begin + 31 * DAY) };
  const took: Record<string, number> = {};
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const done = await work();
    took[what] = Math.round(performance.now() - from);
    return done;
  };
  const statement = await timed("json", () => getPeriodStatement(ctx, period));
  expect(statement.movements).toBe(MOVEMENTS);
  expect(statement.opening.toString()).toBe("0");
  expect(statement.closing.toUnits(2)).toBe(balance);
  expect(await balanceOf(ctx, balanceCode(account.id, "available"), "EUR")).toBe(balance);
  const summed = statement.lines.reduce((total, { amount }) => total.plus(amount), Decimal.ZERO);
  expect(summed.compare(statement.closing)).toBe(0);
  const file = (name: string) => timed(name, () => getPeriodFile(ctx, { file: `statement.${name}`, ...period }));
  const csv = (await bytesOf(await file("csv"))).toString().trimEnd().split("\r\n").slice(1);
  const amounts = csv
    .filter((line) => line.startsWith("MOVEMENT"))
    .map((line) => Decimal.from(line.split(",").at(-2) ?? ""));
  expect(amounts).toHaveLength(MOVEMENTS);
  expect(amounts.reduce((total, amount) => total.plus(amount), Decimal.ZERO).compare(statement.closing)).toBe(0);
  const sheet = unzipped(await bytesOf(await file("xlsx")));
  expect(sheet.match(/<row /g)?.length).toBe(1 + 1 + MOVEMENTS + 1);
  const pdf = await bytesOf(await file("pdf"));
  const printed = [...printedWords(pdf).text.matchAll(PRINTED_MOVEMENT)].map(([, amount = "", left = ""]) => ({
    amount: figureIn(amount),
    left: figureIn(left),
  }));
  expect(printed).toHaveLength(MOVEMENTS);
  expect(printed.reduce((total, { amount }) => total.plus(amount), Decimal.ZERO).compare(statement.closing)).toBe(0);
  expect(printed.at(-1)?.left.compare(statement.closing)).toBe(0);
  if (process.env["DESK_MOVEMENTS"]) process.stdout.write(`${MOVEMENTS} movements: ${JSON.stringify(took)} ms\n`);
});

/** A movement on paper: its moment, what it was, its amount and the balance after it, a line for each. */
const PRINTED_MOVEMENT =
  /^\d{1,2} \w{3,4} \d{4}, [\d:]{8}\n(?:.*\n){1,3}?([-−]?\d[^\n]*\.\d\d)\n([-−]?\d[^\n]*\.\d\d)$/gm;
const figureIn = (text: string): Decimal => Decimal.from(text.replaceAll(/\s/g, "").replace("−", "-"));
const bytesOf = async ({ bytes }: FileOut): Promise<Buffer> => Buffer.from(await new Response(bytes).arrayBuffer());
