import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { takeStatementOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { statementsOf } from "./bank.fixture.ts";
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
