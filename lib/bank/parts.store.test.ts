import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { takeStatementOrAsk } from "#lib/approvals/statement-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { rejectPayout } from "#lib/approvals/payout-or-ask.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { makePayoutFile } from "#lib/payouts/make-file.ts";
import { type Entry, statementsOf } from "./bank.fixture.ts";
import type { takeStatementEndpoint } from "./contract.ts";
import { linkLine, listBankLines } from "./link-line.ts";
import { recordPayout } from "./record-payout.ts";

const OURS = ibanOf(900);
let world: World;
let hugo: Ctx;
let hanna: Ctx;
let to: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  [hugo, hanna] = [await personOfHouse(world, "Hugo"), await personOfHouse(world, "Hanna")];
  const sold = await world.bill({ fiatReceivable: Decimal.from("5000") });
  await world.pay(sold, sold.quantity);
  await addDestinationOrAsk(hugo, { place: "bank:main", asset: "EUR", address: OURS, label: "ours" });
  to = (await makeBeneficiary(world.ctx, { name: "Müller", asset: "EUR", iban: ibanOf(1) })).beneficiaryId;
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
  const { rows } = await world.app.database.pool.query(
    "select event, effect_key from ledger_transaction t where not is_explained(t)",
  );
  expect(rows).toEqual([]);
});
afterAll(() => world.close());

async function payout(quantity: string): Promise<string> {
  const input = { asset: "EUR" as const, quantity: Decimal.from(quantity), reference: "r", beneficiaryId: to };
  return (JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<PayoutRecord>).text) as { payoutId: string }).payoutId;
}
const capital = async (quantity: string) =>
  (
    (await requestMoveOrAsk(hugo, {
      kind: "CAPITAL_IN",
      to: "bank:main",
      asset: "EUR",
      quantity: Decimal.from(quantity),
      note: "x",
    })) as MoveRecord
  ).moveId;
const stateOf = async (payoutId: string) =>
  (JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord).status;
const statesOf = (ids: readonly string[]) => Promise.all(ids.map(stateOf));
const lineOf = async (reference: string) =>
  (await listBankLines(hugo, {})).data.find((line) => line.reference === reference);
const compact = (id: string) => id.replaceAll("-", "");

const statement = statementsOf(OURS);
/** The bank books these, on one day, in one statement. */
async function books(entries: readonly Entry[], day?: string) {
  const text = statement(entries, day);
  const { data } = (await takeStatementOrAsk(hugo, { text })) as OutputOf<typeof takeStatementEndpoint>;
  return data[0]?.unexpected;
}
const debit = (amount: string, reference: string, endToEnd?: string, paid?: string): Entry => ({
  amount,
  side: "DBIT",
  reference,
  ...(endToEnd !== undefined && { endToEnd }),
  ...(paid !== undefined && { paid }),
});
const credit = (amount: string, reference: string, endToEnd?: string): Entry => ({
  ...debit(amount, reference, endToEnd),
  side: "CRDT",
});

test("a file that the bank books as one line pays all its payouts, and one line brings them back together", async () => {
  const ids = [await payout("100"), await payout("50.50"), await payout("7")];
  const { fileId } = await makePayoutFile(hugo, { currency: "EUR" });
  expect(await books([debit("157.49", "F0", compact(fileId))])).toBe(1);
  expect(await statesOf(ids)).toEqual(["PREPARED", "PREPARED", "PREPARED"]);
  expect(await books([debit("157.50", "F1", compact(fileId))])).toBe(0);
  expect(await statesOf(ids)).toEqual(["CONFIRMED", "CONFIRMED", "CONFIRMED"]);
  const line = await lineOf("F1");
  expect(line).toMatchObject({ belongsTo: "PARTS", linkedBy: undefined });
  expect(line?.parts?.map(({ amount, payoutId }) => [payoutId, amount.toString()]).sort()).toEqual(
    [
      [ids[0], "100"],
      [ids[1], "50.5"],
      [ids[2], "7"],
    ].sort(),
  );
  expect(await books([credit("157.49", "F2", compact(fileId))])).toBe(1);
  expect(await statesOf(ids)).toEqual(["CONFIRMED", "CONFIRMED", "CONFIRMED"]);
  // By the bank's own number of the line that paid them.
  expect(await books([credit("157.50", "F3", "F1")])).toBe(0);
  expect(await statesOf(ids)).toEqual(["FAILED", "FAILED", "FAILED"]);
  expect(await books([credit("157.50", "F4", compact(fileId))])).toBe(1);
});

