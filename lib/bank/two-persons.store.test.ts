import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { code, personOfHouse, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve, decline } from "#lib/approvals/decide-approval.ts";
import { addDestinationOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { makeKeyOrAsk } from "#lib/approvals/or-ask.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { setMappingOrAsk, takeStatementOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { camt } from "./bank.fixture.ts";
import type { previewMappingEndpoint, setMappingEndpoint, takeStatementEndpoint } from "./contract.ts";
import { listBankLines } from "./link-line.ts";
import { listMappings, previewMapping } from "./mappings.ts";

const OURS = ibanOf(900);
let world: World;
let hugo: Ctx;
let hanna: Ctx;
let machine: Ctx;
let payoutId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  [hugo, hanna] = [await personOfHouse(world, "Hugo"), await personOfHouse(world, "Hanna")];
  const sold = await world.bill({ fiatReceivable: Decimal.from("500") });
  await world.pay(sold, sold.quantity);
  for (const currency of ["EUR", "USD", "GBP"] as const)
    await addDestinationOrAsk(hugo, { place: "bank:main", asset: currency, address: OURS, label: "ours" });
  const { beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Müller", asset: "EUR", iban: ibanOf(1) });
  const input = { asset: "EUR" as const, quantity: Decimal.from("100"), reference: "r", beneficiaryId };
  payoutId = (JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<PayoutRecord>).text) as { payoutId: string })
    .payoutId;
  const { keyId } = await makeKeyOrAsk(hugo, { name: "bank connection", scopes: ["house:statements"] });
  const actor = { kind: "key", keyId, scopes: ["house:statements"] } as const;
  machine = contextFor(world.app, { actor, account: accountOf(hugo), requestId: "test" });
  await changeSettings(world.ctx, { secondPerson: "always" });
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

type Taken = OutputOf<typeof takeStatementEndpoint>;
const take = async (ctx: Ctx, input: InputOf<typeof takeStatementEndpoint>) =>
  (await takeStatementOrAsk(ctx, input)) as Taken;
const rows = async () => {
  const { rows: counted } = await world.app.database.pool.query(
    "select (select count(*) from bank_statement) + (select count(*) from bank_line) + (select count(*) from bank_mapping) as n",
  );
  return Number((counted[0] as { n: string }).n);
};
const statusOf = async (id: string) =>
  (JSON.parse((await getPayout(world.ctx, { payoutId: id })).text) as PayoutRecord).status;
const forged = () =>
  camt({
    iban: OURS,
    opening: "0.00",
    closing: "99900.00",
    entries: [
      { amount: "100.00", side: "DBIT", reference: "L1", endToEnd: payoutId.replaceAll("-", "") },
      { amount: "100000.00", side: "CRDT", reference: "L2" },
    ],
  });

describe("a treasurer alone", () => {
  test("confirms no payout and brings no money by a statement; a second one is shown what it says", async () => {
    const before = await rows();
    const pending = waits(await takeStatementOrAsk(hugo, { text: forged(), fileName: "mine.xml" }));
    expect(pending).toMatchObject({
      what: "bank-statement",
      decides: "house",
      request: {
        fileName: "mine.xml",
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        accounts: "bank:main",
        lines: "2",
        credits: "100000 EUR",
        debits: "100 EUR",
        opening: "0 EUR",
        closing: "99900 EUR",
      },
    });
    expect([await rows(), await statusOf(payoutId), await balanceOf(hugo, "bank", "EUR")]).toEqual([
      before,
      "APPROVED",
      0n,
    ]);
    await expect(approve(hugo, { approvalId: pending.approvalId })).rejects.toEqual(code("FORBIDDEN"));
    await decline(hanna, { approvalId: pending.approvalId, note: "not the bank's" });
    expect([await rows(), await statusOf(payoutId)]).toEqual([before, "APPROVED"]);
  });

  test.each<[string, string]>([
    ["in nobody's name", "'staff:Hugo', null"],
    ["in the name of a key that may not", "'key:none', null"],
    ["under an agreement to something else", "'staff:Hugo', (select id from approval limit 1)"],
  ])("writes no statement into the database either, %s", async (_name, by) => {
    const forge = `insert into bank_statement (id, place, asset, source, digest, reference, closed_at, taken_at, reading, taken_by, approval_id)
      values (gen_random_uuid(), 'bank:main', 'EUR', 'CAMT053', repeat('a', 64), 'x', now(), now(), 'CAMT053', ${by})`;
    await expect(world.app.database.pool.query(forge)).rejects.toThrow(/second person|needs a second person|agreed/);
  });

  test("alters no file that waits, and swaps none", async () => {
    const { approvalId } = waits(await takeStatementOrAsk(hugo, { text: forged(), fileName: "again.xml" }));
    await expect(world.app.database.pool.query("update bank_upload set content = '\\x00'")).rejects.toThrow();
    await expect(
      world.app.database.pool.query(
        `insert into bank_upload (id, format, file_name, content, digest, uploaded_by, uploaded_at)
         values (gen_random_uuid(), 'CAMT053', 'x', '\\x00', repeat('a', 64), 'x', now())`,
      ),
    ).rejects.toThrow(/bank_upload_check/);
    await decline(hanna, { approvalId, note: "no" });
  });
});

