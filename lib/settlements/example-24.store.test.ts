import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import type { FileOut } from "#lib/contract/out.ts";
import { printedWords } from "#lib/documents/printed-words.fixture.ts";
import { getSettlementFile } from "#lib/exports/statement-file.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getBalances } from "#lib/ledger/get-balances.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { TASKS } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { type FrozenClock, frozenClock } from "#e2e/world/frozen-clock.ts";
import type { SettlementRecord } from "./contract.ts";
import { listSettlements } from "./get-settlements.ts";
import { getSettlementStatement } from "./statement.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

let world: World;
let worker: Ctx;
let hugo: Ctx;
let clock: FrozenClock;
/** Midnight in Berlin that begins the day of the example, some days ahead of the machine's. */
let midnight: number;

beforeAll(async () => {
  world = await openWorld({ alone: true });
  worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  hugo = await personOfHouse(world, "Hugo");
  clock = await frozenClock(world);
  await changeSettings(world.ctx, { zone: "Europe/Berlin" });
  const [row] = await world.ctx.db.$queryRaw<{ at: Date }[]>`
    select day_begins(day_at(business_now() + interval '20 days', 'Europe/Berlin'), 'Europe/Berlin') as at`;
  midnight = row?.at.getTime() ?? 0;
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await clock.end();
  await world.close();
});

const SETTLING = ["make-settlements", "ask-for-settlements"];
async function run(tasks: readonly (typeof TASKS)[number][]): Promise<void> {
  for (let more = 1; more > 0; ) {
    const { done, failed } = await runTick(worker, tasks);
    expect(failed).toBe(0);
    more = done;
  }
}
const work = () => run(TASKS.filter(({ name }) => !SETTLING.includes(name)));
const settle = () => run(TASKS.filter(({ name }) => SETTLING.includes(name)));

const at = (ms: number, bid?: string) => clock.at(midnight + ms, bid);
async function pay(address: string, quantity: string): Promise<string> {
  const { txHash } = await sendDeposit(worker, { address, quantity: Decimal.from(quantity) });
  await work();
  await mineBlocks(worker, { network: "bitcoin", count: 2 });
  await work();
  return txHash;
}
async function sell(fiat: string, quantity?: string): Promise<string> {
  const bill = await world.bill({ fiatReceivable: Decimal.from(fiat) });
  return pay(bill.deposit_address, quantity ?? bill.quantity.toString());
}
async function balance(): Promise<string[]> {
  const { data } = await getBalances(world.ctx);
  const eur = data.find(({ asset }) => asset === "EUR");
  return [eur?.available.toString() ?? "0", eur?.reserved.toString() ?? "0"];
}
type Shown = Omit<SettlementRecord, "due" | "opening" | "closing"> & { due: number; opening: number; closing: number };
const settlements = async (): Promise<Shown[]> =>
  (await listSettlements(world.ctx, {})).data.map(({ text }) => JSON.parse(text) as Shown);
const bankPays = (payoutId = "", amount = "") =>
  playBank(hugo, {
    currency: "EUR",
    amount: Decimal.from(`-${amount}`),
    reference: payoutId.replaceAll("-", ""),
  });

const bytesOf = async ({ bytes }: FileOut) => Buffer.from(await new Response(bytes).arrayBuffer());
const textOf = async (file: FileOut) => (await bytesOf(file)).toString();
const wordsOf = async (file: FileOut) => printedWords(await bytesOf(file)).text;

