import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { signPrepared } from "#lib/sandbox/sign.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import { cancelPrepared } from "./end-prepared.ts";
import { prepareTransaction } from "./prepare.ts";
import { getPrepared } from "./read-prepared.ts";
import { sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

// A coin can go with the block that had it: what spends it is in no block any more once what had paid it was spent otherwise.

let world: World;
let hugo: Ctx;
let operator: Ctx;
let beneficiaryId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  hugo = await personOfHouse(world, "Hugo");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  const address = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address }));
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const mine = async (count: number) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};
const now = async (payoutId: string) => JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord;

/** The payer's coin is another one's in a block of the stronger branch. */
async function spentOtherwise(lost: string, by = "ee"): Promise<void> {
  const [row] = await world.app.database.prisma.sandboxTransfer.findMany({ where: { txHash: lost } });
  if (!row) throw new Error("what is lost was there");
  const [script, txHash] = ["0014".padEnd(44, "9"), by.repeat(32)];
  const data = { ...row, txHash, script, address: "", state: "MEMPOOL", goneReason: null };
  const where = { network_txHash_outputIndex: { network: "bitcoin", txHash, outputIndex: row.outputIndex } };
  await world.app.database.prisma.sandboxTransfer.upsert({
    where,
    create: data,
    update: { state: "MEMPOOL", goneReason: null },
  });
}
/** The sandbox knows no transactions but those with an output: another's, with none to us. */
async function foreign(like: string, txHash: string, spends?: readonly string[]): Promise<void> {
  const [row] = await world.app.database.prisma.sandboxTransfer.findMany({ where: { txHash: like } });
  if (!row) throw new Error("there is one like it");
  const where = { network_txHash_outputIndex: { network: "bitcoin", txHash, outputIndex: row.outputIndex } };
  const data = { ...row, txHash, script: "0014".padEnd(44, "9"), address: "", state: "MEMPOOL", goneReason: null };
  const create = { ...data, spends: [...(spends ?? row.spends)], blockHash: null, position: null };
  await world.app.database.prisma.sandboxTransfer.upsert({
    where,
    create,
    update: { state: "MEMPOOL", goneReason: null },
  });
}
async function payoutOf(paymentId: string, quantity: string): Promise<string> {
  const request = {
    asset: "BTC",
    quantity: Decimal.from(quantity),
    reference: "out",
    beneficiaryId,
    paymentId,
  } as const;
  return (JSON.parse(((await payOrAsk(world.ctx, request)) as Raw<PayoutRecord>).text) as PayoutRecord).payoutId;
}

/** A payout, prepared and signed, that takes the payer's coin, which spends an output of `from`. */
async function signedSpend(paymentId: string, lost: string, from: string) {
  const spends = [`${from.repeat(32)}:0`];
  await world.app.database.prisma.sandboxTransfer.updateMany({ where: { txHash: lost }, data: { spends } });
  await mine(3);
  const payoutId = await payoutOf(paymentId, "0.1");
  const made = await prepareTransaction(hugo, { network: "bitcoin", payoutIds: [payoutId] });
  expect(made.inputs.map(({ txHash }) => txHash)).toEqual([lost]);
  const { signed } = await signPrepared(operator, made);
  await takeSigned(hugo, { ...made, signed });
  return { payoutId, made };
}

test("what spends a coin that its payer has spent otherwise for good has failed, and what it reserved is back", async () => {
  await mine(30);
  const { paymentId } = await world.retained("0.2");
  // The greatest coin is taken, of whichever account.
  const bill = await world.bill({});
  const { txHash: lost } = await sendDeposit(operator, {
    address: bill.deposit_address,
    quantity: Decimal.from("0.5"),
  });
  const { payoutId, made } = await signedSpend(paymentId, lost, "dd");
  const unsigned = await prepareTransaction(hugo, {
    network: "bitcoin",
    payoutIds: [await payoutOf(paymentId, "0.05")],
  });
  await reorganise(operator, { network: "bitcoin", depth: 5, doubleSpend: [lost] });
  await world.settle();
  // It may come back as long as its payer's other transaction is not final.
  await sendPrepared(hugo, made);
  await mine(9);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "BROADCAST" });
  await spentOtherwise(lost);
  await mine(1);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "BROADCAST" });
  // Nor is that block's word the last.
  await reorganise(operator, { network: "bitcoin", depth: 1, drop: ["ee".repeat(32)] });
  await mine(9);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "BROADCAST" });
  await spentOtherwise(lost);
  await mine(2);
  expect((await world.payment(bill.paymentId)).deposits[0]).toMatchObject({ status: "DROPPED" });
  expect(await getPrepared(hugo, made)).toMatchObject({
    status: "FAILED",
    reason: expect.stringMatching(/^A coin of it/),
  });
  expect(await now(payoutId)).toMatchObject({ status: "FAILED" });
  await cancelPrepared(hugo, { ...unsigned, note: "x" });
});

