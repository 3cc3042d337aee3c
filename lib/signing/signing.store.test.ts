import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { cancelPayout, payOrAsk, rejectPayout } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary, retireBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { type RawTransaction, readRaw, writeRaw } from "#lib/chains/raw-transaction.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { readBalance } from "#lib/ledger/store.ts";
import { cancelMove } from "#lib/moves/request-move.ts";
import { listDestinations } from "#lib/moves/destinations.ts";
import { listMoves } from "#lib/moves/read-moves.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { cancelPrepared } from "./end-prepared.ts";
import { prepareTransaction } from "./prepare.ts";
import { getPrepared, listPrepared, readPrepared } from "./read-prepared.ts";
import { sendDue, sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

// What was approved is prepared, signed elsewhere, compared, and sent once.

const [PAID, VENUE] = ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"];

let world: World;
let hugo: Ctx;
let operator: Ctx;
let beneficiaryId: string;
let venue: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  venue = `venue:${world.app.venue.name}`;
  hugo = await personOfHouse(world, "Hugo");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  for (const quantity of ["0.3", "0.2", "0.4", "0.3"]) await world.retained(quantity, { bech32: true });
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address: PAID }));
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const payout = async (quantity: string, to = beneficiaryId): Promise<string> => {
  const input = { asset: "BTC", quantity: Decimal.from(quantity), reference: "out", beneficiaryId: to } as const;
  return JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<{ payoutId: string }>).text).payoutId;
};
const now = async (payoutId: string) => JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord;
const prepare = (payoutIds: string[], more: Partial<Parameters<typeof prepareTransaction>[1]> = {}) =>
  prepareTransaction(hugo, { network: "bitcoin", payoutIds, ...more });
const signed = async (preparedId: string) => (await signPrepared(operator, { preparedId })).signed;
const take = (preparedId: string, text: string) => takeSigned(hugo, { preparedId, signed: text });
const mine = async (count = 1) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};
const cases = async () => (await listCases(hugo, {})).data.filter(({ kind }) => kind.startsWith("UNKNOWN"));
const books = async () => {
  const of = async (at: string) => amountOf("BTC", await readBalance(operator, at, "BTC")).toString();
  return [await of("custody:bitcoin"), await of("house:network-fee")];
};
const standing = (txHash: string) =>
  world.app.database.prisma.sandboxTransfer.count({ where: { txHash, outputIndex: 0, state: { not: "GONE" } } });
const sentTransfers = (txHash: string) =>
  world.app.database.prisma.sandboxTransfer.count({ where: { network: "bitcoin", txHash, outputIndex: 0 } });

test("what is taken back after its beneficiary was retired is cancelled, and its money free", async () => {
  const other = await makeBeneficiary(world.ctx, { name: "Gone", asset: "BTC", address: VENUE });
  const { beneficiaryId: gone } = other;
  const input = { asset: "BTC", quantity: Decimal.from("0.01"), reference: "out", beneficiaryId: gone } as const;
  const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<PayoutRecord>).text) as PayoutRecord;
  const made = await prepare([payoutId]);
  await retireBeneficiary(world.ctx, other);
  await cancelPrepared(hugo, { ...made, note: "retired" });
  expect(await now(payoutId)).toMatchObject({
    status: "CANCELLED",
    reason: "Its beneficiary does not stand any more.",
  });
});

test("what is no identifier is a payout that is not there", async () => {
  await expect(prepare(["nothing"])).rejects.toEqual(code("NOT_FOUND"));
});

