import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { setAgreed } from "#e2e/world/agreed.ts";
import { code, moversOf, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { silence } from "#e2e/world/venue-reports.ts";
import { approve, decline } from "#lib/approvals/decide-approval.ts";
import { linkLineOrAsk, linkMoveOrAsk, linkTransferOrAsk } from "#lib/approvals/link-or-ask.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { linkLine, listBankLines } from "#lib/bank/link-line.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import { moveLeft } from "#lib/moves/record-step.ts";
import { cancelMove } from "#lib/moves/request-move.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import { linkVenueTransfer, listVenueTransfers } from "./link-transfer.ts";
import { readTransfers } from "./read-transfers.ts";

let world: World;
let ada: Ctx;
let grace: Ctx;
let hanna: Ctx;
let operator: Ctx;
let worker: Ctx;
let bank: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  ({ ada, grace, hanna, operator } = await moversOf(world));
  const made = await addDestinationOrAsk(ada, {
    place: "bank:main",
    asset: "EUR",
    address: "DE89370400440532013000",
    label: "Nordbank",
  });
  bank = (made as { destinationId: string }).destinationId;
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const toBank = async (quantity: string) => {
  const way = { kind: "TO_BANK", from: "venue:sandbox", to: "bank:main", asset: "EUR", destinationId: bank } as const;
  return (await requestMoveOrAsk(ada, { ...way, quantity: Decimal.from(quantity), note: "x" })) as MoveRecord;
};
const status = async ({ moveId }: MoveRecord) => (await getMove(ada, { moveId })).status;
const held = async () => ({
  venue: await balanceOf(operator, "venue:sandbox", "EUR"),
  transit: await balanceOf(operator, "transit", "EUR"),
  result: await balanceOf(operator, "house:result", "EUR"),
});
const reported = async (quantity: string, reference: string, more: { state?: "FAILED" } = {}) => {
  const withdrawal = { kind: "WITHDRAWAL", asset: "EUR", fee: Decimal.from("1"), reference } as const;
  await playTransfer(operator, { ...withdrawal, ...more, quantity: Decimal.from(quantity) });
  await readTransfers(worker);
  return (await listVenueTransfers(ada, {})).data.find((each) => each.reference === reference);
};

test("what left is said by hand of a venue alone that does not tell its transfers, and by two", async () => {
  const cash = await toBank("70");
  const { moveId, reference } = cash;
  const linked = { moveId, side: "LEFT", proof: "W3", quantity: Decimal.from("70"), note: "its statement" } as const;
  const byHand = async (fee: string) => linkMoveOrAsk(grace, { ...linked, fee: Decimal.from(fee) });
  const refused = code("INVALID_STATE", /reports its transfers/);
  await readTransfers(worker);
  await expect(byHand("0")).rejects.toEqual(refused);
  // Nor does the database take it.
  const stated = { ...linked, source: "VENUE", units: 7_000n, feeUnits: 100_000n } as const;
  await expect(moveLeft(grace, stated)).rejects.toThrow("tells of a move by a transfer");
  await setAgreed(world.ctx, { secondPerson: "always" });
  await world.ctx.db.$executeRaw`update venue_watch set answered_at = business_now() - interval '86399 seconds'`;
  await expect(byHand("0")).rejects.toEqual(refused);
  await world.ctx.db.$executeRaw`update venue_watch set answered_at = business_now() - interval '1 day'`;
  await expect(moveLeft(grace, stated)).rejects.toThrow("another has not agreed to");
  await expect(linkMoveOrAsk(ada, linked)).rejects.toEqual(code("FORBIDDEN", /somebody else links/));
  const declined = waits(await byHand("2"));
  await decline(hanna, { approvalId: declined.approvalId, note: "the fee is wrong" });
  expect(await status(cash)).toBe("APPROVED");
  const pending = waits(await byHand("1"));
  expect(pending).toMatchObject({
    what: "move",
    request: {
      act: "link",
      moveId,
      reference,
      side: "LEFT",
      place: "venue:sandbox",
      quantity: "70",
      fee: "1",
      proof: "W3",
    },
  });
  await expect(approve(grace, pending)).rejects.toEqual(code("FORBIDDEN", /yourself/));
  const before = await held();
  await approve(hanna, pending);
  const after = { venue: before.venue - 7_100n, transit: before.transit + 7_000n, result: before.result - 100n };
  expect(await held()).toEqual(after);
  const fee = `update move_fact set fee_units = 100000 where proof = 'W3'`;
  await expect(world.ctx.db.$executeRawUnsafe(fee)).rejects.toThrow("stays as it was told");
  await setAgreed(world.ctx, { secondPerson: "default" });
  // What the venue tells at last is the same, or else nobody's.
  expect(await reported("70", "W3")).toMatchObject({ belongsTo: "MOVE", moveId });
  expect(await held()).toEqual(after);
  const other = await toBank("71");
  await silence(world);
  const wrong = { ...linked, moveId: other.moveId, proof: "W31", quantity: Decimal.from("71"), fee: Decimal.from("5") };
  await linkMoveOrAsk(grace, wrong);
  expect(await reported("71", "W31")).toMatchObject({ belongsTo: "NOBODY" });
  expect((await listCases(grace, { kind: "UNKNOWN_WITHDRAWAL" })).data).toHaveLength(1);
  await reported("71", "W31", { state: "FAILED" });
});

test("a move that its venue has begun to carry out is taken back only once the venue gives that up", async () => {
  const made = await toBank("33");
  const withdrawal = { kind: "WITHDRAWAL", asset: "EUR", quantity: Decimal.from("33"), reference: "W33" } as const;
  await playTransfer(operator, { ...withdrawal, state: "PENDING" });
  await readTransfers(worker);
  const cancelled = () => cancelMove(ada, { moveId: made.moveId, note: "not needed" });
  await expect(cancelled()).rejects.toEqual(code("INVALID_STATE", /withdrawal W33 there/));
  await playTransfer(operator, { ...withdrawal, state: "FAILED" });
  await readTransfers(worker);
  expect(await cancelled()).toMatchObject({ status: "CANCELLED" });
  // And what leaves for one that was taken back has nobody's leave.
  const other = await toBank("34");
  await cancelMove(ada, { moveId: other.moveId, note: "not needed" });
  expect(await reported("34", "W34")).toMatchObject({ belongsTo: "NOBODY" });
  await reported("34", "W34", { state: "FAILED" });
});

const agreed = async (answer: object, requested: Readonly<Record<string, string>>) => {
  const pending = waits(answer);
  expect(pending).toMatchObject({ what: "move", request: { act: "link", ...requested } });
  await expect(approve(grace, pending)).rejects.toEqual(code("FORBIDDEN", /yourself/));
  await approve(hanna, pending);
};

test("what a venue says went elsewhere, and a line that brings a cent, are linked by two, and by one as agreed", async () => {
  const theirs = "GB82WEST12345698765432";
  const withdrawal = { kind: "WITHDRAWAL", asset: "EUR", fee: Decimal.from("1") } as const;
  const withdrawn = async (quantity: string, reference: string, label: string) => {
    await playTransfer(operator, { ...withdrawal, quantity: Decimal.from(quantity), reference, label });
    await readTransfers(worker);
    const found = (await listVenueTransfers(ada, {})).data.find((each) => each.reference === reference);
    expect(found?.belongsTo).toBe("NOBODY");
    return { transferId: found?.transferId ?? "", note: "by the venue's mail" };
  };
  const elsewhere = await withdrawn("500", "E1", theirs);
  const here = await withdrawn("501", "E2", "DE89 3704 0044 0532 0130 00");
  const [one, other] = [await toBank("500"), await toBank("501")];
  await setAgreed(world.ctx, { secondPerson: "always" });
  const link = { ...elsewhere, moveId: one.moveId };
  await expect(linkVenueTransfer(grace, link)).rejects.toThrow("another has not agreed to");
  const shown = { reference: one.reference, side: "LEFT", address: "DE89370400440532013000", sentTo: theirs };
  await agreed(await linkTransferOrAsk(grace, link), { ...shown, transferId: elsewhere.transferId, quantity: "500" });
  expect(await linkTransferOrAsk(grace, { ...here, moveId: other.moveId })).toMatchObject({ belongsTo: "MOVE" });
  expect([await status(one), await status(other)]).toEqual(["SENT", "SENT"]);
  const booked = async (amount: string, reference: string) => {
    const at = new Date((await world.ctx.now()).getTime());
    await playBank(operator, { currency: "EUR", amount: Decimal.from(amount), reference, at });
    const found = (await listBankLines(ada, {})).data.find((each) => each.reference === reference);
    expect(found?.belongsTo).toBe("NOBODY");
    return { lineId: found?.lineId ?? "", note: "by the statement" };
  };
  const cent = { ...(await booked("0.01", "F1")), moveId: one.moveId };
  await expect(linkLine(grace, cent)).rejects.toThrow("another has not agreed to");
  const lacks = { side: "ARRIVED", quantity: "0.01", missing: "499.99", lineId: cent.lineId };
  await agreed(await linkLineOrAsk(grace, cent), lacks);
  const most = { ...(await booked("500.99", "F2")), moveId: other.moveId };
  expect(await linkLineOrAsk(grace, most)).toMatchObject({ belongsTo: "MOVE", linkedBy: "staff:Grace" });
  expect([await status(one), await status(other)]).toEqual(["ARRIVED", "ARRIVED"]);
  const lines = (await listBankLines(ada, {})).data.filter(({ reference }) => reference === "F1");
  expect(lines).toMatchObject([{ linkedBy: "staff:Grace", note: "by the statement" }]);
  await setAgreed(world.ctx, { secondPerson: "default" });
});