test("the second person's word takes it in as it was uploaded, once; the same file again asks nobody", async () => {
  const { approvalId } = waits(await takeStatementOrAsk(hugo, { text: forged() }));
  const twice = waits(await takeStatementOrAsk(hugo, { text: forged() }));
  await approve(hanna, { approvalId });
  expect(await statusOf(payoutId)).toBe("CONFIRMED");
  expect(await balanceOf(hugo, "bank", "EUR")).toBe(9_990_000n);
  await approve(hanna, { approvalId: twice.approvalId });
  expect(await balanceOf(hugo, "bank", "EUR")).toBe(9_990_000n);
  expect((await take(hugo, { text: forged() })).data[0]).toMatchObject({ isNew: false, known: 2 });
});

test("a machine's key with the scope is taken at once; without it the database refuses", async () => {
  const text = camt({
    iban: OURS,
    opening: "99900.00",
    closing: "99901.00",
    id: "M",
    day: "2026-11-24",
    entries: [{ amount: "1.00", side: "CRDT", reference: "M1" }],
  });
  const other = contextFor(world.app, {
    actor: { kind: "key", keyId: "none", scopes: ["house:statements"] },
    account: accountOf(hugo),
    requestId: "test",
  });
  await expect(takeStatementOrAsk(other, { text })).rejects.toThrow(/second person/);
  expect((await take(machine, { text })).data[0]).toMatchObject({ isNew: true, lines: 1 });
});

const MAPPING: Omit<InputOf<typeof setMappingEndpoint>, "currency"> = {
  place: "bank:main",
  encoding: "UTF8",
  delimiter: "SEMICOLON",
  skipLines: 0,
  header: true,
  dateFormat: "DD.MM.YYYY",
  decimal: "COMMA",
  thousands: "POINT",
  signs: "MINUS_IS_DEBIT",
  bookedColumn: "Tag",
  amountColumn: "Betrag",
  referenceColumn: "Ref",
};
const csv = (...lines: string[]) => Buffer.from(`Tag;Betrag;Ref\n${lines.join("\n")}\n`).toString("base64");
const ofUsd = (...lines: string[]) => ({
  content: csv(...lines),
  place: "bank:main",
  currency: "USD" as const,
  fileName: "usd.csv",
});
const booked = async (place: "USD" | "GBP") =>
  (await listBankLines(hugo, {})).data.filter(({ currency }) => currency === place).length;