describe("payouts of bitcoin", () => {
  test("are prepared, signed elsewhere, sent once though asked for twenty times at once, and final", async () => {
    const [custody = "", fees = ""] = await books();
    const ids = [await payout("0.1"), await payout("0.05")];
    const made = await prepare(ids);
    expect(made).toMatchObject({ status: "PREPARED", preparedBy: "staff:Hugo", size: 172 });
    expect([made.quantity, made.fee, made.feeRate].map(String)).toEqual(["0.15", "0.0000172", "10"]);
    expect(made.outputs.map(({ kind, address, quantity }) => [kind, address, String(quantity)])).toEqual([
      ["PAYOUT", PAID, "0.1"],
      ["PAYOUT", PAID, "0.05"],
      ["CHANGE", expect.stringMatching(/^bc1q/), "0.2499828"],
    ]);
    expect(made.inputs[0]?.path).toMatch(/^m\/84'\/0'\/0'\/0\/\d+$/);
    expect(await now(ids[0] ?? "")).toMatchObject({ status: "PREPARED" });
    const { bytes, fileName } = (await readPrepared(hugo, made)) as { bytes: Uint8Array; fileName: string };
    expect([fileName, Buffer.from(bytes.slice(0, 5)).toString("hex")]).toEqual([
      `${made.preparedId}.psbt`,
      "70736274ff",
    ]);

    await expect(cancelPayout(world.ctx, { payoutId: ids[0] ?? "" })).rejects.toEqual(code("INVALID_STATE"));
    await expect(rejectPayout(hugo, { payoutId: ids[0] ?? "", note: "no" })).rejects.toEqual(code("INVALID_STATE"));
    await expect(sendPrepared(hugo, made)).rejects.toEqual(code("INVALID_STATE", /PREPARED and cannot be sent/));

    const text = await signed(made.preparedId);
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(made.preparedId, text)));
    expect(new Set(taken.map(({ status, txHash }) => `${status} ${txHash}`)).size).toBe(1);
    expect(await now(ids[1] ?? "")).toMatchObject({ status: "SIGNED" });
    const txHash = taken[0]?.txHash ?? "";
    await expect(cancelPrepared(hugo, { ...made, note: "no" })).rejects.toEqual(code("INVALID_STATE", /SIGNED/));

    const sent = await Promise.all(Array.from({ length: 20 }, () => sendPrepared(hugo, made)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set(["BROADCAST"]));
    expect(await sentTransfers(txHash)).toBe(1);
    expect(await now(ids[0] ?? "")).toMatchObject({ status: "BROADCAST", txHash });
    await world.settle();
    await mine(3);
    const fee = Decimal.from("0.0000172");
    expect(await books()).toEqual([
      Decimal.from(custody).minus(Decimal.from("0.15")).minus(fee).toString(),
      Decimal.from(fees).plus(fee).toString(),
    ]);
    for (const id of ids) expect(await now(id)).toMatchObject({ status: "CONFIRMED", txHash });
    expect(await getPrepared(hugo, made)).toMatchObject({ status: "CONFIRMED", txHash });
    expect(await cases()).toEqual([]);
    expect((await listPrepared(hugo, { objectId: ids[0] ?? "" })).data).toHaveLength(1);
    // Its change is spent by the next.
    const next = await prepare([await payout("0.6")]);
    expect(next.inputs.map(({ path }) => path)).toContainEqual(expect.stringContaining("/1/0"));
    await cancelPrepared(hugo, { ...next, note: "later" });
  });

  test("cancelled before they are signed are approved as before, and their coins are free", async () => {
    const payoutId = await payout("0.01");
    const first = await prepare([payoutId]);
    await expect(prepare([payoutId])).rejects.toEqual(code("INVALID_STATE", /PREPARED/));
    const text = await signed(first.preparedId);
    expect(await cancelPrepared(hugo, { ...first, note: "another fee" })).toMatchObject({
      status: "CANCELLED",
      reason: "another fee",
    });
    expect(await now(payoutId)).toMatchObject({ status: "APPROVED" });
    await expect(take(first.preparedId, text)).rejects.toEqual(code("INVALID_STATE", /CANCELLED/));
    const again = await prepare([payoutId]);
    expect(again.inputs).toEqual(first.inputs);
    await cancelPrepared(hugo, { ...again, note: "enough" });
    await rejectPayout(hugo, { payoutId, note: "enough" });
  });

  test("prepared again after it was cancelled excludes what was cancelled: it spends a coin of it, or is refused", async () => {
    const payoutId = await payout("0.01");
    const first = await prepare([payoutId]);
    const [coin] = first.inputs;
    await cancelPrepared(hugo, { ...first, note: "another fee" });
    // A greater coin than all others comes meanwhile: without the rule it alone would be spent.
    await world.retained("0.9", { bech32: true });
    await mine();
    const again = await prepare([payoutId]);
    expect(again.inputs).toContainEqual(coin);
    await cancelPrepared(hugo, { ...again, note: "and another" });
    const elsewhere = await makeBeneficiary(world.ctx, { name: "Other", asset: "BTC", address: VENUE });
    const other = await payout("0.02", elsewhere.beneficiaryId);
    const taken = await prepare([other], { feeRate: Decimal.from("11") });
    expect(taken.inputs).not.toContainEqual(coin);
    await cancelPrepared(hugo, { ...taken, note: "no" });
    for (const id of [payoutId, other]) await rejectPayout(hugo, { payoutId: id, note: "enough" });
  });

  test("no coin is in two prepared transactions, however many ask at once", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => payout("0.001")));
    const made = await Promise.allSettled(ids.map((id) => prepare([id])));
    const done = made.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const coins = done.flatMap(({ inputs }) => inputs.map(({ txHash, outputIndex }) => `${txHash}:${outputIndex}`));
    expect(new Set(coins).size).toBe(coins.length);
    expect(done.length).toBeGreaterThanOrEqual(1);
    for (const each of made)
      if (each.status === "rejected") expect(["INSUFFICIENT_FUNDS", "INVALID_STATE"]).toContain(each.reason.code);
    for (const each of done) await cancelPrepared(hugo, { ...each, note: "done" });
    for (const payoutId of ids) await rejectPayout(hugo, { payoutId, note: "done" });
  });

  test.each<[string, (hex: string) => string, RegExp]>([
    [
      "another amount",
      (hex) => edited(hex, ({ outputs }) => ({ outputs: nth(outputs, first, { units: 999_999n }) })),
      /The amount of output 1 is 999999, and was prepared as 1000000/,
    ],
    [
      "another destination of change",
      (hex) => edited(hex, ({ outputs }) => ({ outputs: nth(outputs, other, { script: `0014${"ab".repeat(20)}` }) })),
      /The destination of output 2/,
    ],
    [
      "one output more",
      (hex) => edited(hex, ({ outputs }) => ({ outputs: [...outputs, { script: "51", units: 1n }] })),
      /The number of outputs is 3/,
    ],
    [
      "another sequence",
      (hex) => edited(hex, ({ inputs }) => ({ inputs: nth(inputs, first, { sequence: 0xffffffff }) })),
      /The sequence of input 1/,
    ],
    ["another locktime", (hex) => edited(hex, () => ({ lockTime: 1 })), /The locktime is 1/],
    ["no transaction", () => "hello", /The form/],
  ])("come back with %s, and nothing of it is taken", async (_what, change, message) => {
    const payoutId = await payout("0.01");
    const made = await prepare([payoutId]);
    const refused = take(made.preparedId, change(await signed(made.preparedId)));
    await expect(refused).rejects.toEqual(code("VALIDATION_FAILED", message));
    await expect(refused).rejects.toMatchObject({ detail: { body: { difference: { part: expect.any(String) } } } });
    expect(await getPrepared(hugo, made)).toMatchObject({ status: "PREPARED" });
    await cancelPrepared(hugo, { ...made, note: "wrong" });
    await rejectPayout(hugo, { payoutId, note: "wrong" });
  });

  test("whose coins another transaction has spent for good fail, and what they reserved is back", async () => {
    const payoutId = await payout("0.02");
    const made = await prepare([payoutId]);
    await take(made.preparedId, await signed(made.preparedId));
    // The owner takes all there is, past any approval.
    const custody = Decimal.from((await books())[0] ?? "0");
    await spend(operator, {
      network: "bitcoin",
      asset: "BTC",
      quantity: custody.minus(Decimal.from("0.00001")),
      to: "bc1qthief",
    });
    await mine(3);
    expect(await getPrepared(hugo, made)).toMatchObject({
      status: "FAILED",
      reason: expect.stringMatching(/spent by/),
    });
    expect(await now(payoutId)).toMatchObject({ status: "FAILED" });
    expect(await cases()).toMatchObject([{ kind: "UNKNOWN_SPEND" }]);
  });
});