test("so it does of change of what was replaced, and its signature is not taken while no block has that", async () => {
  const { paymentId } = await world.retained("3");
  const first = await payoutOf(paymentId, "0.11");
  const before = await prepareTransaction(hugo, { network: "bitcoin", payoutIds: [first] });
  await takeSigned(hugo, { ...before, signed: (await signPrepared(operator, before)).signed });
  const { txHash = "" } = await sendPrepared(hugo, before);
  await mine(1);
  const second = await payoutOf(paymentId, "0.12");
  const after = await prepareTransaction(hugo, { network: "bitcoin", payoutIds: [second] });
  expect(after.inputs.map((input) => input.txHash)).toEqual([txHash]);
  const { signed } = await signPrepared(operator, after);
  await reorganise(operator, { network: "bitcoin", depth: 1, drop: [txHash] });
  await world.settle();
  await expect(takeSigned(hugo, { ...after, signed })).rejects.toEqual(code("INVALID_STATE", /went with the block of/));
  // The node gets it again, and a block has it again.
  await world.later(61_000);
  await world.settle();
  await mine(1);
  const sent = await takeSigned(hugo, { ...after, signed });
  await sendPrepared(hugo, sent);
  await reorganise(operator, { network: "bitcoin", depth: 1, drop: [txHash, sent.txHash ?? ""] });
  await world.settle();
  const more = { network: "bitcoin", replacesId: before.preparedId, feeRate: Decimal.from("40") } as const;
  const replaced = await prepareTransaction(hugo, more);
  await takeSigned(hugo, { ...replaced, signed: (await signPrepared(operator, replaced)).signed });
  await sendPrepared(hugo, replaced);
  await mine(1);
  expect([await now(first), await now(second)]).toMatchObject([{ status: "BROADCAST" }, { status: "BROADCAST" }]);
  await mine(1);
  expect([await now(first), await now(second)]).toMatchObject([{ status: "CONFIRMED" }, { status: "FAILED" }]);
  expect(await getPrepared(hugo, after)).toMatchObject({ status: "FAILED" });
});

test("so has what spends a coin that a move had brought", async () => {
  const { paymentId } = await world.retained("0.2");
  const { deposit_address: address } = await world.bill({ strategy: "RAI" });
  const home = { place: "custody:bitcoin", asset: "BTC", address, label: "home" } as const;
  const { destinationId } = (await addDestinationOrAsk(hugo, home)) as { destinationId: string };
  const way = {
    kind: "FROM_VENUE",
    from: "venue:sandbox",
    to: "custody:bitcoin",
    asset: "BTC",
    destinationId,
  } as const;
  const quantity = Decimal.from("9");
  // What is prepared for the same place spends a coin of what was cancelled for it.
  const other = { name: "Other", asset: "BTC", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" } as const;
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, other));
  await requestMoveOrAsk(hugo, { ...way, quantity, note: "x" });
  const withdrawal = { kind: "WITHDRAWAL", asset: "BTC", address, quantity, reference: "W1" } as const;
  const { txHash: lost = "" } = await playTransfer(operator, withdrawal);
  const { payoutId, made } = await signedSpend(paymentId, lost, "cc");
  await reorganise(operator, { network: "bitcoin", depth: 5, doubleSpend: [lost] });
  await world.settle();
  await sendPrepared(hugo, made);
  await mine(9);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "BROADCAST" });
  await spentOtherwise(lost, "ff");
  await mine(3);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "FAILED" });
  expect(await now(payoutId)).toMatchObject({ status: "FAILED" });
});

// What the parent's output "ab…:0" pays is the payer's coin; what the parent spends is another one's in a stronger branch.
test.each([
  ["is seen later", "30"],
  ["was there before it was traced", "40"],
] as const)(
  "so has what spends a coin whose payer was paid by what was never ours, where its double spend %s",
  async (when, quantity) => {
    const { paymentId } = await world.retained("0.2");
    const places = {
      "30": "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
      "40": "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    };
    const other = { name: `Other ${quantity}`, asset: "BTC", address: places[quantity] } as const;
    ({ beneficiaryId } = await makeBeneficiary(world.ctx, other));
    const bill = await world.bill({});
    const { txHash: lost } = await sendDeposit(operator, {
      address: bill.deposit_address,
      quantity: Decimal.from(quantity),
    });
    const [from, by] = when === "is seen later" ? ["a1", "b1"] : ["a2", "b2"];
    const parent = from.repeat(32);
    await foreign(lost, parent, [`${by}${"0".repeat(62)}:1`]);
    const { payoutId, made } = await signedSpend(paymentId, lost, from);
    await reorganise(operator, { network: "bitcoin", depth: 5, doubleSpend: [lost, parent] });
    if (when === "is seen later") {
      await world.settle();
      await sendPrepared(hugo, made);
      await mine(9);
      expect(await getPrepared(hugo, made)).toMatchObject({ status: "BROADCAST" });
    }
    await foreign(parent, by.repeat(32));
    await mineBlocks(operator, { network: "bitcoin", count: 1 });
    await world.settle();
    expect((await world.payment(bill.paymentId)).deposits[0]).toMatchObject({ status: "DROPPED" });
    if (when === "is seen later") {
      // Nor is that block's word the last.
      await reorganise(operator, { network: "bitcoin", depth: 1, drop: [by.repeat(32)] });
      await mine(3);
      expect(await getPrepared(hugo, made)).toMatchObject({ status: "BROADCAST" });
      await foreign(parent, by.repeat(32));
    } else expect(await getPrepared(hugo, made)).toMatchObject({ status: "SIGNED" });
    await mine(3);
    expect(await getPrepared(hugo, made)).toMatchObject({
      status: "FAILED",
      reason: expect.stringMatching(/^A coin of it/),
    });
    expect(await now(payoutId)).toMatchObject({ status: "FAILED" });
  },
);
