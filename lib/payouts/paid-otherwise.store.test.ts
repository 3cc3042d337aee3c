import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { setAgreed } from "#e2e/world/agreed.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { failPayout } from "#lib/approvals/fail-payout.ts";
import { giveRefundAddress } from "#lib/approvals/give-refund-address.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { makeBeneficiary, retireBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { declineDeposit } from "#lib/deposits/decide-hold.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { Waiting } from "#lib/contract/out.ts";
import { writeSignedTron } from "#lib/chains/tron-raw.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { cancelMove } from "#lib/moves/request-move.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { prepareTransaction } from "#lib/signing/prepare.ts";
import { sendPrepared } from "#lib/signing/send-prepared.ts";
import { takeSigned } from "#lib/signing/take-signed.ts";
import type { PayoutRecord } from "./contract.ts";
import { endPayout, holdPayout } from "./decide-payout.ts";
import { makeRefundLink } from "./make-refund-link.ts";
import { getPayout, listPayouts } from "./get-payouts.ts";
import { failMissed, recordInPlace } from "./paid-otherwise.ts";

// A token that moves another quantity than it was told: what was reserved waits for what its destination got, and no longer.

const of = { asset: "USDT", networkType: "tron" } as const;
const PAID = "TQooBX9o8iSSprLWW96YShBogx7Uwisuim";

let world: World;
let hugo: Ctx;
let hanna: Ctx;
let operator: Ctx;
let beneficiaryId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("USDT", "EUR", "0.9");
  [hugo, hanna] = [await personOfHouse(world, "Hugo"), await personOfHouse(world, "Hanna")];
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  await world.retained("500", { cryptoType: "USDT", networkType: "tron" });
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { ...of, name: "Acme", address: PAID }));
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const asset = "USDT@tron" as const;
const units = (name: string) => balanceOf(operator, name, asset);
const books = async () => {
  const account = `acc:${accountOf(world.ctx).id}`;
  const names = [`${account}:available`, `${account}:reserved`, "custody:tron", "house:missing"];
  return Promise.all(names.map(units));
};
const since = async (before: readonly bigint[]) => (await books()).map((now, nth) => now - (before[nth] ?? 0n));
const now = async (payoutId: string) => JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord;
const fail = (payoutId: string, by = hugo) => failPayout(by, { payoutId, note: "The token kept some." });
const spends = async (txHash: string) =>
  (await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data.filter(({ causeFacts }) => causeFacts.txHash === txHash);
const listed = async () =>
  (await listPayouts(world.ctx, {})).data.map((raw) => JSON.parse((raw as Raw<PayoutRecord>).text) as PayoutRecord);
const recordedFor = async (payoutId: string) => (await listed()).filter(({ inPlaceOf }) => inPlaceOf === payoutId);
type Moves = { script: string } | { quantityUnits: string };
/** Its signer sends it past us. */
async function sentElsewhere(signed: string): Promise<string> {
  const {
    txID,
    raw_data_hex: raw,
    signature,
  } = JSON.parse(signed) as { txID: string; raw_data_hex: string; signature: string[] };
  const hex = bytesToHex(writeSignedTron(hexToBytes(raw), hexToBytes(signature[0] ?? "")));
  expect(await world.app.chains.tron?.send?.(hex)).toEqual({ taken: true });
  return txID;
}
/** A payout whose transaction, signed and sent as it was approved, moves something else in its block. */
async function sent(quantity: string, moves: Moves) {
  const request = { ...of, quantity: Decimal.from(quantity), reference: "out", beneficiaryId };
  const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, request)) as Raw<PayoutRecord>).text) as PayoutRecord;
  return mined(payoutId, moves);
}
async function mined(payoutId: string, moves: Moves, uploaded: "SENT" | "SIGNED" | "NOTHING" = "SENT") {
  const made = await prepareTransaction(hugo, { network: "tron", payoutIds: [payoutId] });
  const { signed } = await signPrepared(operator, made);
  if (uploaded !== "NOTHING") await takeSigned(hugo, { ...made, signed });
  const txHash = uploaded === "SENT" ? ((await sendPrepared(hugo, made)).txHash ?? "") : await sentElsewhere(signed);
  await world.app.database.prisma.sandboxTransfer.updateMany({ where: { network: "tron", txHash }, data: moves });
  await mineBlocks(operator, { network: "tron", count: 20 });
  await world.settle();
  return { payoutId, txHash };
}

