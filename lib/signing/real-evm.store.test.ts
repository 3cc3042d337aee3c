import { keccak_256 } from "@noble/hashes/sha3.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Anvil } from "#e2e/world/anvil.ts";
import { type AnvilWorld, openAnvilWorld } from "#e2e/world/anvil-world.ts";
import { code } from "#e2e/world/people-of.ts";
import { signedByOwner } from "#e2e/world/owner.ts";
import type { World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { ChainFault, type EvmCalls } from "#lib/chains/chain.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { prepareTransaction } from "./prepare.ts";
import { getPrepared } from "./read-prepared.ts";
import { sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

// What is prepared for eth, signed by a holder of the keys, is what a real node takes, gas and all.

let node: AnvilWorld;
let world: World;
let anvil: Anvil;
let worker: Ctx;
let hugo: Ctx;
beforeAll(async () => {
  node = await openAnvilWorld();
  ({ world, anvil, worker } = node);
  hugo = await node.person("Hugo");
});
afterAll(() => node?.close());

test("a payout without gas says what it lacks, is refused in the node's words, and is sent once the gas is there", async () => {
  const { payoutId, address } = await node.agreedPayout("12.345678", "no gas");
  const made = await prepareTransaction(hugo, { network: "eth", payoutIds: [payoutId] });
  expect(made.gasStep).toEqual({ address: address, quantity: made.fee });
  const signed = await signedByOwner(hugo, made.preparedId);
  await takeSigned(hugo, { ...made, signed });
  await sendPrepared(hugo, made);
  expect((await getPrepared(hugo, made)).fault).toMatch(/insufficient funds/i);
  const refused = (await listCases(hugo, { kind: "NOT_SENT" })).data;
  expect(refused).toMatchObject([{ causeFacts: { network: "eth", detail: expect.stringMatching(/insufficient/i) } }]);
  expect(refused[0]?.cause).toMatch(
    /^The node of eth refuses the signed transaction that pays 12\.345678 USDC: insufficient/i,
  );
  // The gas comes; the worker gives it to the node again after its while.
  await anvil.ask("anvil_setBalance", [address, "0xde0b6b3a7640000"]);
  await world.later(61_000);
  await runUntilIdle(worker, 30_000);
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "BROADCAST", fault: undefined });
  expect((await listCases(hugo, { kind: "NOT_SENT" })).data).toEqual([]);
  await anvil.mine(80);
  await runUntilIdle(worker, 60_000);
  const payout = JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord;
  const { status, txHash } = await getPrepared(hugo, made);
  expect([payout.status, payout.txHash, status]).toEqual(["CONFIRMED", txHash, "CONFIRMED"]);
  expect(await world.broken()).toEqual([]);
  await expect(prepareTransaction(hugo, { network: "eth", payoutIds: [payoutId] })).rejects.toEqual(
    code("INVALID_STATE"),
  );
});

const approved = async (quantity: string) => (await node.agreedPayout(quantity, "gas")).payoutId;
async function mined(blocks: number): Promise<void> {
  await anvil.mine(blocks);
  await runUntilIdle(worker, 60_000);
}
const prepared = async (payoutId: string) => prepareTransaction(hugo, { network: "eth", payoutIds: [payoutId] });
const payoutNow = async (payoutId: string) =>
  JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord;
const available = async () => balanceOf(world.ctx, `acc:${world.ctx.account?.id}:available`, "USDC@eth");
const accountOf = ({ inputs }: { inputs: readonly { txHash: string }[] }): string => `0x${inputs[0]?.txHash}`;

/** The owner, whose node this is, sends something of its own under the next number. */
async function sendToItself(account: string): Promise<void> {
  await anvil.ask("anvil_setBalance", [account, "0xde0b6b3a7640000"]);
  await anvil.ask("anvil_impersonateAccount", [account]);
  await anvil.ask("eth_sendTransaction", [{ from: account, to: account, value: "0x0" }]);
  await anvil.ask("anvil_stopImpersonatingAccount", [account]);
}

