import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, code, moversOf, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { linkLine, listBankLines } from "#lib/bank/link-line.ts";
import type { CaseKind } from "#lib/cases/case-kinds.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { getStatement } from "#lib/ledger/get-statement.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { getMove } from "#lib/moves/read-moves.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import { cancelPrepared } from "#lib/signing/end-prepared.ts";
import { prepareTransaction } from "#lib/signing/prepare.ts";
import { sendPrepared } from "#lib/signing/send-prepared.ts";
import { takeSigned } from "#lib/signing/take-signed.ts";
import { listVenueTransfers } from "#lib/transfers/link-transfer.ts";
import type { ResolutionRecord } from "./contract.ts";

// What nobody expected, and what left without leave, becomes what persons say of it: once, all of it, and told.

const LISTED = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const OTHER = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";
let world: World;
let ada: Ctx;
let grace: Ctx;
let operator: Ctx;
let venue: string;
let destinationId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  for (let n = 0; n < 5; n += 1) await world.retained("0.2");
  ({ ada, grace, operator, venue } = await moversOf(world));
  const made = await addDestinationOrAsk(ada, { place: venue, asset: "BTC", address: LISTED, label: "Stock" });
  destinationId = (made as { destinationId: string }).destinationId;
});
beforeEach(() => world.price("BTC", "EUR", "60000"));
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const note = "by the signer's own record";
const move = async (quantity: string) => {
  const way = { kind: "TO_VENUE" as const, from: "custody:bitcoin", to: venue, asset: "BTC" as const, destinationId };
  return ((await requestMoveOrAsk(ada, { ...way, quantity: Decimal.from(quantity), note: "x" })) as MoveRecord).moveId;
};
const send = async (quantity: string, to = OTHER) =>
  (await spend(operator, { network: "bitcoin", asset: "BTC", quantity: Decimal.from(quantity), to })).txHash;
const mine = async (count = 1) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};
const subjects = async (kind: CaseKind) =>
  (await listCases(grace, { kind })).data.map(({ caseId }) => caseId.slice(kind.length + 1));
const only = async (kind: CaseKind) => {
  const [subjectId = "", other] = await subjects(kind);
  expect([subjectId !== "", other]).toEqual([true, undefined]);
  return subjectId;
};
const btc = (code: string) => balanceOf(operator, code, "BTC");
const eur = (code: string) => balanceOf(operator, code, "EUR");
const status = async (moveId: string) => (await getMove(ada, { moveId })).status;

test("what left for an approved move to another address is linked by somebody else, in one with its books, and goes back with its block", async () => {
  const moveId = await move("0.1");
  const txHash = await send("0.1");
  await world.settle();
  const subjectId = await only("UNKNOWN_SPEND");
  const link = { kind: "LINK", subjectId, moveId, note } as const;
  await expect(resolveOrAsk(grace, link)).rejects.toEqual(code("INVALID_STATE", /is in no block/));
  await mine();
  const before = { missing: await btc("house:missing"), transit: await btc("transit") };
  expect(before.missing).toBe(10_000_000n);
  await expect(resolveOrAsk(ada, link)).rejects.toEqual(code("FORBIDDEN", /asked for this move/));
  await expect(resolveOrAsk(grace, { ...link, moveId: await move("0.09") })).rejects.toEqual(
    code("INVALID_STATE", /by no output/),
  );
  await expect(resolveOrAsk(grace, { kind: "LINK", subjectId, note })).rejects.toEqual(code("VALIDATION_FAILED"));
  // What is prepared may still be signed and sent: the move would be paid twice.
  const { preparedId } = await prepareTransaction(ada, { network: "bitcoin", moveIds: [moveId] });
  await expect(resolveOrAsk(grace, link)).rejects.toEqual(code("INVALID_STATE", /in a prepared transaction/));
  await cancelPrepared(ada, { preparedId, note });
  const made = (await resolveOrAsk(grace, link)) as ResolutionRecord;
  expect(made).toMatchObject({
    kind: "LINK",
    subject: "OUTGOING",
    moveId,
    reference: txHash,
    resolvedBy: "staff:Grace",
  });
  await world.settle();
  expect([await btc("house:missing"), await btc("transit"), await status(moveId)]).toEqual([0n, 10_000_000n, "SENT"]);
  expect(await subjects("UNKNOWN_SPEND")).toEqual([]);
  expect(await auditedOf(grace, made.resolutionId)).toMatchObject([
    { action: "resolution.make", detail: { moveId, note } },
  ]);
  await expect(resolveOrAsk(grace, link)).rejects.toEqual(code("INVALID_STATE"));
  await reorganise(operator, { network: "bitcoin", depth: 1, drop: [txHash] });
  await world.settle();
  expect([await btc("transit"), await status(moveId)]).toEqual([0n, "APPROVED"]);
});