test("a move leaves custody by a prepared transaction, is not cancelled meanwhile, and is resent when the node forgets it", async () => {
  await world.retained("0.5", { bech32: true });
  await addDestinationOrAsk(hugo, { place: venue, asset: "BTC", address: VENUE, label: "venue" });
  const { data: list } = await listDestinations(hugo);
  const input = { kind: "TO_VENUE", from: "custody:bitcoin", to: venue, asset: "BTC", note: "stock" } as const;
  await requestMoveOrAsk(hugo, {
    ...input,
    quantity: Decimal.from("0.2"),
    destinationId: list[0]?.destinationId ?? "",
  });
  const moveId = (await listMoves(hugo, {})).data[0]?.moveId ?? "";
  const made = await prepareTransaction(hugo, { network: "bitcoin", moveIds: [moveId] });
  await expect(cancelMove(hugo, { moveId, note: "no" })).rejects.toEqual(code("INVALID_STATE", /prepared transaction/));
  const { txHash = "" } = await take(made.preparedId, await signed(made.preparedId));
  await sendPrepared(hugo, made);
  await mine();
  expect((await listMoves(hugo, {})).data[0]).toMatchObject({ status: "SENT" });
  // The branch goes, and the node has forgotten it: the worker gives it to the node again, after its while.
  await reorganise(operator, { network: "bitcoin", depth: 1, drop: [txHash] });
  await world.settle();
  expect((await listMoves(hugo, {})).data[0]).toMatchObject({ status: "APPROVED" });
  await world.later(45_000);
  await mine();
  expect(await standing(txHash)).toBe(0);
  await world.later(15_000);
  await mine(4);
  await mine(4);
  expect((await listMoves(hugo, {})).data[0]).toMatchObject({ status: "SENT" });
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CONFIRMED", txHash });
});

