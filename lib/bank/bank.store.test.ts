import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { code, moversOf } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { takeStatementOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { MoveRecord, requestMoveEndpoint } from "#lib/moves/contract.ts";
import { linkMove } from "#lib/moves/link-move.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import { recordPayout } from "./record-payout.ts";
import { listPlaces } from "#lib/places/list-places.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { camt, type Entry } from "./bank.fixture.ts";
import type { takeStatementEndpoint } from "./contract.ts";
import { linkLine, listBankLines } from "./link-line.ts";

const IBAN = "DE89370400440532013000";
const OWNER = "GB82WEST12345698765432";
let world: World;
let ada: Ctx;
let grace: Ctx;
let operator: Ctx;
let venue: string;
let bank: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  ({ ada, grace, operator, venue } = await moversOf(world));
  const made = await addDestinationOrAsk(ada, { place: "bank:main", asset: "EUR", address: IBAN, label: "Nordbank" });
  bank = (made as { destinationId: string }).destinationId;
});
beforeEach(() => world.price("BTC", "EUR", "60000"));
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

type MoveInput = InputOf<typeof requestMoveEndpoint>;
const move = async (input: Omit<MoveInput, "quantity" | "note" | "asset"> & { quantity: string }) =>
  (await requestMoveOrAsk(ada, {
    ...input,
    asset: "EUR",
    quantity: Decimal.from(input.quantity),
    note: "x",
  })) as MoveRecord;
const toBank = (quantity: string) =>
  move({ kind: "TO_BANK", from: venue, to: "bank:main", quantity, destinationId: bank });
const leave = (moveId: string, quantity: string, fee = "0") =>
  linkMove(grace, {
    moveId,
    side: "LEFT",
    proof: `w ${moveId}`,
    quantity: Decimal.from(quantity),
    ...(fee !== "0" && { fee: Decimal.from(fee) }),
    note: "compared",
  });
const units = async (name: string) => balanceOf(operator, name, "EUR");
const now = async () => ({
  bank: await units("bank"),
  transit: await units("transit"),
  unassigned: await units("house:unassigned"),
  missing: await units("house:missing"),
  fee: await units("house:bank-fee"),
});
const takeStatement = async (ctx: Ctx, input: InputOf<typeof takeStatementEndpoint>) =>
  (await takeStatementOrAsk(ctx, input)) as OutputOf<typeof takeStatementEndpoint>;
let nth = 0;
let balance = 0n;
const text = (cents: bigint) => Decimal.of(cents, 2).toFixed(2);
/** A statement of these entries that begins where the last one ended. */
function statement(entries: readonly Entry[], more: Partial<Parameters<typeof camt>[0]> = {}): string {
  nth += 1;
  const sum = entries.reduce((all, { amount, side, status = "BOOK" }) => {
    const cents = status === "BOOK" ? (Decimal.from(amount).toUnits(2) ?? 0n) : 0n;
    return all + (side === "CRDT" ? cents : -cents);
  }, 0n);
  const content = {
    iban: IBAN,
    opening: text(balance),
    closing: text(balance + sum),
    id: `S-${nth}`,
    entries,
    ...more,
  };
  balance += sum;
  return camt(content);
}
const take = (entries: readonly Entry[], more?: Parameters<typeof statement>[1]) =>
  takeStatement(ada, { text: statement(entries, more) });
const line = async (reference: string) => {
  const found = (await listBankLines(ada, {})).data.find((one) => one.reference === reference);
  if (!found) throw new Error("no such line");
  return found;
};