test("what left for good is written off once it is final, and is missing again when its block goes", async () => {
  const txHash = await send("0.03");
  await mine();
  const subjectId = await only("UNKNOWN_SPEND");
  const off = { kind: "WRITE_OFF", subjectId, note } as const;
  await expect(resolveOrAsk(ada, off)).rejects.toEqual(code("INVALID_STATE", /not final/));
  await mine(2);
  const capital = await btc("house:capital");
  await expect(resolveOrAsk(ada, { ...off, kind: "OWN" })).rejects.toEqual(code("INVALID_STATE", /unassigned/));
  await resolveOrAsk(ada, off);
  expect([await btc("house:missing"), await btc("house:capital")]).toEqual([0n, capital - 3_000_000n]);
  expect(await subjects("UNKNOWN_SPEND")).toEqual([]);
  await expect(resolveOrAsk(ada, off)).rejects.toEqual(code("INVALID_STATE", /resolved/));
  await reorganise(operator, { network: "bitcoin", depth: 4, drop: [txHash] });
  await world.settle();
  expect([await btc("house:missing"), await btc("house:capital")]).toEqual([0n, capital]);
  expect(await world.broken()).toEqual([]);
});

test("a venue that takes back what was resolved takes the resolution with it", async () => {
  const deposit = { kind: "DEPOSIT", asset: "BTC", quantity: Decimal.from("0.4"), reference: "D1" } as const;
  await playTransfer(operator, deposit);
  await world.settle();
  const capital = await btc("house:capital");
  await resolveOrAsk(ada, { kind: "OWN", subjectId: await only("UNKNOWN_DEPOSIT"), note });
  expect(await btc("house:capital")).toBe(capital + 40_000_000n);
  const resolved = async () =>
    (await listVenueTransfers(ada, {})).data.filter(({ reference }) => reference === "D1").map((one) => one.resolved);
  expect(await resolved()).toEqual(["OWN"]);
  await playTransfer(operator, { ...deposit, state: "FAILED" });
  await world.settle();
  expect([await btc("house:capital"), await btc("house:unassigned")]).toEqual([capital, 0n]);
  expect(await resolved()).toEqual([undefined]);
});

test("fiat that nobody expected is an account's, and a debt of what it has not any more when it is taken back", async () => {
  const own = (balance: "available" | "owed") => eur(`acc:${world.ctx.account?.id}:${balance}`);
  const played = { kind: "DEPOSIT", asset: "EUR", quantity: Decimal.from("70"), reference: "E1" } as const;
  await playTransfer(operator, played);
  await world.settle();
  const assign = { kind: "ASSIGN", subjectId: await only("UNKNOWN_DEPOSIT"), account: "acme", note } as const;
  await expect(resolveOrAsk(ada, { ...assign, account: "nobody" })).rejects.toEqual(code("NOT_FOUND"));
  await expect(resolveOrAsk(ada, { ...assign, kind: "OWN" })).rejects.toEqual(code("VALIDATION_FAILED"));
  expect(await resolveOrAsk(ada, assign)).toMatchObject({ account: "acme", asset: "EUR", subject: "TRANSFER" });
  expect([await own("available"), await eur("house:unassigned")]).toEqual([7_000n, 0n]);
  expect((await getStatement(world.ctx, {})).data[0]).toMatchObject({ event: "resolution.made", account: "available" });
  expect(await world.broken()).toEqual([]);
  await payOrAsk(world.ctx, { asset: "EUR", quantity: Decimal.from("30"), reference: "by hand" });
  await playTransfer(operator, { ...played, state: "FAILED" });
  await world.settle();
  expect([await own("available"), await own("owed"), await eur("house:unassigned")]).toEqual([0n, 3_000n, 0n]);
  // The account is told of both, by what it is and when, and of nothing that is the house's.
  const emitted = await world.app.database.pool.query<{ type: string; data: string }>(
    "select type, data from event where account_id = $1 and type like 'assignment.%' order by seq",
    [world.ctx.account?.id],
  );
  const resolutionId = expect.any(String);
  const [assignedAt, takenBackAt] = [expect.any(Number), expect.any(Number)];
  expect(emitted.rows.map(({ type, data }) => [type, JSON.parse(data)])).toEqual([
    ["assignment.made", { resolutionId, asset: "EUR", quantity: 70, assignedAt }],
    ["assignment.taken-back", { resolutionId, asset: "EUR", quantity: 70, assignedAt, takenBackAt }],
  ]);
});

