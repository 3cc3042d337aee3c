import { purposes } from "#lib/worker/due.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lettersOf, withMail } from "#e2e/world/letters.ts";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { startTronNode, tronChain, type TronNode } from "#e2e/world/tron.ts";
import { signedByTronOwner } from "#e2e/world/tron-owner.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { readAddress } from "#lib/beneficiaries/address.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { tronWallet } from "#lib/chains/tron-wallet.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { Slots } from "#lib/kernel/slots.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { keepGas } from "#lib/outgoing/prove-custody.ts";
import { tronAddress } from "#lib/wallets/encodings.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { prepareTransaction } from "./prepare.ts";
import { getPrepared } from "./read-prepared.ts";
import { sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

// What is prepared for tron, signed by a wallet of Tron, is what a node takes: form, signature, block, time, TRX and all,
// read by Tron's own library before a real EVM node.

const PAID = "TQooBX9o8iSSprLWW96YShBogx7Uwisuim";

let world: World;
let tron: TronNode;
let worker: Ctx;
let hugo: Ctx;
let beneficiaryId: string;
beforeAll(async () => {
  [world, tron] = await Promise.all([openWorld({ alone: true }), startTronNode()]);
  const person = await personOfHouse(world, "Hugo");
  const app = { ...withMail(world.app), slots: new Slots(), chains: { tron: tronChain(tron) } };
  worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
  hugo = contextFor(app, { actor: person.actor, account: person.account, requestId: "test" });
  await runUntilIdle(worker, 30_000);
  const made = { name: "Acme", asset: "USDT", networkType: "tron", address: PAID } as const;
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, made));
});
afterAll(async () => {
  await tron?.stop();
  await world?.close();
});

const requestPayout = async (quantity: string): Promise<string> => {
  const of = { asset: "USDT", networkType: "tron", reference: "out", beneficiaryId } as const;
  const answer = (await payOrAsk(world.ctx, { ...of, quantity: Decimal.from(quantity) })) as Raw<PayoutRecord>;
  return JSON.parse(answer.text).payoutId;
};
const payoutNow = async (payoutId: string) =>
  JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord;
const mine = async (blocks: number) => {
  await tron.anvil.mine(blocks);
  await runUntilIdle(worker, 60_000);
};

test("a payout without TRX says what it lacks, is refused in the node's words, and is sent once it is there", async () => {
  const receivable = { strategy: "RAI", cryptoType: "USDT", networkType: "tron" } as const;
  const bill = await world.bill({ ...receivable, fiatReceivable: Decimal.from("80") });
  const script = readAddress("tron", bill.deposit_address)?.script ?? "";
  await tron.anvil.send(tron.anvil.tokens.usdt, `0x${script}`, bill.quantity.floorUnits(6));
  await mine(80);
  const payoutId = await requestPayout("12.345678");
  const made = await prepareTransaction(hugo, { network: "tron", payoutIds: [payoutId] });
  expect(made.gasStep).toEqual({ address: bill.deposit_address, quantity: made.fee });
  await takeSigned(hugo, { ...made, signed: await signedByTronOwner(hugo, made.preparedId) });
  await sendPrepared(hugo, made);
  expect((await getPrepared(hugo, made)).fault).toMatch(/CONTRACT_VALIDATE_ERROR: Account .* does not exist/);
  const { data: refused } = await listCases(hugo, { kind: "NOT_SENT" });
  expect(refused).toMatchObject([{ causeFacts: { network: "tron", detail: expect.stringMatching(/does not exist/) } }]);
  // The TRX comes; the worker gives it to the node again after its while, and a second time it is known.
  tron.giveTrx(script, 40_000_000);
  await world.later(61_000);
  await runUntilIdle(worker, 30_000);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "BROADCAST", fault: undefined });
  expect((await listCases(hugo, { kind: "NOT_SENT" })).data).toEqual([]);
  await world.later(61_000);
  await runUntilIdle(worker, 30_000);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "BROADCAST", fault: undefined });
  await mine(1);
  await mine(79);
  const { status, txHash } = await getPrepared(hugo, made);
  expect([await payoutNow(payoutId), status]).toMatchObject([{ status: "CONFIRMED", txHash }, "CONFIRMED"]);
  // What it has cost is asked of the node, and it is nobody's spend but the payout's.
  await keepGas(worker, purposes);
  const paid = await world.app.database.prisma.gasPayment.findMany({ where: { network: "tron", kind: "SENT" } });
  expect(paid).toMatchObject([{ txHash, script }]);
  expect(Number(paid[0]?.feeWei)).toBeGreaterThan(345_000);
  // It is in the books with it, beside what lay there: no place has less TRX than the node says.
  const trx = await Promise.all(["custody:tron", "house:network-fee"].map((code) => balanceOf(worker, code, "TRX")));
  expect(trx).toEqual([40_000_000n - BigInt(`${paid[0]?.feeWei}`), BigInt(`${paid[0]?.feeWei}`)]);
  expect((await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data).toEqual([]);
  expect(await world.broken()).toEqual([]);
});

