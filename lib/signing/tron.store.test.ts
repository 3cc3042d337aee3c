import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { asOwner } from "#e2e/world/agreed.ts";
import { forgedFrom, preparedRow } from "#e2e/world/forged.ts";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { signedByTronOwner, tronFileOf, tronKeyAt } from "#e2e/world/tron-owner.ts";
import { payOrAsk, rejectPayout } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { type Chain, ChainFault } from "#lib/chains/chain.ts";
import { transferCall } from "#lib/chains/evm-raw.ts";
import { readTron, signedTron, type TronTransaction, writeSignedTron, writeTron } from "#lib/chains/tron-raw.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { mineBlocks } from "#lib/sandbox/chain-controls.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { cancelPrepared } from "./end-prepared.ts";
import { prepareTransaction } from "./prepare.ts";
import { getPrepared, readPrepared } from "./read-prepared.ts";
import { ROUNDS } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { sendPrepared } from "./send-prepared.ts";
import { expiredPrepared } from "./store.ts";
import { takeSigned } from "./take-signed.ts";

// Payouts of tron: prepared, signed by a wallet of Tron, compared, sent once; and never prepared again while one may be mined.

const PAID = "TQooBX9o8iSSprLWW96YShBogx7Uwisuim";

let world: World;
let hugo: Ctx;
let operator: Ctx;
let beneficiaryId: string;
let source: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("USDT", "EUR", "0.9");
  hugo = await personOfHouse(world, "Hugo");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  await world.retained("500", { cryptoType: "USDT", networkType: "tron" });
  source = (await world.retained("300", { cryptoType: "USDT", networkType: "tron" })).deposit_address;
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { ...of, name: "Acme", address: PAID }));
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const of = { asset: "USDT", networkType: "tron" } as const;
const mineTron = async (count = 20) => {
  await mineBlocks(operator, { network: "tron", count });
  await world.settle();
};
const requestPayout = async (quantity: string): Promise<string> => {
  const request = { ...of, quantity: Decimal.from(quantity), reference: "out", beneficiaryId };
  return JSON.parse(((await payOrAsk(world.ctx, request)) as Raw<PayoutRecord>).text).payoutId;
};
const prepareTron = (payoutId: string) => prepareTransaction(hugo, { network: "tron", payoutIds: [payoutId] });
const transfersOf = (txHash: string) =>
  world.app.database.prisma.sandboxTransfer.count({ where: { network: "tron", txHash, state: { not: "GONE" } } });
/** Past the two hours that a signer has. */
const expire = async () => {
  await world.later(2 * 60 * 60 * 1000);
  await mineTron(21);
};
const now = async (payoutId: string) => JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord;
const signed = async (preparedId: string) => (await signPrepared(operator, { preparedId })).signed;
const take = (preparedId: string, text: string) => takeSigned(hugo, { preparedId, signed: text });
const callsOf = () => {
  const calls = world.app.chains.tron?.tronCalls;
  if (!calls) throw new Error("the sandbox prepares transactions of tron");
  return calls;
};
/** raw_data and the signature of what a wallet of Tron gives back. */
function partsOf(text: string): [string, string] {
  const { raw_data_hex: rawHex, signature } = JSON.parse(text) as { raw_data_hex: string; signature: [string] };
  return [rawHex, signature[0]];
}