test("what its destination got is the account's, the rest is free again, and nothing is missing", async () => {
  const before = await books();
  const { payoutId, txHash } = await sent("7", { quantityUnits: "6990000" });
  expect(await since(before)).toEqual([-7_000_000n, 7_000_000n, -6_990_000n, 6_990_000n]);
  expect(await now(payoutId)).toMatchObject({ status: "BROADCAST", paidOtherwise: 6.99 });
  // The account records nothing of it beside: it would pay twice.
  const own = { ...of, quantity: Decimal.from("6.99"), reference: "own", txHash };
  await expect(recordPayout(world.ctx, own)).rejects.toEqual(code("INVALID_STATE", /was sent for the payout/));
  // Nor does another account, and no move is linked to it: the payout would have got nothing, and be paid again.
  const named = code("INVALID_STATE", /was sent for another payout/);
  await expect(recordPayout(world.other, own)).rejects.toEqual(named);
  const [open] = await spends(txHash);
  const move = { kind: "CAPITAL_OUT", from: "custody:tron", ...of, quantity: Decimal.from("6.99"), note: "x" } as const;
  const owner = { place: "owner", ...of, address: PAID, label: "owner" } as const;
  const { destinationId } = (await addDestinationOrAsk(hugo, owner)) as { destinationId: string };
  const { moveId } = (await requestMoveOrAsk(hugo, { ...move, destinationId })) as { moveId: string };
  const linked = { kind: "LINK", subjectId: open?.caseId.slice(14) ?? "", moveId, note: "x" } as const;
  await expect(resolveOrAsk(hanna, linked)).rejects.toEqual(named);
  await cancelMove(hugo, { moveId, note: "x" });
  // Nor does another account end it by what got to its destination.
  const theirs = world.other.transaction((tx) =>
    recordInPlace(tx, { inPlaceOf: payoutId, txHash, units: 6_990_000n, note: "not theirs" }),
  );
  await expect(theirs).rejects.toEqual(code("NOT_FOUND"));
  await fail(payoutId);
  await world.settle();
  expect(await now(payoutId)).toMatchObject({ status: "FAILED", reason: "The token kept some." });
  expect((await now(payoutId)).paidOtherwise).toBeUndefined();
  const [recorded, ...more] = await recordedFor(payoutId);
  expect(more).toEqual([]);
  expect(recorded).toMatchObject({ status: "RECORDED", quantity: 6.99, txHash, place: PAID, beneficiary: "Acme" });
  expect(await since(before)).toEqual([-6_990_000n, 0n, -6_990_000n, 0n]);
  expect(await spends(txHash)).toEqual([]);
  expect((await auditedOf(world.ctx, payoutId))[0]).toMatchObject({ actor: "staff:Hugo", action: "payout.fail" });
  await expect(fail(payoutId)).rejects.toEqual(code("INVALID_STATE", /is FAILED/));
});

test.each(["SIGNED", "NOTHING"] as const)(
  "so it is of what was sent elsewhere, with %s of it uploaded here",
  async (uploaded) => {
    const before = await books();
    const request = { ...of, quantity: Decimal.from("9"), reference: "out", beneficiaryId };
    const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, request)) as Raw<PayoutRecord>).text) as PayoutRecord;
    const { txHash } = await mined(payoutId, { quantityUnits: "8990000" }, uploaded);
    expect(await now(payoutId)).toMatchObject({ status: "BROADCAST", txHash, paidOtherwise: 8.99 });
    expect((await spends(txHash))[0]).toMatchObject({ causeFacts: { payoutId } });
    await expect(prepareTransaction(hugo, { network: "tron", payoutIds: [payoutId] })).rejects.toEqual(
      code("INVALID_STATE"),
    );
    await fail(payoutId);
    await world.settle();
    expect(await recordedFor(payoutId)).toMatchObject([{ quantity: 8.99, txHash }]);
    expect(await since(before)).toEqual([-8_990_000n, 0n, -8_990_000n, 0n]);
  },
);

