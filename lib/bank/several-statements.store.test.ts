import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { takeStatementOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { camt, statementsOf } from "./bank.fixture.ts";
import type { takeStatementEndpoint } from "./contract.ts";

let world: World;
let ada: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  ada = await personOfHouse(world, "Ada");
  await addDestinationOrAsk(ada, { place: "bank:main", asset: "EUR", address: ibanOf(900), label: "ours" });
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

async function asOwner(text: string): Promise<void> {
  const owner = new pg.Client(world.databaseUrl);
  await owner.connect();
  await owner.query(text);
  await owner.end();
}
const statement = statementsOf(ibanOf(900));
const take = async (text: string) =>
  ((await takeStatementOrAsk(ada, { text })) as OutputOf<typeof takeStatementEndpoint>).data;
const bank = () => balanceOf(contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" }), "bank", "EUR");

/** Files of one statement each as one file. */
const oneFile = (first: string, ...others: string[]) =>
  first.replace(
    "</BkToCstmrStmt>",
    `${others.map((file) => /<Stmt>[\s\S]*<\/Stmt>/.exec(file)?.[0]).join("")}</BkToCstmrStmt>`,
  );

test.each([
  ["of their own names", "10", (text: string) => text],
  ["of one name", "11", (text: string) => text.replace(/<Id>P-\d+<\/Id>/, "<Id>weekend</Id>")],
])(
  "several statements %s of one account in a file are all taken, by their days, each line once",
  async (_names, month, named) => {
    const [saturday = "", sunday = "", monday = ""] = ["14", "15", "16"].map((day, at) =>
      // Without a number of the bank's own a line is named by its statement.
      named(statement([{ amount: `${at + 1}.00`, side: "CRDT", reference: "" }], `2026-${month}-${day}`)),
    );
    const before = await bank();
    const file = oneFile(monday, saturday, sunday);
    const taken = await take(file);
    expect(taken.map(({ isNew, lines, gap }) => [isNew, lines, gap.toString()])).toEqual([
      [true, 1, "0"],
      [true, 1, "0"],
      [true, 1, "0"],
    ]);
    expect(await bank()).toBe(before + 600n);
    const again = await take(file);
    expect(again.map(({ isNew, lines, known }) => [isNew, lines, known])).toEqual([
      [false, 0, 1],
      [false, 0, 1],
      [false, 0, 1],
    ]);
    expect(again.map(({ statementId }) => statementId)).toEqual(taken.map(({ statementId }) => statementId));
    expect(await bank()).toBe(before + 600n);
  },
);

test("thousands of lines are taken in one go, and what moves nothing is no line", async () => {
  const before = await bank();
  const lines = Array.from({ length: 4_000 }, (_, nth) => ({
    ...{ amount: `${nth + 1}.00`, side: nth % 3 === 0 ? ("DBIT" as const) : ("CRDT" as const) },
    ...{ reference: `L${nth}`, endToEnd: `order ${nth}` },
  }));
  const sum = lines.reduce((all, { side }, nth) => all + (side === "CRDT" ? 1n : -1n) * BigInt(nth + 1), 0n);
  const close = { amount: "0.00", side: "CRDT" as const, reference: "close" };
  expect(await take(statement([...lines, close], "2026-11-20"))).toMatchObject([
    { isNew: true, lines: 4_000, known: 0, unexpected: 4_000 },
  ]);
  expect(await bank()).toBe(before + 100n * sum);
});

test("more lines than one transaction books are refused", async () => {
  const lines = Array.from({ length: 5_001 }, (_, nth) => ({
    amount: "1.00",
    side: "CRDT" as const,
    reference: `M${nth}`,
  }));
  await expect(take(statement(lines, "2026-11-21"))).rejects.toEqual(code("VALIDATION_FAILED", /more than 5000 lines/));
});

test("what the program could not take in is a case", async () => {
  const file = statement([{ amount: "5.00", side: "CRDT", reference: "N1" }], "2026-11-22");
  await asOwner("alter table bank_line add constraint broken check (reference <> 'N1')");
  await expect(take(file)).rejects.toThrow(/broken/);
  await asOwner("alter table bank_line drop constraint broken");
  const causes = (await listCases(ada, { kind: "STATEMENT_REFUSED" })).data.map(({ cause }) => cause);
  expect(causes).toContainEqual(expect.stringMatching(/could not take it in/));
  expect(await take(file)).toMatchObject([{ isNew: true, lines: 1 }]);
});

test("a statement joins the one before it and the next one, in whatever order they come", async () => {
  const iban = ibanOf(901);
  await addDestinationOrAsk(ada, { place: "bank:second", asset: "EUR", address: iban, label: "ours too" });
  const gapOf = async (day: string, from: string, to: string, ...lines: [amount: string, reference: string][]) => {
    const entries = lines.map(([amount, reference]) => ({
      amount: amount.replace("-", ""),
      side: amount.startsWith("-") ? ("DBIT" as const) : ("CRDT" as const),
      reference,
    }));
    const text = camt({ iban, opening: from, closing: to, day, id: `${day} ${from} ${to}`, entries });
    const [taken] = await take(text);
    return taken?.gap.toString();
  };
  expect(await gapOf("2026-11-10", "0.00", "100.00", ["100.00", "Q1"])).toBe("0");
  expect(await gapOf("2026-11-12", "130.00", "150.00", ["20.00", "Q3"])).toBe("30");
  expect(await gapOf("2026-11-11", "100.00", "130.00", ["30.00", "Q2"])).toBe("0");
  // Those that overlap are less what both have, with the one before and with the next.
  expect(await gapOf("2026-11-12", "100.00", "150.00", ["30.00", "Q2"], ["20.00", "Q3"])).toBe("0");
  expect(await gapOf("2026-11-14", "150.00", "160.00", ["10.00", "Q4"])).toBe("0");
  expect(await gapOf("2026-11-13", "150.00", "165.00", ["10.00", "Q4"], ["5.00", "Q5"])).toBe("-5");
  // One that is put between two that join books what it says, and is told.
  expect(await gapOf("2026-11-11", "130.00", "30.00", ["-100.00", "Q6"])).toBe("100");
  const cases = (await listCases(ada, { kind: "STATEMENT_GAP" })).data.filter(({ cause }) => cause.includes("second"));
  expect(cases.map(({ quantity }) => quantity?.toString()).sort()).toEqual(["100", "30", "5"]);
  await expect(gapOf("2099-01-01", "160.00", "160.00")).rejects.toEqual(
    code("VALIDATION_FAILED", /2099-01-01, a day that has not come/),
  );
  expect(await gapOf("2026-11-15", "170.00", "170.00")).toBe("10");
});

test("an account's first statement begins at what the books have of it", async () => {
  const iban = ibanOf(902);
  await addDestinationOrAsk(ada, { place: "bank:third", asset: "EUR", address: iban, label: "ours as well" });
  const entries = [{ amount: "5.00", side: "CRDT" as const, reference: "R1" }];
  const [first] = await take(camt({ iban, opening: "900.00", closing: "905.00", day: "2026-11-10", id: "F", entries }));
  expect(first?.gap.toString()).toBe("900");
  // What comes next is compared with that one alone.
  const [next] = await take(
    camt({ iban, opening: "905.00", closing: "905.00", day: "2026-11-11", id: "G", entries: [] }),
  );
  expect(next?.gap.toString()).toBe("0");
  const causes = (await listCases(ada, { kind: "STATEMENT_GAP" })).data.map(({ cause }) => cause);
  expect(causes).toContainEqual(expect.stringMatching(/^The first statement of bank:third, F, begins 900/));
});

test("what was recorded as paid elsewhere and has not left by the first statement is no gap of it", async () => {
  const iban = ibanOf(903);
  await addDestinationOrAsk(ada, { place: "bank:main", asset: "GBP", address: iban, label: "pounds" });
  await world.price("BTC", "GBP", "60000");
  const bill = await world.bill({ fiat: "GBP", fiatReceivable: Decimal.from("500") });
  await world.pay(bill, bill.quantity);
  const quantity = Decimal.from("60");
  await payOrAsk(world.ctx, { asset: "GBP", quantity, reference: "r", bankReference: "wire 7" });
  const entries = [{ amount: "10.00", side: "CRDT" as const, reference: "S1" }];
  const file = camt({ iban, opening: "0.00", closing: "10.00", entries }).replaceAll("EUR", "GBP");
  expect((await take(file))[0]?.gap.toString()).toBe("0");
});