test("are prepared from one account, signed elsewhere, compared, sent once, and final", async () => {
  const payoutId = await requestPayout("50.5");
  const ask = { network: "tron" as const, payoutIds: [payoutId] };
  await expect(prepareTransaction(hugo, { ...ask, feeRate: Decimal.from(1) })).rejects.toEqual(
    code("VALIDATION_FAILED", /the chain itself sets/),
  );
  const made = await prepareTransaction(hugo, ask);
  expect(made).toMatchObject({ status: "PREPARED", asset: "USDT", networkType: "tron", size: 77_142, bandwidth: 345 });
  expect([made.quantity, made.fee, made.feeRate].map(String)).toEqual(["50.5", "8.0592", "100"]);
  expect((made.expiresAt ?? 0) - made.preparedAt).toBeGreaterThan(0);
  expect((made.expiresAt ?? 0) - made.preparedAt).toBeLessThanOrEqual(2 * 60 * 60 * 1000);
  const { bytes, fileName } = (await readPrepared(hugo, made)) as { bytes: Uint8Array; fileName: string };
  const file = JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>;
  expect(fileName).toBe(`${made.preparedId}.json`);
  const { expiration, timestamp } = file["raw_data"] as { expiration: number; timestamp: number };
  expect([expiration - timestamp, expiration]).toEqual([2 * 60 * 60 * 1000, made.expiresAt]);
  expect(file).toMatchObject({ from: source, visible: false, raw_data: { fee_limit: 7_714_200 } });
  // A wallet of Tron signs the file as it is, and what it gives back is taken.
  const text = await signedByTronOwner(hugo, made.preparedId);
  await expect(take(made.preparedId, text.replace('"fee_limit":7714200', '"fee_limit":1'))).rejects.toEqual(
    code("VALIDATION_FAILED", /The form is another, and was prepared as raw_data as in raw_data_hex/),
  );
  await expect(take(made.preparedId, text.replace(/"signature":\[".{4}/, '"signature":["0000'))).rejects.toEqual(
    code("VALIDATION_FAILED", /sender|signature/),
  );
  const { txHash } = await take(made.preparedId, text);
  expect(txHash).toBe(file["txID"]);
  expect(await take(made.preparedId, await signed(made.preparedId))).toMatchObject({ status: "SIGNED", txHash });
  await Promise.all(Array.from({ length: 20 }, () => sendPrepared(hugo, made)));
  expect(await transfersOf(txHash ?? "")).toBe(1);
  expect(await now(payoutId)).toMatchObject({ status: "BROADCAST", txHash });
  await expect(prepareTransaction(hugo, { network: "tron", replacesId: made.preparedId })).rejects.toEqual(
    code("INVALID_STATE", /tron knows no replacement/),
  );
  await mineTron();
  expect(await now(payoutId)).toMatchObject({ status: "CONFIRMED", txHash });
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CONFIRMED", txHash });
});

test("unsigned are kept until they have expired, and approved as before only then", async () => {
  const payoutId = await requestPayout("10");
  const made = await prepareTron(payoutId);
  const text = await signed(made.preparedId);
  await expect(cancelPrepared(hugo, { ...made, note: "no" })).rejects.toEqual(
    code("INVALID_STATE", /can send it until it has expired/),
  );
  await expect(prepareTron(payoutId)).rejects.toEqual(code("INVALID_STATE", /PREPARED/));
  await expect(
    world.app.database.prisma.preparedTransaction.update({
      where: { id: made.preparedId },
      data: { status: "CANCELLED", endedAt: new Date(), endedBy: "x" },
    }),
  ).rejects.toThrow(/can be in a block until it has expired/);
  // The clock alone says nothing: a final block past the time does.
  await world.later(2 * 60 * 60 * 1000 + 1_000);
  await mineTron(19);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "PREPARED" });
  await expect(take(made.preparedId, text)).rejects.toEqual(code("INVALID_STATE", /expired at/));
  await mineTron(2);
  expect(await getPrepared(hugo, made)).toMatchObject({
    status: "CANCELLED",
    reason: expect.stringMatching(/expired/),
  });
  expect(await now(payoutId)).toMatchObject({ status: "APPROVED" });
  const again = await prepareTron(payoutId);
  expect(again.preparedId).not.toBe(made.preparedId);
  await expire();
  await rejectPayout(hugo, { payoutId, note: "enough" });
});

test("signed fail once they have expired; their payouts keep what they reserved and are prepared again", async () => {
  const [first, second] = [await requestPayout("11"), await requestPayout("12")];
  const made = await prepareTron(first);
  await take(made.preparedId, await signed(made.preparedId));
  // Until then nobody, past the program as well, has it approved again: who has it may send it.
  await expect(
    world.app.database.prisma.payout.update({ where: { id: first }, data: { status: "APPROVED" } }),
  ).rejects.toThrow(/can still be in a block/);
  await world.later(2 * 60 * 60 * 1000 + 1_000);
  await expect(sendPrepared(hugo, made)).rejects.toEqual(code("INVALID_STATE", /expired at/));
  await mineTron(21);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "FAILED", reason: expect.stringMatching(/expired/) });
  expect(await now(first)).toMatchObject({ status: "APPROVED" });
  const again = await prepareTron(first);
  await take(again.preparedId, await signed(again.preparedId));
  const { txHash } = await sendPrepared(hugo, again);
  await mineTron();
  expect(await now(first)).toMatchObject({ status: "CONFIRMED", txHash });
  const next = await prepareTron(second);
  await expire();
  expect(await getPrepared(hugo, next)).toMatchObject({ status: "CANCELLED" });
  await rejectPayout(hugo, { payoutId: second, note: "enough" });
});