/** Where the token keeps what an account has. */
const slotOf = (account: string): string =>
  `0x${Buffer.from(keccak_256(hexToBytes(`${account.slice(2).padStart(64, "0")}${"0".repeat(64)}`))).toString("hex")}`;

test("a transfer that reverts has used up its number: its payout fails, and what it reserved is back", async () => {
  const payoutId = await approved("20.5");
  const before = await available();
  const made = await prepared(payoutId);
  await takeSigned(hugo, { ...made, signed: await signedByOwner(hugo, made.preparedId) });
  const { txHash } = await sendPrepared(hugo, made);
  const [token, slot] = [anvil.tokens.usdc, slotOf(accountOf(made))];
  const held = await anvil.ask("eth_getStorageAt", [token, slot, "latest"]);
  await anvil.ask("anvil_setStorageAt", [token, slot, `0x${"0".repeat(64)}`]);
  await anvil.mine(1);
  await anvil.ask("anvil_setStorageAt", [token, slot, held]);
  expect(await anvil.ask("eth_getTransactionReceipt", [txHash])).toMatchObject({ status: "0x0" });
  // No block is final yet that has it.
  await mined(20);
  expect(await payoutNow(payoutId)).toMatchObject({ status: "BROADCAST" });
  // Nor is one on which all endpoints agree.
  const calls = worker.app.chains.eth?.calls as EvmCalls;
  const sentUpTo = vi.spyOn(calls, "sentUpTo").mockRejectedValue(new ChainFault("eth", "away", true));
  await mined(100);
  sentUpTo.mockRestore();
  const { prisma } = world.app.database;
  await prisma.$executeRaw`update chain_cursor set agreed_height = height - 121 where network = 'eth'`;
  await mined(0);
  expect(await payoutNow(payoutId)).toMatchObject({ status: "BROADCAST" });
  await prisma.chainCursor.update({ where: { network: "eth" }, data: { agreedHeight: null } });
  await mined(0);
  const reason = "A block has it, and its call failed.";
  expect(await payoutNow(payoutId)).toMatchObject({ status: "FAILED", reason });
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "FAILED", reason });
  expect(await available()).toBe(before + 20_500_000n);
});

test("so does the owner's own transaction, and what is unsigned is approved as before", async () => {
  const payoutId = await approved("21.5");
  const first = await prepared(payoutId);
  const [{ txHash: script, outputIndex: index } = { txHash: "", outputIndex: 0 }] = first.inputs;
  await sendToItself(`0x${script}`);
  await mined(120);
  const used = (number: number) =>
    expect.stringMatching(new RegExp(`number ${number} was used up by a transaction that`));
  expect(await getPrepared(hugo, first)).toMatchObject({ status: "CANCELLED", reason: used(index) });
  expect(await payoutNow(payoutId)).toMatchObject({ status: "APPROVED" });
  const second = await prepared(payoutId);
  await takeSigned(hugo, { ...second, signed: await signedByOwner(hugo, second.preparedId) });
  await sendToItself(accountOf(second));
  await mined(120);
  expect(await getPrepared(hugo, second)).toMatchObject({ status: "FAILED", reason: used(index + 1) });
  expect(await payoutNow(payoutId)).toMatchObject({ status: "FAILED", reason: used(index + 1) });
  expect(await world.broken()).toEqual([]);
});

test("a number that a transfer of a token has used is that transfer's to tell of", async () => {
  const payoutId = await approved("22.5");
  const made = await prepared(payoutId);
  await takeSigned(hugo, { ...made, signed: await signedByOwner(hugo, made.preparedId) });
  await sendPrepared(hugo, made);
  await mined(120);
  expect(await payoutNow(payoutId)).toMatchObject({ status: "CONFIRMED" });
  expect(await getPrepared(hugo, made)).toMatchObject({ status: "CONFIRMED" });
});