test("crypto that came to a venue is assigned to no account: it is no deposit's", async () => {
  await playTransfer(operator, { kind: "DEPOSIT", asset: "BTC", quantity: Decimal.from("0.1"), reference: "D2" });
  await world.settle();
  const subjectId = await only("UNKNOWN_DEPOSIT");
  await expect(resolveOrAsk(ada, { kind: "ASSIGN", subjectId, account: "acme", note })).rejects.toEqual(
    code("INVALID_STATE", /a deposit's.*CAPITAL_OUT/),
  );
  await resolveOrAsk(ada, { kind: "OWN", subjectId, note });
});

test("crypto of no bill goes back to its payer: the house's own, then a move of capital that is signed elsewhere and sent", async () => {
  const capital = await btc("house:capital");
  const decoy = await world.bill({ strategy: "RAI" });
  const { rows } = await world.app.database.pool.query(
    `select a.address, a.script from deposit_address a join wallet w on w.id = a.wallet_id
     where w.kind = 'BTC_P2PKH' and a.bill_id is null and a.set_aside_at is null order by a.index desc limit 1`,
  );
  const { txHash } = await sendDeposit(operator, { address: decoy.deposit_address, quantity: Decimal.from("0.25") });
  const [{ address, script }] = rows;
  const moved = "update sandbox_transfer set address = $1, script = $2 where tx_hash = $3";
  await world.app.database.pool.query(moved, [address, script, txHash]);
  await mine(3);
  expect(await btc("house:unassigned")).toBe(25_000_000n);
  const subjectId = await only("UNKNOWN_BILL");
  await expect(resolveOrAsk(ada, { kind: "ASSIGN", subjectId, account: "acme", note })).rejects.toEqual(
    code("VALIDATION_FAILED", /paymentId is required/),
  );
  await resolveOrAsk(ada, { kind: "OWN", subjectId, note });
  const payer = { place: "owner", asset: "BTC", address: OTHER, label: "Payer of the 0.25" } as const;
  const { destinationId: payerId } = (await addDestinationOrAsk(ada, payer)) as { destinationId: string };
  const back = { kind: "CAPITAL_OUT", from: "custody:bitcoin", asset: "BTC", quantity: Decimal.from("0.25") } as const;
  const { moveId } = (await requestMoveOrAsk(ada, { ...back, destinationId: payerId, note: txHash })) as MoveRecord;
  const made = await prepareTransaction(grace, { network: "bitcoin", moveIds: [moveId] });
  const { signed } = await signPrepared(operator, made);
  await takeSigned(grace, { preparedId: made.preparedId, signed });
  await sendPrepared(grace, made);
  await world.settle();
  await mine(8);
  expect(await status(moveId)).toBe("ARRIVED");
  expect([await btc("house:unassigned"), await btc("house:missing")]).toEqual([0n, 0n]);
  expect(await btc("house:capital")).toBe(capital);
  expect([await subjects("UNKNOWN_BILL"), await subjects("UNKNOWN_SPEND")]).toEqual([[], []]);
});

test("two persons are two where they are asked for, and the second is shown what and how much", async () => {
  await playBank(operator, { currency: "EUR", amount: Decimal.from("250"), reference: "NOBODYS" });
  await world.settle();
  const subjectId = await only("UNKNOWN_LINE");
  const capital = await eur("house:capital");
  await changeSettings(world.ctx, { secondPerson: "always" });
  const request = waits(await resolveOrAsk(ada, { kind: "OWN", subjectId, note }));
  expect(request).toMatchObject({
    what: "resolution",
    decides: "house",
    request: { kind: "OWN", quantity: "250", asset: "EUR", note },
  });
  expect(await eur("house:unassigned")).toBe(25_000n);
  await expect(approve(ada, request)).rejects.toEqual(code("FORBIDDEN"));
  await approve(grace, request);
  expect([await eur("house:unassigned"), await eur("house:capital")]).toEqual([0n, capital + 25_000n]);
  expect(await subjects("UNKNOWN_LINE")).toEqual([]);
  const { data } = await listBankLines(grace, { belongsTo: "NOBODY" });
  expect(data.find(({ lineId }) => lineId === subjectId)).toMatchObject({ reference: "NOBODYS", resolved: "OWN" });
  await expect(linkLine(grace, { lineId: subjectId, moveId: subjectId, note })).rejects.toEqual(
    code("INVALID_STATE", /was resolved/),
  );
  // One alone, past the program: the database takes none.
  const raw = `insert into resolution (id, kind, subject, subject_id, asset, units, note, made_by) values
    (gen_random_uuid(), 'OWN', 'LINE', '${subjectId}', 'EUR', 25000, 'x', 'staff:Ada')`;
  await expect(world.app.database.pool.query(raw)).rejects.toThrow(/second person|alone|agreed/i);
});