describe("CSV", () => {
  test("is read by a mapping that two persons set, after its preview; versions stay", async () => {
    await expect(take(machine, ofUsd("23.11.2026;1,00;a"))).rejects.toEqual(code("INVALID_STATE", /no mapping/));
    const preview = (more: Partial<InputOf<typeof previewMappingEndpoint>>) =>
      previewMapping(hugo, {
        ...MAPPING,
        currency: "USD",
        content: csv("23.11.2026;-1.234,50;a", "24.11.2026;5,00;b"),
        ...more,
      });
    expect(await preview({})).toMatchObject({ lines: 2, data: [{ side: "DEBIT" }, { side: "CREDIT", endToEnd: "b" }] });
    const { credits, debits } = await preview({});
    expect([credits.toString(), debits.toString()]).toEqual(["5", "1234.5"]);
    await expect(preview({ decimal: "POINT", thousands: "NONE" })).rejects.toEqual(code("VALIDATION_FAILED", /Line 2/));
    await expect(setMappingOrAsk(hugo, { ...MAPPING, place: "bank:none", currency: "USD" })).rejects.toEqual(
      code("VALIDATION_FAILED", /no account/),
    );
    const pending = waits(await setMappingOrAsk(hugo, { ...MAPPING, currency: "USD" }));
    const late = waits(await setMappingOrAsk(hugo, { ...MAPPING, currency: "USD", signs: "MINUS_IS_CREDIT" }));
    expect((await listMappings(hugo)).data).toEqual([]);
    await approve(hanna, { approvalId: pending.approvalId });
    await expect(approve(hanna, { approvalId: late.approvalId })).rejects.toEqual(code("INVALID_STATE", /meanwhile/));
    expect((await listMappings(hugo)).data).toMatchObject([
      { version: 1, currency: "USD", madeBy: "staff:Hugo", mapping: { signs: "MINUS_IS_DEBIT", bookedColumn: "Tag" } },
    ]);
    await decline(hanna, { approvalId: late.approvalId, note: "no" });
  });

  test("that overlaps books nothing twice; days between are a case, a weekend is none", async () => {
    expect((await take(machine, ofUsd("19.11.2026;5,00;a", "20.11.2026;7,00;b"))).data[0]).toMatchObject({ lines: 2 });
    expect(
      (await take(machine, ofUsd("20.11.2026;7,00;b", "20.11.2026;7,00;b", "23.11.2026;1,00;c"))).data[0],
    ).toMatchObject({ lines: 2, known: 1, gapDays: 0 });
    expect(await booked("USD")).toBe(4);
    expect((await take(machine, ofUsd("26.11.2026;1,00;d"))).data[0]).toMatchObject({ gapDays: 2 });
    const { data } = await listCases(hugo, { kind: "STATEMENT_GAP" });
    expect(data.map(({ cause }) => cause)).toContainEqual(
      expect.stringMatching(/begins 2 working days after the last one ended/),
    );
  });

  test("of days that were read otherwise is refused, and is a case", async () => {
    const pending = waits(await setMappingOrAsk(hugo, { ...MAPPING, currency: "USD", dateFormat: "DD.MM.YY" }));
    await approve(hanna, { approvalId: pending.approvalId });
    await expect(take(machine, ofUsd("26.11.26;1,00;d"))).rejects.toEqual(code("VALIDATION_FAILED", /another reading/));
    expect((await take(machine, ofUsd("27.11.26;1,00;e"))).data[0]).toMatchObject({ lines: 1 });
  });

  test("that waits while its mapping changes is refused when it is approved", async () => {
    const waiting = waits(await takeStatementOrAsk(hugo, ofUsd("30.11.26;1,00;f")));
    const pending = waits(
      await setMappingOrAsk(hugo, { ...MAPPING, currency: "USD", dateFormat: "DD.MM.YY", signs: "MINUS_IS_CREDIT" }),
    );
    await approve(hanna, { approvalId: pending.approvalId });
    await expect(approve(hanna, { approvalId: waiting.approvalId })).rejects.toEqual(code("INVALID_STATE", /mapping/));
    await decline(hanna, { approvalId: waiting.approvalId, note: "no" });
  });
});

describe("a file that is refused as a whole", () => {
  const open = async () => (await listCases(hugo, { kind: "STATEMENT_REFUSED" })).data;
  const ofGbp = (...lines: string[]) => ({ ...ofUsd(...lines), currency: "GBP" as const, fileName: "gbp.csv" });

  test("is one case, with who uploaded it and what was wrong, until a good file of its account and day is taken", async () => {
    const set = waits(await setMappingOrAsk(hugo, { ...MAPPING, currency: "GBP" }));
    await approve(hanna, { approvalId: set.approvalId });
    const before = (await open()).length;
    const bad = ofGbp("23.11.2026;1,00;a", "23.11.2026;1.00;b");
    for (const ctx of [hugo, hugo, machine])
      await expect(takeStatementOrAsk(ctx, bad)).rejects.toEqual(
        code("VALIDATION_FAILED", /^Line 3: 1.00 is not a valid amount/),
      );
    const cases = await open();
    expect(cases).toHaveLength(before + 1);
    expect(cases.map(({ cause }) => cause)).toContainEqual(
      "The file gbp.csv of bank:main, uploaded by Hugo, was refused as a whole, and nothing of it is booked: line 3: 1.00 is not a valid amount of GBP in this notation. A good file of that account and day closes this, or a person does.",
    );
    await take(machine, ofGbp("20.11.2026;1,00;a"));
    expect(await open()).toHaveLength(before + 1);
    await take(machine, ofGbp("23.11.2026;1,00;a", "23.11.2026;1,00;b"));
    expect(await open()).toHaveLength(before);
    expect(await booked("GBP")).toBe(3);
  });

  test("says of which account and day it is where it can be read", async () => {
    const text = camt({ iban: OURS, opening: "1.00", closing: "5.00", day: "2026-12-01", entries: [] });
    await expect(takeStatementOrAsk(hugo, { text })).rejects.toEqual(code("VALIDATION_FAILED", /do not lead/));
    await expect(takeStatementOrAsk(hugo, { text: "<x" })).rejects.toEqual(code("VALIDATION_FAILED"));
    const { rows: noted } = await world.app.database.pool.query(
      "select place, asset, day::text, uploaded_by from bank_refusal where format = 'CAMT053' order by id desc limit 2",
    );
    expect(noted).toEqual([
      { place: null, asset: null, day: null, uploaded_by: "staff:Hugo" },
      { place: "bank:main", asset: "EUR", day: "2026-12-01", uploaded_by: "staff:Hugo" },
    ]);
  });
});