describe("a line", () => {
  test("that names a move is its arrival, less what the bank kept; the same file changes nothing", async () => {
    const { moveId, reference } = await toBank("25000");
    await leave(moveId, "25000", "1.50");
    const file = statement([{ amount: "24995.00", side: "CRDT", reference: "B1", text: `Kraken ${reference}` }]);
    const before = await now();
    expect(await takeStatement(ada, { text: file })).toMatchObject({
      data: [{ isNew: true, lines: 1, unexpected: 0 }],
    });
    expect(await now()).toEqual({
      ...before,
      bank: before.bank + 2_499_500n,
      transit: before.transit - 2_500_000n,
      fee: before.fee + 500n,
    });
    expect((await getMove(ada, { moveId })).status).toBe("ARRIVED");
    const after = await now();
    expect(await takeStatement(ada, { text: file })).toMatchObject({ data: [{ isNew: false, lines: 0, known: 1 }] });
    expect(await now()).toEqual(after);
  });

  test("that comes before its move has left waits EARLY, and is booked with it", async () => {
    const { moveId, reference } = await toBank("100");
    const before = await now();
    await take([{ amount: "100.00", side: "CRDT", reference: "B2", endToEnd: reference }]);
    expect(await now()).toEqual(before);
    expect((await getMove(ada, { moveId })).facts).toMatchObject([
      { side: "ARRIVED", status: "EARLY", source: "BANK" },
    ]);
    await leave(moveId, "100");
    expect(await now()).toEqual({ ...before, bank: before.bank + 10_000n });
  });

  test("of exactly the sum of one move is that move's; of two moves of the sum it is nobody's", async () => {
    const one = await toBank("70");
    await leave(one.moveId, "70");
    await take([{ amount: "70.00", side: "CRDT", reference: "B3" }]);
    expect(await line("B3")).toMatchObject({ belongsTo: "MOVE", moveId: one.moveId });
    const [two, three] = [await toBank("80"), await toBank("80")];
    await take([
      { amount: "80.00", side: "CRDT", reference: "B4" },
      { amount: "79.99", side: "CRDT", reference: "B5" },
    ]);
    expect([(await line("B4")).belongsTo, (await line("B5")).belongsTo]).toEqual(["NOBODY", "NOBODY"]);
    expect((await now()).unassigned).toBe(15_999n);
    await leave(two.moveId, "80");
    const linked = { lineId: (await line("B4")).lineId, moveId: two.moveId, note: "by the venue's mail" };
    await expect(linkLine(ada, linked)).rejects.toEqual(code("FORBIDDEN", /You asked for this move/));
    expect(await linkLine(grace, linked)).toMatchObject({ belongsTo: "MOVE", linkedBy: "staff:Grace" });
    await expect(linkLine(grace, linked)).rejects.toEqual(code("INVALID_STATE", /something already/));
    const far = { ...linked, lineId: (await line("B5")).lineId };
    await expect(linkLine(grace, far)).rejects.toEqual(code("INVALID_STATE"));
    await linkLine(grace, { ...far, moveId: three.moveId, note: "the bank kept a cent" });
    await leave(three.moveId, "80");
    expect([(await now()).unassigned, (await now()).transit]).toEqual([0n, 0n]);
  });

  test("that names a move and brings less than a bank keeps is nobody's, until a person links it", async () => {
    const { moveId, reference } = await toBank("1000");
    await leave(moveId, "1000");
    const before = await now();
    await take([{ amount: "949.99", side: "CRDT", reference: "B51", text: reference }]);
    expect(await line("B51")).toMatchObject({ belongsTo: "NOBODY" });
    expect((await getMove(ada, { moveId })).status).toBe("SENT");
    expect(await now()).toEqual({ ...before, bank: before.bank + 94_999n, unassigned: before.unassigned + 94_999n });
    await linkLine(grace, { lineId: (await line("B51")).lineId, moveId, note: "the correspondent's note of charges" });
    const most = [
      ["1000", "950.00"],
      ["10000", "9900.00"],
    ] as const;
    for (const [nth, [left, arrived]] of most.entries()) {
      const next = await toBank(left);
      await leave(next.moveId, left);
      await take([{ amount: arrived, side: "CRDT", reference: `B52-${nth}`, text: next.reference }]);
      expect((await getMove(ada, next)).status).toBe("ARRIVED");
    }
    expect(await now()).toMatchObject({ unassigned: before.unassigned, fee: before.fee + 5_001n + 5_000n + 10_000n });
  });

  test("that paid another account than the move's destination is nobody's, by its sum and whatever it names", async () => {
    const owner = { place: "owner", asset: "EUR", address: OWNER, label: "the owner" } as const;
    const { destinationId } = (await addDestinationOrAsk(ada, owner)) as { destinationId: string };
    const out = (quantity: string) => move({ kind: "CAPITAL_OUT", from: "bank:main", quantity, destinationId });
    const [named, exact] = [await out("41"), await out("42")];
    const before = await now();
    await take([
      { amount: "41.00", side: "DBIT", reference: "B53", endToEnd: named.reference, paid: IBAN },
      { amount: "42.00", side: "DBIT", reference: "B54", paid: IBAN },
    ]);
    expect([(await line("B53")).belongsTo, (await line("B54")).belongsTo]).toEqual(["NOBODY", "NOBODY"]);
    expect((await now()).missing).toBe(before.missing + 8_300n);
    expect((await getMove(ada, exact)).status).toBe("APPROVED");
    await take([
      { amount: "41.00", side: "DBIT", reference: "B55", endToEnd: named.reference, paid: OWNER },
      { amount: "42.00", side: "DBIT", reference: "B56" },
    ]);
    for (const one of [named, exact]) expect((await getMove(ada, one)).status).toBe("ARRIVED");
    for (const [reference, quantity] of [
      ["B53", "41"],
      ["B54", "42"],
    ] as const) {
      const { moveId } = await out(quantity);
      await linkLine(grace, { lineId: (await line(reference)).lineId, moveId, note: "the owner's other account" });
    }
  });

  test("that takes money nobody expects is missing, until a correction of two persons says what for", async () => {
    await take([{ amount: "7.50", side: "DBIT", reference: "B6", text: "Account fee" }]);
    expect((await now()).missing).toBe(750n);
    const { moveId } = await move({ kind: "CORRECTION", from: "bank:main", quantity: "7.50" });
    const before = await now();
    await linkLine(grace, { lineId: (await line("B6")).lineId, moveId, note: "the bank's price list" });
    expect(await now()).toEqual({ ...before, missing: 0n, fee: before.fee + 750n });
    expect((await getMove(ada, { moveId })).status).toBe("ARRIVED");
  });

  test("that was recorded as a payout made elsewhere is that payout's, and books nothing twice", async () => {
    const bill = await world.bill();
    await world.pay(bill, bill.quantity);
    const input = { asset: "EUR" as const, quantity: Decimal.from("12"), reference: "r", bankReference: "wire 12" };
    await recordPayout(world.ctx, input);
    const before = await now();
    await take([{ amount: "12.00", side: "DBIT", reference: "B7", endToEnd: "wire 12" }]);
    expect((await line("B7")).belongsTo).toBe("PAYOUT");
    expect(await now()).toEqual(before);
  });
});