test("a day is settled to the unit: the figures of example 24", async () => {
  await at(-10 * DAY);
  await sell("1000");
  await at(-DAY + 12 * HOUR);
  const to = await makeBeneficiary(world.ctx, { name: "Acme GmbH", asset: "EUR", iban: ibanOf(24) });
  await setTermsOrAsk(hugo, {
    account: "acme",
    currency: "EUR",
    schedule: "DAILY",
    minimum: Decimal.from("50"),
    reserveBps: 1000,
    reserveDays: 7,
    beneficiaryId: to.beneficiaryId,
  });
  await settle();
  expect(await settlements()).toEqual([]);

  await at(0);
  await sell("100");
  expect(await balance()).toEqual(["1100", "0"]);
  await at(7 * HOUR);
  const retained = await world.bill({ fiatReceivable: Decimal.from("250") });
  await at(8 * HOUR);
  await pay(retained.deposit_address, "0.00220876");
  await at(9 * HOUR + 12 * 60_000);
  const gone = await sell("250", "0.002");
  expect(await balance()).toEqual(["1218.8", "0"]);

  await at(10 * HOUR);
  await settle();
  const [before, ...none] = await settlements();
  expect(none).toEqual([]);
  expect(before).toMatchObject({ opening: 1000, closing: 1000, reserve: 0, due: 1000, status: "ASKED", byKind: [] });
  expect(before).toMatchObject({ from: midnight - DAY, to: midnight, zone: "Europe/Berlin", fees: [] });
  expect(before?.invoiceNumber).toBeUndefined();
  expect(await balance()).toEqual(["218.8", "1000"]);
  await at(14 * HOUR);
  await bankPays(before?.payoutId, "1000");
  expect(await balance()).toEqual(["218.8", "0"]);

  await at(15.5 * HOUR, "58000");
  const { text } = await createConversion(world.ctx, {
    baseSymbol: "BTC",
    quoteSymbol: "EUR",
    quantity: Decimal.from("0.00220876"),
    items: [{ paymentId: retained.paymentId }],
  });
  const { invoiceId } = JSON.parse(text) as { invoiceId: string };
  await quoteConversion(world.ctx, { invoiceId });
  await executeConversion(world.ctx, { invoiceId });
  await work();
  expect(await balance()).toEqual(["345.62", "0"]);

  await at(DAY - 1);
  await reorganise(worker, { network: "bitcoin", depth: 2, doubleSpend: [gone] });
  await work();
  expect(await balance()).toEqual(["226.82", "0"]);
  await settle();
  expect(await settlements()).toHaveLength(1);

  await at(DAY);
  await sell("100");
  await settle();
  const [settlement, first] = await settlements();
  expect(first?.status).toBe("PAID");
  expect(settlement).toMatchObject({
    from: midnight,
    to: midnight + DAY,
    opening: 1000,
    closing: 226.82,
    movements: 5,
    reserve: 22.69,
    awaited: 0,
    due: 204.13,
    paidOut: 204.13,
    status: "ASKED",
    fees: [{ kind: "SPREAD", asset: "EUR", amount: 2.29, count: 4 }],
  });
  expect(settlement?.byKind).toEqual([
    { kind: "CONVERTED", amount: 218.8, count: 2 },
    { kind: "INVOICE", amount: 126.82, count: 1 },
    { kind: "REVERSED", amount: -118.8, count: 1 },
    { kind: "SETTLED", amount: -1000, count: 1 },
  ]);
  expect(settlement?.invoiceNumber).toMatch(/^FI-\d{4}-000001$/);
  // Of the 100.00 of the next day nothing: they stand in the next statement.
  expect(await balance()).toEqual(["122.69", "204.13"]);
  await bankPays(settlement?.payoutId, "204.13");
  expect(await balance()).toEqual(["122.69", "0"]);
  expect((await settlements())[0]?.status).toBe("PAID");
  const events = await world.ctx.db.event.findMany({
    where: { objectId: settlement?.settlementId ?? "" },
    orderBy: { sequence: "asc" },
  });
  expect(events.map(({ type }) => type)).toEqual(["settlement.created", "settlement.paid"]);

  const settlementId = settlement?.settlementId ?? "";
  const statement = await getSettlementStatement(world.ctx, { settlementId });
  expect(statement.lines.map(({ kind, amount, balance }) => [kind, String(amount), String(balance)])).toEqual([
    ["CONVERTED", "100", "1100"],
    ["CONVERTED", "118.8", "1218.8"],
    ["SETTLED", "-1000", "218.8"],
    ["INVOICE", "126.82", "345.62"],
    ["REVERSED", "-118.8", "226.82"],
  ]);
  expect(statement.lines.map(({ at }) => (at - midnight) / HOUR)).toEqual([0, 9.2, 10, 15.5, (DAY - 1) / HOUR]);
  expect(statement.payments.map(({ amount }) => String(amount))).toEqual(["100", "0"]);
  expect(statement.invoices).toMatchObject([{ invoiceId }]);
  const csv = await textOf(await getSettlementFile(world.ctx, { settlementId, file: "statement.csv" }));
  expect(csv.split("\r\n").slice(0, 2)[1]).toMatch(/^OPENING,.*,1000$/);
  expect(csv).toMatch(/\r\nCLOSING,[^\r]*,226\.82\r\n/);
  expect(csv).toMatch(/\r\nFEE,,SPREAD,EUR,.*,4,2.29,\r\nRESERVE,.*,22.69,\r\nDUE,.*,204.13,\r\n$/);
  const printed = await wordsOf(await getSettlementFile(world.ctx, { settlementId, file: "statement.pdf" }));
  for (const word of ["204.13 EUR", "226.82 EUR", "−118.80", "22.69 EUR", settlement?.reference ?? ""])
    expect(printed).toContain(word);
  const invoice = await wordsOf(await getSettlementFile(hugo, { settlementId, file: "invoice.pdf" }));
  // The invoice has the day of its period's zone, and no name that only the database knows.
  for (const word of ["2.29 EUR", settlement?.invoiceNumber ?? "", "the operator"]) expect(invoice).toContain(word);
  const day = new Intl.DateTimeFormat("en", { day: "numeric", timeZone: "Europe/Berlin" }).format(midnight + DAY);
  expect(invoice).toMatch(new RegExp(`Issued\\s*${day} \\w+ \\d{4}, 00:00:00, Europe/Berlin`));
  expect(invoice).not.toContain("house");
  const feeTaxNote = "VAT exempt under Article 135(1)(d) of Directive 2006/112/EC";
  expect(invoice).not.toContain("Tax");
  await changeSettings(world.ctx, { feeTaxNote });
  const taxed = await wordsOf(await getSettlementFile(hugo, { settlementId, file: "invoice.pdf" }));
  expect(taxed.replaceAll(/\s+/g, " ")).toContain(feeTaxNote);
  const other = getSettlementFile(world.other, { settlementId, file: "statement.pdf" });
  await expect(other).rejects.toMatchObject({ code: "NOT_FOUND" });
});