test("what no block takes is replaced for a greater fee: the same coins and payees, and one of them is confirmed", async () => {
  await world.retained("0.5", { bech32: true });
  const payoutId = await payout("0.1");
  const first = await prepare([payoutId], { feeRate: Decimal.from(2) });
  await take(first.preparedId, await signed(first.preparedId));
  const replace = (feeRate: string) =>
    prepareTransaction(hugo, { network: "bitcoin", replacesId: first.preparedId, feeRate: Decimal.from(feeRate) });
  await expect(replace("20")).rejects.toEqual(code("INVALID_STATE", /SIGNED and not on its way/));
  const sent = await sendPrepared(hugo, first);
  await world.settle();
  await expect(replace("201")).rejects.toEqual(code("INVALID_STATE", /networkFeeRate of 200/));
  const second = await replace("20");
  expect(second).toMatchObject({ status: "PREPARED", replacesId: first.preparedId });
  expect(second.inputs).toEqual(first.inputs);
  expect(second.outputs.map(({ address }) => address)).toEqual(first.outputs.map(({ address }) => address));
  await expect(replace("30")).rejects.toEqual(code("INVALID_STATE", /being replaced already/));
  expect(await now(payoutId)).toMatchObject({ status: "BROADCAST", txHash: sent.txHash });
  const { txHash } = await take(second.preparedId, await signed(second.preparedId));
  await sendPrepared(hugo, second);
  expect([await standing(sent.txHash ?? ""), await standing(txHash ?? "")]).toEqual([0, 1]);
  expect(await now(payoutId)).toMatchObject({ status: "BROADCAST", txHash });
  await world.settle();
  // Of the two the node is given the one that stands, and once, also when two look at the same time.
  await world.later(60_000);
  expect((await Promise.all([sendDue(operator, 50), sendDue(operator, 50)])).sort()).toEqual([0, 1]);
  await mine(4);
  expect(await now(payoutId)).toMatchObject({ status: "CONFIRMED", txHash });
  expect(await getPrepared(hugo, first)).toMatchObject({ status: "REPLACED", replacedById: second.preparedId });
  expect(await getPrepared(hugo, second)).toMatchObject({ status: "CONFIRMED" });
});