test("a payout that is recorded after its line, under what the bank calls it and over its sum, takes the line over", async () => {
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
  await take([{ amount: "13.00", side: "DBIT", reference: "B8", endToEnd: "wire 13" }]);
  const before = await now();
  const wire = { asset: "EUR" as const, reference: "by hand", bankReference: "wire 13" };
  await recordPayout(world.ctx, { ...wire, quantity: Decimal.from("12.99") });
  expect(await line("B8")).toMatchObject({ belongsTo: "NOBODY" });
  await recordPayout(world.ctx, { ...wire, quantity: Decimal.from("13") });
  expect(await line("B8")).toMatchObject({ belongsTo: "PAYOUT", note: "by hand" });
  expect(await now()).toEqual({ ...before, missing: before.missing - 1_300n, bank: before.bank - 1_299n });
  await recordPayout(world.ctx, { ...wire, quantity: Decimal.from("13") });
  expect((await now()).bank).toBe(before.bank - 2_599n);
});

describe("a file is refused, and nothing of it is taken in,", () => {
  test.each<[string, () => string, RegExp]>([
    ["that is no XML", () => "<Document>", /no well-formed XML/],
    ["with a document type", () => `<!DOCTYPE x [<!ENTITY a "b">]>${statement([])}`, /document type/],
    ["that is something else", () => "<Document><BkToCstmrDbtCdtNtfctn/></Document>", /no statement/],
    ["of another's account", () => statement([], { iban: "GB82WEST12345698765432" }), /not on the list/],
    ["whose lines do not add up", () => statement([], { closing: "1.00", opening: "0.00" }), /do not lead/],
    [
      "with a line twice",
      () =>
        statement([
          { amount: "1.00", side: "CRDT", reference: "T" },
          { amount: "1.00", side: "DBIT", reference: "T" },
        ]),
      /twice/,
    ],
    [
      "that says something else of a line than before",
      () => statement([{ amount: "2.00", side: "CRDT", reference: "B1" }]),
      /said something else/,
    ],
  ])("%s", async (_name, file, sentence) => {
    const [lines, stood] = [(await listBankLines(ada, {})).data.length, balance];
    await expect(takeStatement(ada, { text: file() })).rejects.toEqual(code("VALIDATION_FAILED", sentence));
    expect((await listBankLines(ada, {})).data).toHaveLength(lines);
    balance = stood;
  });
});