test("expire by what all endpoints have, and not while the chain is paused", async () => {
  const payoutId = await requestPayout("10.5");
  const made = await prepareTron(payoutId);
  const outcome = vi.spyOn(callsOf(), "outcome").mockRejectedValue(new ChainFault("tron", "away", true));
  await expire();
  outcome.mockRestore();
  const stays = async (change: string) => {
    await world.app.database.prisma.$executeRawUnsafe(`update chain_cursor set ${change} where network = 'tron'`);
    await world.settle();
    expect(await getPrepared(hugo, made)).toMatchObject({ status: "PREPARED" });
  };
  await stays("agreed_height = height - 22");
  await stays("agreed_height = null, paused_reason = 'compare'");
  await world.app.database.prisma.chainCursor.update({ where: { network: "tron" }, data: { pausedReason: null } });
  await world.settle();
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CANCELLED" });
  await rejectPayout(hugo, { payoutId, note: "enough" });
  // After a fault its chain is left alone for a moment.
  const height = async () =>
    (await world.app.database.prisma.chainCursor.findUniqueOrThrow({ where: { network: "tron" } })).height;
  const before = await height();
  await mineTron(1);
  await expect.poll(() => world.settle().then(height), { timeout: 30_000 }).toBe(before + 1n);
});

test("that a block has by another hand are never prepared again, nor what a node has and we have not seen", async () => {
  const payoutId = await requestPayout("13");
  const made = await prepareTron(payoutId);
  const text = await signed(made.preparedId);
  const { hex = "" } = signedTron(...partsOf(text)) ?? {};
  await world.app.chains.tron?.send?.(hex);
  await mineTron();
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CANCELLED" });
  expect(await now(payoutId)).toMatchObject({ status: "CONFIRMED" });

  const hidden = await requestPayout("14");
  const other = await prepareTron(hidden);
  const calls = callsOf();
  const outcome = vi.spyOn(calls, "outcome").mockResolvedValue("DONE");
  await expire();
  expect(await getPrepared(hugo, other)).toMatchObject({ status: "PREPARED" });
  outcome.mockResolvedValue("FAILED");
  await world.settle();
  expect(await getPrepared(hugo, other)).toMatchObject({
    status: "CANCELLED",
    reason: expect.stringMatching(/failed/),
  });
  outcome.mockRestore();
  await rejectPayout(hugo, { payoutId: hidden, note: "enough" });
});

test("sent and expired are approved again, as their account is told; of a call that failed, what was reserved is back", async () => {
  const events = async (payoutId: string) =>
    (
      await world.app.database.prisma.event.findMany({ where: { objectId: payoutId }, orderBy: { sequence: "asc" } })
    ).map(({ type }) => type.replace("payout.", ""));
  const sent = async (quantity: string) => {
    const payoutId = await requestPayout(quantity);
    const made = await prepareTron(payoutId);
    await take(made.preparedId, await signed(made.preparedId));
    const send = vi
      .spyOn(world.app.chains.tron as Required<Chain>, "send")
      .mockResolvedValue({ taken: false, words: "busy" });
    await sendPrepared(hugo, made);
    await world.settle();
    expect(await now(payoutId)).toMatchObject({ status: "BROADCAST", txHash: expect.any(String) });
    await expire();
    send.mockRestore();
    return payoutId;
  };
  const lost = await sent("9");
  expect(await now(lost)).toMatchObject({ status: "APPROVED" });
  expect((await now(lost)).txHash).toBeUndefined();
  expect(await events(lost)).toEqual(["requested", "approved", "broadcast", "approved"]);
  await rejectPayout(hugo, { payoutId: lost, note: "enough" });
  const outcome = vi.spyOn(callsOf(), "outcome").mockResolvedValue("FAILED");
  expect(await now(await sent("8"))).toMatchObject({ status: "FAILED" });
  outcome.mockRestore();
});