test.each(["PmtInfId", "MsgId"])("a file is named by the %s of the batch that the bank books it as", async (name) => {
  const ids = [await payout("13"), await payout("14")];
  const { fileId } = await makePayoutFile(hugo, { currency: "EUR" });
  const details = `<Btch><${name}>${compact(fileId)}</${name}><NbOfTxs>2</NbOfTxs></Btch>`;
  // Two open payouts of as much, so that the sum alone says nothing.
  const rivals = [await payout("13"), await payout("14")];
  expect(await books([{ ...debit("27.00", `N-${name}`), details }])).toBe(0);
  expect(await statesOf([...ids, ...rivals])).toEqual(["CONFIRMED", "CONFIRMED", "APPROVED", "APPROVED"]);
  for (const payoutId of rivals) await rejectPayout(hugo, { payoutId, note: "no" });
});

test("a line whose details are in another currency is the account's amount, and the file is taken", async () => {
  const details = `<TxDtls><AmtDtls><TxAmt><Amt Ccy="CHF">17.90</Amt></TxAmt></AmtDtls></TxDtls>`;
  expect(await books([{ ...credit("19.00", "O1"), details }])).toBe(1);
  expect(await lineOf("O1")).toMatchObject({ belongsTo: "NOBODY", currency: "EUR" });
});

test("one of a file that was booked as one comes back alone", async () => {
  const ids = [await payout("11"), await payout("12")];
  const { fileId } = await makePayoutFile(hugo, { currency: "EUR" });
  await books([debit("23.00", "G1", compact(fileId))]);
  await books([credit("12.00", "G2", compact(ids[1] ?? ""))]);
  expect(await statesOf(ids)).toEqual(["CONFIRMED", "FAILED"]);
  expect(await books([credit("11.00", "G3", compact(fileId))])).toBe(0);
  expect(await statesOf(ids)).toEqual(["FAILED", "FAILED"]);
});

test("a line of the sum of two payouts pays them, where no other two fit", async () => {
  const ids = [await payout("30"), await payout("41")];
  expect(await books([debit("71.00", "H1")])).toBe(0);
  expect(await statesOf(ids)).toEqual(["CONFIRMED", "CONFIRMED"]);
  const three = [await payout("1"), await payout("2"), await payout("3")];
  // 3 is one payout, or two others: a person's to say.
  expect(await books([debit("3.00", "H2")])).toBe(1);
  expect(await statesOf(three)).toEqual(["APPROVED", "APPROVED", "APPROVED"]);
  // A line that names something else of ours pays that alone.
  expect(await books([debit("6.00", "H3", "MV2222222222")])).toBe(1);
  expect(await statesOf(three)).toEqual(["APPROVED", "APPROVED", "APPROVED"]);
  for (const payoutId of three) await rejectPayout(hugo, { payoutId, note: "no" });
});

test("of two lines of one statement that name a payout the first pays it, the other is nobody's; and one brings it back", async () => {
  const [twice, back] = [await payout("17"), await payout("18")];
  expect(await books([debit("17.00", "T1", twice), debit("17.00", "T2", twice)])).toBe(1);
  expect(await stateOf(twice)).toBe("CONFIRMED");
  expect(await lineOf("T1")).toMatchObject({ belongsTo: "PAYOUT", payoutId: twice });
  expect(await lineOf("T2")).toMatchObject({ belongsTo: "NOBODY" });
  expect(await books([debit("18.00", "T3", back), credit("18.00", "T4", back)])).toBe(0);
  expect(await stateOf(back)).toBe("FAILED");
});

test("a line of exactly one payout's sum pays it, where no other payout or move is expected over that sum", async () => {
  const id = await payout("33.10");
  expect(await books([debit("33.10", "L1")])).toBe(0);
  expect(await stateOf(id)).toBe("CONFIRMED");
  expect((await lineOf("L1"))?.parts).toMatchObject([{ payoutId: id }]);
  const equal = [await payout("34"), await payout("34")];
  expect(await books([debit("34.00", "L2")])).toBe(1);
  expect(await statesOf(equal)).toEqual(["APPROVED", "APPROVED"]);
  const owner = { place: "owner", asset: "EUR", address: ibanOf(5), label: "owner" } as const;
  const { destinationId } = (await addDestinationOrAsk(hugo, owner)) as { destinationId: string };
  const out = { kind: "CAPITAL_OUT", from: "bank:main", asset: "EUR", destinationId, note: "x" } as const;
  const { moveId } = (await requestMoveOrAsk(hugo, { ...out, quantity: Decimal.from("35") })) as MoveRecord;
  const rival = await payout("35");
  expect(await books([debit("35.00", "L3")])).toBe(1);
  expect([await stateOf(rival), (await getMove(hugo, { moveId })).status]).toEqual(["APPROVED", "APPROVED"]);
  await linkLine(hanna, { lineId: (await lineOf("L3"))?.lineId ?? "", moveId, note: "the owner says so" });
  for (const payoutId of [...equal, rival]) await rejectPayout(hugo, { payoutId, note: "no" });
});