test("so it is of what uses up the number on eth that a payout was prepared for, and pays its place", async () => {
  const onEth = { asset: "USDC" } as const;
  await world.retained("50", { cryptoType: "USDC" });
  const address = `0x${"22".repeat(20)}`;
  const listed = await makeBeneficiary(world.ctx, { ...onEth, name: "Acme eth", address });
  const request = { ...onEth, quantity: Decimal.from("9"), reference: "out", beneficiaryId: listed.beneficiaryId };
  const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, request)) as Raw<PayoutRecord>).text) as PayoutRecord;
  const made = await prepareTransaction(hugo, { network: "eth", payoutIds: [payoutId] });
  await world.app.chains.eth?.send?.((await signPrepared(operator, made)).signed);
  const sent = { network: "eth", state: "MEMPOOL" } as const;
  await world.app.database.prisma.sandboxTransfer.updateMany({ where: sent, data: { quantityUnits: "8990000" } });
  await mineBlocks(operator, { network: "eth", count: 70 });
  await world.settle();
  expect(await now(payoutId)).toMatchObject({ status: "BROADCAST", paidOtherwise: 8.99 });
  await fail(payoutId);
  expect(await recordedFor(payoutId)).toMatchObject([{ quantity: 8.99, place: expect.stringMatching(/^0x22/) }]);
  await world.settle();
});

test("what it got beyond the payout stays missing: the account pays no more than it asked for", async () => {
  const before = await books();
  const { payoutId, txHash } = await sent("5", { quantityUnits: "5250000" });
  await fail(payoutId);
  await world.settle();
  expect(await recordedFor(payoutId)).toMatchObject([{ quantity: 5, txHash }]);
  expect(await since(before)).toEqual([-5_000_000n, 0n, -5_250_000n, 250_000n]);
  const [open] = await spends(txHash);
  expect(open?.quantity?.toString()).toBe("0.25");
  await resolveOrAsk(hugo, { kind: "WRITE_OFF", subjectId: open?.caseId.slice(14) ?? "", note: "the token's doing" });
  expect(await since(before)).toEqual([-5_000_000n, 0n, -5_250_000n, 0n]);
});

test("a destination that got nothing by it has the payout fail by itself, also where that was said later", async () => {
  const before = await books();
  const { payoutId } = await sent("6", { script: "22".repeat(20) });
  expect(await failMissed(operator, payoutId)).toBe(false);
  expect(await now(payoutId)).toMatchObject({ status: "FAILED" });
  expect(await since(before)).toEqual([0n, 0n, -6_000_000n, 6_000_000n]);
});

test("what was paid in a block that is gone, and moved something else in another, is paid no more", async () => {
  const before = await books();
  const request = { ...of, quantity: Decimal.from("8"), reference: "out", beneficiaryId };
  const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, request)) as Raw<PayoutRecord>).text) as PayoutRecord;
  const made = await prepareTransaction(hugo, { network: "tron", payoutIds: [payoutId] });
  await takeSigned(hugo, { ...made, signed: (await signPrepared(operator, made)).signed });
  const { txHash = "" } = await sendPrepared(hugo, made);
  await mineBlocks(operator, { network: "tron", count: 1 });
  await world.settle();
  // One that was found before its block came is paid by now.
  expect(await failMissed(operator, payoutId)).toBe(false);
  expect(await since(before)).toEqual([-8_000_000n, 0n, -8_000_000n, 0n]);
  await reorganise(operator, { network: "tron", depth: 1 });
  const data = { script: "22".repeat(20) };
  await world.app.database.prisma.sandboxTransfer.updateMany({ where: { network: "tron", txHash }, data });
  await mineBlocks(operator, { network: "tron", count: 25 });
  await world.settle();
  expect(await now(payoutId)).toMatchObject({ status: "FAILED" });
  expect(await since(before)).toEqual([0n, 0n, -8_000_000n, 8_000_000n]);
});

test("a loss that was written off before is missing again, and the account's, whatever became of its place", async () => {
  const before = await books();
  const { payoutId, txHash } = await sent("4", { quantityUnits: "3000000" });
  const [open] = await spends(txHash);
  await resolveOrAsk(hugo, { kind: "WRITE_OFF", subjectId: open?.caseId.slice(14) ?? "", note: "a loss" });
  await retireBeneficiary(world.ctx, { beneficiaryId });
  await fail(payoutId);
  await world.settle();
  expect(await since(before)).toEqual([-3_000_000n, 0n, -3_000_000n, 0n]);
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { ...of, name: "Acme", address: PAID }));
});