test("TRX that an account of ours sends without a token is a case and a letter within one block", async () => {
  const letters = () => lettersOf(worker.app, /^Desk: Gas of ours was spent on Tron/);
  expect(await letters()).toEqual([]);
  const [account] = await world.app.database.prisma.depositAddress.findMany({
    where: { network: "tron", billId: { not: null } },
    take: 1,
  });
  const from = `0x${account?.script}`;
  await tron.anvil.ask("anvil_impersonateAccount", [from]);
  await tron.anvil.ask("anvil_setBalance", [from, "0xde0b6b3a7640000"]);
  await tron.anvil.ask("eth_sendTransaction", [{ from, to: `0x${"22".repeat(20)}`, value: "0x1e8480" }]);
  await mine(1);
  const { data } = await listCases(hugo, { kind: "UNKNOWN_SPEND" });
  expect(await letters()).toMatchObject([{ recipient: "hugo@example.com" }]);
  const { rows } = await world.app.database.pool.query<{ body: string }>(
    "select body from mail where subject like '%spent on Tron%'",
  );
  expect(rows).toMatchObject([{ body: expect.stringMatching(/\b2(\.0+)?.TRX sent with it, and gas\n/) }]);
  expect(data).toMatchObject([{ causeFacts: { network: "tron", gas: true, address: account?.address } }]);
  // Accounts are told as their chain writes them.
  const to = tronAddress(Buffer.from("22".repeat(20), "hex"));
  expect(data[0]?.causeFacts.to).toBe(to);
  expect(data[0]?.cause).toMatch(new RegExp(`has sent 2 TRX to ${to} on tron, .*the books do not hold it yet`));
});

test("what is sent too late the node refuses, and it fails once no block can have it", async () => {
  const payoutId = await requestPayout("3");
  const made = await prepareTransaction(hugo, { network: "tron", payoutIds: [payoutId] });
  await takeSigned(hugo, { ...made, signed: await signedByTronOwner(hugo, made.preparedId) });
  await tron.anvil.ask("evm_increaseTime", [2 * 60 * 60]);
  await tron.anvil.mine(1);
  await sendPrepared(hugo, made);
  expect((await getPrepared(hugo, made)).fault).toMatch(/TRANSACTION_EXPIRATION_ERROR/);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "BROADCAST" });
  await mine(80);
  await world.later(11_000);
  await runUntilIdle(worker, 30_000);
  expect(await getPrepared(hugo, made)).toMatchObject({
    status: "FAILED",
    reason: "It has expired, and no block has it.",
  });
  expect(await payoutNow(payoutId)).toMatchObject({ status: "APPROVED" });
  await expect(takeSigned(hugo, { ...made, signed: "{}" })).rejects.toEqual(code("VALIDATION_FAILED", /The form/));
  expect(await world.broken()).toEqual([]);
});

test("a node of another chain is refused before anything of it is believed", async () => {
  const other = tronWallet({ chainId: 1, tokens: [] }, tron.wallet);
  await expect(other.calls.outcome("00".repeat(32))).rejects.toThrow(/tron must be chain 1/);
});