test("that pay more for energy than the house allows are refused, and say what TRX is missing", async () => {
  const payoutId = await requestPayout("15");
  const calls = callsOf();
  const quote = vi.spyOn(calls, "quote");
  quote.mockResolvedValue({ energy: 60_000n, energyPrice: 421n, bytePrice: 1_000n });
  await expect(prepareTron(payoutId)).rejects.toEqual(code("INVALID_STATE", /energyPrice of 420/));
  quote.mockResolvedValue({ energy: 60_000n, energyPrice: 420n, bytePrice: 1_000n });
  const account = vi.spyOn(calls, "account").mockResolvedValue({ sun: 240_000n, energy: 62_000n, bandwidth: 344n });
  const made = await prepareTron(payoutId);
  // 10 000 of 72 000 energy and all 345 bytes have to be paid: 4.2 + 0.345 TRX, less 0.24.
  expect(made.gasStep).toMatchObject({ address: source });
  expect([made.gasStep?.quantity, made.fee].map(String)).toEqual(["4.305", "30.585"]);
  quote.mockRestore();
  account.mockRestore();
  await expire();
  await rejectPayout(hugo, { payoutId, note: "enough" });
});

test("are refused by the simulated node as by a real one", async () => {
  const payoutId = await requestPayout("16");
  const made = await prepareTron(payoutId);
  const { unsigned } = await world.app.database.prisma.preparedTransaction.findUniqueOrThrow({
    where: { id: made.preparedId },
  });
  const honest = readTron(unsigned);
  const { path } = await tronFileOf(hugo, made.preparedId);
  if (!honest) throw new Error("it is one");
  const key = tronKeyAt(path);
  const replyTo = async (change: Partial<TronTransaction>, by = key) => {
    const raw = writeTron({ ...honest, ...change });
    const made = secp256k1.sign(sha256(raw), by, { prehash: false, format: "recovered" });
    const signature = Uint8Array.of(...made.subarray(1), (made[0] ?? 0) + 27);
    const answer = await world.app.chains.tron?.send?.(Buffer.from(writeSignedTron(raw, signature)).toString("hex"));
    return answer?.taken === false ? answer.words : "taken";
  };
  const other = secp256k1.utils.randomSecretKey();
  expect(await replyTo({}, other)).toMatch(/^SIGERROR/);
  expect(await replyTo({ owner: "11".repeat(20) })).toMatch(/^SIGERROR/);
  expect(await replyTo({ refBlockHash: "00".repeat(8) })).toMatch(/^TAPOS_ERROR/);
  expect(await replyTo({ expiration: honest.timestamp })).toMatch(/^TRANSACTION_EXPIRATION_ERROR/);
  // The last millisecond that is taken, and one more: what is taken in time is refused for its fee.
  for (const span of [1n, 86_400_000n])
    expect(await replyTo({ expiration: honest.timestamp + span, feeLimit: 1n })).toMatch(/^BANDWITH_ERROR/);
  expect(await replyTo({ expiration: honest.timestamp + 86_400_001n })).toMatch(/^TRANSACTION_EXPIRATION_ERROR/);
  expect(await replyTo({ feeLimit: 6_000_000n })).toMatch(/^BANDWITH_ERROR/);
  expect(await replyTo({ data: transferCall("22".repeat(20), 10_000_000_000n) })).toMatch(/^CONTRACT_EXE_ERROR/);
  expect(await replyTo({ to: "22".repeat(20) })).toMatch(/^CONTRACT_VALIDATE_ERROR/);
  await expire();
  await rejectPayout(hugo, { payoutId, note: "enough" });
});