test("a refund of what was declined goes on where its payer said, and what is left of it waits to be given back", async () => {
  await changeSettings(world.ctx, { "depositLimit.USDT": "0.01" });
  const bill = await world.bill({ strategy: "RAI", cryptoType: "USDT", networkType: "tron" });
  await world.pay(bill, Decimal.from("40"));
  await mineBlocks(operator, { network: "tron", count: 20 });
  await world.settle();
  await changeSettings(world.ctx, { "depositLimit.USDT": "1000000" });
  const { paymentId } = bill;
  const [{ txId = "" } = {}] = (await world.payment(paymentId)).deposits;
  await declineDeposit(world.ctx, { txId, note: "not wanted" });
  const { url = "" } = await makeRefundLink(world.ctx, { paymentId, txId });
  const payer = contextFor(world.app, { actor: { kind: "public" }, requestId: "test", clientAddress: "192.0.2.7" });
  await giveRefundAddress(payer, { token: url.split("#")[1] ?? "", address: PAID });
  const { payoutId } = (await listed()).find(({ txId: one }) => one === txId) ?? { payoutId: "" };
  const before = await books();
  await mined(payoutId, { quantityUnits: "39000000" });
  await fail(payoutId);
  await world.settle();
  expect(await recordedFor(payoutId)).toMatchObject([{ quantity: 39, place: PAID }]);
  expect(await since(before)).toEqual([0n, -40_000_000n, -39_000_000n, 0n]);
  expect(await units(`acc:${accountOf(world.ctx).id}:pending`)).toBe(1_000_000n);
});

test("where two persons are asked for, neither the program nor the database takes it from one", async () => {
  const { payoutId, txHash } = await sent("3", { quantityUnits: "2500000" });
  const before = await books();
  await setAgreed(world.ctx, { secondPerson: "always" });
  const { request } = (await fail(payoutId)) as Waiting<ApprovalRecord>;
  expect(request).toMatchObject({ what: "payout", decides: "house", reason: "The token kept some." });
  expect(request.payout).toMatchObject({ inPlaceOf: payoutId, txHash, place: PAID, beneficiary: "Acme" });
  expect(request.payout?.quantity.toString()).toBe("2.5");
  const { approvalId } = request;
  await expect(approve(hugo, { approvalId })).rejects.toEqual(code("FORBIDDEN"));
  expect([await now(payoutId), await since(before)]).toMatchObject([{ status: "BROADCAST" }, [0n, 0n, 0n, 0n]]);
  // Two at once: one does it.
  const second = ((await fail(payoutId, hanna)) as Waiting<ApprovalRecord>).request.approvalId;
  const done = await Promise.allSettled([approve(hanna, { approvalId }), approve(hugo, { approvalId: second })]);
  expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await world.settle();
  expect(await since(before)).toEqual([500_000n, -3_000_000n, 0n, -2_500_000n]);
  await setAgreed(world.ctx, { secondPerson: "default" });
});

test("the database takes in its place nothing but what its own transaction paid there, of a payout that failed", async () => {
  const { payoutId, txHash } = await sent("2", { quantityUnits: "1500000" });
  const row = (units: number, hash: string, failed = payoutId) =>
    world.app.database.pool.query(
      `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by, tx_hash, in_place_of)
       select gen_random_uuid(), account_id, asset, ${units}, false, 'r', 'x', $1, $2 from payout where id = '${payoutId}'`,
      [hash, failed],
    );
  await expect(row(1_500_000, txHash)).rejects.toThrow(/paid by its own transaction/);
  // A crash between the lines leaves nothing half done.
  const half = hugo.transaction(async (tx) => {
    await endPayout(tx, await holdPayout(tx, payoutId, false), { status: "FAILED", reason: "x" });
    throw new Error("died");
  });
  await expect(half).rejects.toThrow("died");
  expect(await now(payoutId)).toMatchObject({ status: "BROADCAST", paidOtherwise: 1.5 });
  await fail(payoutId);
  for (const [units, hash] of [
    [1_500_000, "ff".repeat(32)],
    [2_000_001, txHash],
  ] as const)
    await expect(row(units, hash)).rejects.toThrow();
  await world.settle();
});