test("a line that paid another account than the payout's is nobody's, whatever it names", async () => {
  const [id, other] = [await payout("36"), await payout("37.70")];
  expect(await books([debit("36.00", "M1", compact(id), ibanOf(2)), debit("37.70", "M2", undefined, ibanOf(2))])).toBe(
    2,
  );
  expect(await statesOf([id, other])).toEqual(["APPROVED", "APPROVED"]);
  expect(await books([debit("36.00", "M3", compact(id), ibanOf(1))])).toBe(0);
  expect(await statesOf([id, other])).toEqual(["CONFIRMED", "APPROVED"]);
  await rejectPayout(hugo, { payoutId: other, note: "no" });
});

test("nor is it a payout's that is recorded after it", async () => {
  await books([debit("38.00", "M4", "wire 38", ibanOf(2)), debit("39.00", "M5", "wire 39", ibanOf(1))]);
  const recorded = async (quantity: string, bankReference: string) => {
    const paid = { asset: "EUR" as const, quantity: Decimal.from(quantity), reference: "by hand", bankReference };
    await recordPayout(world.ctx, { ...paid, beneficiaryId: to });
  };
  await recorded("38", "wire 38");
  await recorded("39", "wire 39");
  expect([(await lineOf("M4"))?.belongsTo, (await lineOf("M5"))?.belongsTo]).toEqual(["NOBODY", "PAYOUT"]);
});

test("lines of one sum pay one payout, also when the last of them comes a day later; each coming back is one return", async () => {
  const id = await payout("80");
  expect(await books([debit("50.00", "I1", compact(id))])).toBe(1);
  expect((await lineOf("I1"))?.belongsTo).toBe("NOBODY");
  expect(await books([debit("30.00", "I2", compact(id))], "2026-11-24")).toBe(0);
  expect(await stateOf(id)).toBe("CONFIRMED");
  expect([(await lineOf("I1"))?.belongsTo, (await lineOf("I2"))?.belongsTo]).toEqual(["PARTS", "PARTS"]);
  expect(await books([credit("20.00", "I3", compact(id)), credit("60.00", "I4", compact(id))], "2026-11-24")).toBe(0);
  expect(await stateOf(id)).toBe("FAILED");
});

test("a line that names two moves is both, and two lines are one move by their sum", async () => {
  const [one, two, three] = [await capital("300"), await capital("200"), await capital("77")];
  const names = (await Promise.all([one, two].map(async (moveId) => (await getMove(hugo, { moveId })).reference))).join(
    " ",
  );
  // What leaves is none of what arrives, whatever it names.
  expect(await books([debit("500.00", "J0", names)], "2026-11-25")).toBe(1);
  expect(await books([credit("500.00", "J1", names)], "2026-11-25")).toBe(0);
  expect(await books([credit("70.00", "J2"), credit("7.00", "J3")], "2026-11-25")).toBe(0);
  const records = await Promise.all([one, two, three].map((moveId) => getMove(hugo, { moveId })));
  expect(records.map(({ status }) => status)).toEqual(["ARRIVED", "ARRIVED", "ARRIVED"]);
  const lineId = (await lineOf("J2"))?.lineId ?? "";
  await expect(linkLine(hanna, { lineId, moveId: one, note: "again" })).rejects.toEqual(code("INVALID_STATE"));
});

test("the database takes no part that is not the line's, and no line without its parts", async () => {
  await books([debit("9.00", "K1")], "2026-11-25");
  const lineId = (await lineOf("K1"))?.lineId;
  const id = await payout("9");
  const forged = (units: number, more = "") =>
    world.app.database.pool.query(
      `begin; update bank_line set belongs_to = 'PARTS' where id = '${lineId}'; ${more}
       insert into bank_part (id, line_id, proof, units, payout_id) values (gen_random_uuid(), '${lineId}', gen_random_uuid(), ${units}, '${id}'); commit`,
    );
  await expect(forged(899)).rejects.toThrow(/the parts of a line are the line/);
  await expect(
    world.app.database.pool.query(`update bank_line set belongs_to = 'PARTS' where id = '${lineId}'`),
  ).rejects.toThrow(/the parts of a line are the line/);
  await expect(world.app.database.pool.query("update bank_part set units = units + 1")).rejects.toThrow();
  await expect(
    world.app.database.pool.query(
      `insert into bank_line (id, statement_id, place, asset, side, units, reference, booked_at, belongs_to, was_nobodys)
       select gen_random_uuid(), statement_id, place, asset, side, units, 'late', booked_at, 'NOBODY', true from bank_line where id = '${lineId}'`,
    ),
  ).rejects.toThrow(/comes with its statement/);
  await rejectPayout(hugo, { payoutId: id, note: "no" });
});