test("the database holds what is signed, its expiration and its fee", async () => {
  const payoutId = await requestPayout("17");
  const made = await prepareTron(payoutId);
  const honest = await preparedRow(world.ctx, made.preparedId);
  await expire();
  const tx = readTron(honest.unsigned);
  if (!tx) throw new Error("it is one");
  const unsigned = (change: Partial<TronTransaction>) => Buffer.from(writeTron({ ...tx, ...change })).toString("hex");
  const forged = (given: object) =>
    forgedFrom(world.ctx, honest, given, (db) =>
      db.payout.update({ where: { id: payoutId }, data: { status: "PREPARED" } }),
    );
  expect(await forged({})).toBe("taken");
  for (const given of [
    { expiresAt: new Date((honest.expiresAt?.getTime() ?? 0) - 1) },
    { feeUnits: "1" },
    { feeRate: "99" },
    { size: 1 },
    ...[
      { owner: "11".repeat(20) },
      { data: transferCall(honest.outputs[0]?.script ?? "", 17_000_001n) },
      { data: transferCall("22".repeat(20), 17_000_000n) },
      { memo: "00" },
      { permission: 2n },
      { value: 1n },
      { feeLimit: tx.feeLimit + 1n },
      { expiration: tx.expiration + 1n },
    ].map((change) => ({ unsigned: unsigned(change) })),
    { unsigned: `${honest.unsigned}c00101` },
  ])
    expect(await forged(given)).toMatch(/does not say what was agreed to/);
  await rejectPayout(hugo, { payoutId, note: "enough" });
});

test("that a block has and that moved something else are not confirmed: what a payee got nothing of is back", async () => {
  const mined = async (quantity: string, change: { script: string } | { quantityUnits: string }) => {
    const payoutId = await requestPayout(quantity);
    const made = await prepareTron(payoutId);
    await take(made.preparedId, await signed(made.preparedId));
    const { txHash = "" } = await sendPrepared(hugo, made);
    await world.app.database.prisma.sandboxTransfer.updateMany({ where: { network: "tron", txHash }, data: change });
    await mineTron();
    expect(await getPrepared(hugo, made)).toMatchObject({
      status: "FAILED",
      reason: expect.stringMatching(/moved something else/),
    });
    const cases = (await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data;
    expect(cases.filter(({ causeFacts }) => causeFacts?.txHash === txHash)).toHaveLength(1);
    return (await now(payoutId)).status;
  };
  expect(await mined("6", { script: "22".repeat(20) })).toBe("FAILED");
  // A token that keeps some of what it moves: who has got the rest is not paid it again.
  expect(await mined("7", { quantityUnits: "6990000" })).toBe("BROADCAST");
});

test("hold up no round of the worker where their node says no more", async () => {
  const payoutId = await requestPayout("5");
  const made = await prepareTron(payoutId);
  await world.later(2 * 60 * 60 * 1000);
  const outcome = vi.spyOn(callsOf(), "outcome").mockReturnValue(new Promise(() => undefined));
  await mineBlocks(operator, { network: "tron", count: 21 });
  expect(await runUntilIdle(operator, 10_000, ROUNDS)).toBe(true);
  expect((await expiredPrepared(operator.db, 9)).map(({ id }) => id)).toEqual([made.preparedId]);
  outcome.mockRestore();
  await world.settle();
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CANCELLED" });
  await rejectPayout(hugo, { payoutId, note: "enough" });
});

test("that cannot be ended hold up no other", async () => {
  const sent = async (quantity: string) => {
    const payoutId = await requestPayout(quantity);
    const made = await prepareTron(payoutId);
    await take(made.preparedId, await signed(made.preparedId));
    await sendPrepared(hugo, made);
    return made;
  };
  const [first, second] = [await sent("3"), await sent("4")];
  const guard = (sql: string) => asOwner(world.databaseUrl, sql);
  await guard(`create function stuck() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$`);
  await guard(`create trigger stuck before update of status on prepared_transaction for each row
    when (old.id = '${first.preparedId}') execute function stuck()`);
  await mineBlocks(operator, { network: "tron", count: 20 });
  await runUntilIdle(operator, 3_000);
  expect(await getPrepared(hugo, first)).toMatchObject({ status: "BROADCAST" });
  expect(await getPrepared(hugo, second)).toMatchObject({ status: "CONFIRMED" });
  await guard("drop function stuck cascade");
  await world.settle();
  expect(await getPrepared(hugo, first)).toMatchObject({ status: "CONFIRMED" });
});