describe("payouts of eth", () => {
  test("are prepared from one account, signed elsewhere, compared, sent once, and final", async () => {
    await world.price("USDT", "EUR", "0.9");
    const bill = await world.retained("120", { cryptoType: "USDT", networkType: "eth" });
    const address = "0x901bb9583b24d97e995513c6778dc6888ab6870e";
    const list = await makeBeneficiary(world.ctx, { name: "Acme", asset: "USDT", networkType: "eth", address });
    const input = { asset: "USDT", networkType: "eth", quantity: Decimal.from("50.5"), reference: "out" } as const;
    const { payoutId } = JSON.parse(
      ((await payOrAsk(world.ctx, { ...input, beneficiaryId: list.beneficiaryId })) as Raw<PayoutRecord>).text,
    ) as PayoutRecord;
    const ask = { network: "eth" as const, payoutIds: [payoutId] };
    await expect(prepareTransaction(hugo, { ...ask, feeRate: Decimal.from("101") })).rejects.toEqual(
      code("INVALID_STATE", /gasPrice of 100/),
    );
    const made = await prepareTransaction(hugo, ask);
    expect(made).toMatchObject({ status: "PREPARED", asset: "USDT", networkType: "eth", size: 78_000 });
    expect([made.quantity, made.fee, made.feeRate].map(String)).toEqual(["50.5", "0.001638", "21"]);
    expect(made.inputs[0]).toMatchObject({ outputIndex: 0 });
    const { bytes } = (await readPrepared(hugo, made)) as { bytes: Uint8Array };
    const file = JSON.parse(Buffer.from(bytes).toString()) as Record<string, string>;
    expect(file).toMatchObject({ from: bill.deposit_address, chainId: "1", nonce: "0", value: "0" });
    const text = await signed(made.preparedId);
    await expect(
      take(
        made.preparedId,
        text.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      ),
    ).rejects.toEqual(code("VALIDATION_FAILED", /sender|signature/));
    const { txHash } = await take(made.preparedId, text);
    await Promise.all(Array.from({ length: 20 }, () => sendPrepared(hugo, made)));
    expect(await now(payoutId)).toMatchObject({ status: "BROADCAST", txHash });
    await mineBlocks(operator, { network: "eth", count: 20 });
    await world.settle();
    expect(await now(payoutId)).toMatchObject({ status: "CONFIRMED", txHash });
    expect(await getPrepared(hugo, made)).toMatchObject({ status: "CONFIRMED", txHash });
  });
});

const [first, other] = [0, 1];
/** The transaction with a part of it changed, its signatures as they were. */
function edited(hex: string, change: (tx: RawTransaction) => Partial<RawTransaction>): string {
  const raw = readRaw(hex);
  if (!raw) throw new Error("it is one");
  return writeRaw({ ...raw, ...change(raw) }, { witnesses: true });
}
const nth = <Item>(items: readonly Item[], at: number, change: Partial<Item>): Item[] =>
  items.map((item, n) => (n === at ? { ...item, ...change } : item));

describe("the database, past the program", () => {
  const forged = async (given: Readonly<Record<string, string>>, status = "PREPARED"): Promise<string> => {
    const payoutId = await payout("0.01");
    const made = await prepare([payoutId]);
    const honest = await world.app.database.prisma.preparedTransaction.findUniqueOrThrow({
      where: { id: made.preparedId },
      include: { inputs: true, outputs: true },
    });
    await cancelPrepared(hugo, { ...made, note: "again" });
    const trial = world.ctx.transaction(async (tx) => {
      const { inputs, outputs, ...row } = honest;
      const id = tx.id();
      await tx.db.payout.update({ where: { id: payoutId }, data: { status: "PREPARED" } });
      await tx.db.preparedInput.createMany({ data: inputs.map((input) => ({ ...input, preparedId: id, held: true })) });
      await tx.db.preparedOutput.createMany({ data: outputs.map((one) => ({ ...one, preparedId: id, held: true })) });
      const fresh = { ...row, id, familyId: id, status, reason: null, endedAt: null, endedBy: null };
      await tx.db.preparedTransaction.create({ data: { ...fresh, ...given } });
    });
    const outcome = await trial.then(
      () => "taken",
      (error: unknown) => String((error as Error).message),
    );
    if (outcome === "taken") {
      const [row] = (await listPrepared(hugo, { objectId: payoutId, status: "PREPARED" })).data;
      await cancelPrepared(hugo, { preparedId: row?.preparedId ?? "", note: "done" });
    }
    await rejectPayout(hugo, { payoutId, note: "done" });
    return outcome;
  };
  const TRUE = /does not say what was agreed to/;

  test("takes the transaction as it was prepared, and none that says anything else", async () => {
    await world.retained("0.3", { bech32: true });
    expect(await forged({})).toBe("taken");
    for (const given of [{ feeUnits: "1" }, { content: "cHNidP8B" }, { unsigned: "00" }])
      expect(await forged(given)).toMatch(TRUE);
    expect(await forged({}, "SIGNED")).toMatch(/begins prepared and unsigned|check/);
  });
});