test("a file comes as its bytes, in the encoding that it declares", async () => {
  const text = statement([{ amount: "3.00", side: "CRDT", reference: "LATIN", text: "Grüße" }]);
  const content = Buffer.from(text.replace("UTF-8", "ISO-8859-1"), "latin1").toString("base64");
  expect(await takeStatement(ada, { content })).toMatchObject({ data: [{ isNew: true, lines: 1 }] });
  const [line] = (await listBankLines(ada, {})).data;
  expect([line?.reference, line?.remittance]).toEqual(["LATIN", "Grüße"]);
  expect(await takeStatement(ada, { content })).toMatchObject({ data: [{ isNew: false, known: 1 }] });
  const undeclared = Buffer.from(text, "latin1").toString("base64");
  await expect(takeStatement(ada, { content: undeclared })).rejects.toEqual(code("VALIDATION_FAILED", /not in UTF-8/));
  const refused = (await listCases(grace, { kind: "STATEMENT_REFUSED" })).data.map(({ causeFacts }) => causeFacts);
  expect(refused).toContainEqual(
    expect.objectContaining({
      address: "bank:main",
      refused: expect.objectContaining({ code: "ENCODING", value: "UTF-8" }),
    }),
  );
  // CSV still has to say of which account it is.
  const csv = Buffer.from("Day;Amount\n").toString("base64");
  await expect(takeStatement(ada, { content: csv })).rejects.toEqual(code("VALIDATION_FAILED", /needs place/));
});

test("pending entries do not count; a statement that begins elsewhere says how far", async () => {
  const [taken] = (await take([{ amount: "9.00", side: "CRDT", reference: "P", status: "PDNG" }])).data;
  expect([taken?.lines, taken?.gap.toString()]).toEqual([0, "0"]);
  const text = statement([], { opening: "5.00", closing: "5.00", day: "2026-11-24" });
  const [gap] = (await takeStatement(ada, { text })).data;
  expect(gap?.gap.toString()).toBe(Decimal.from("5").minus(Decimal.of(balance, 2)).toString());
});

test("a bank's place tells what its last statement ends with, beside the books", async () => {
  const { data } = await listPlaces(ada);
  const main = data.find(({ place }) => place === "bank:main");
  expect([main?.says?.toString(), main?.difference?.toString()]).toEqual([
    "5",
    Decimal.from("5")
      .minus(main?.balance ?? Decimal.ZERO)
      .toString(),
  ]);
});

test("the sandbox's bank books a line once", async () => {
  // On the day of the last statement, whatever day it is today: days between them would be a gap.
  const at = new Date("2026-11-24T12:00:00Z");
  const input = { currency: "EUR" as const, amount: Decimal.from("-3.25"), reference: "lever", at };
  expect(await playBank(operator, input)).toMatchObject({ unexpected: 1 });
  await playBank(operator, input);
  expect((await now()).missing).toBe(325n);
  const { data } = await listCases(grace, { kind: "UNKNOWN_LINE" });
  expect(data.map(({ asset, quantity, cause }) => [asset, quantity?.toString(), cause])).toContainEqual([
    "EUR",
    "3.25",
    "3.25 EUR left bank:main (lever) for nothing that was agreed to. It is booked as missing until somebody links the line.",
  ]);
  expect((await listCases(grace, { kind: "STATEMENT_GAP" })).data).toHaveLength(1);
});

test("every entry is explained by a line, a move or a payout", async () => {
  const { rows } = await world.app.database.pool.query(
    "select event, effect_key from ledger_transaction t where not is_explained(t)",
  );
  expect(rows).toEqual([]);
});
