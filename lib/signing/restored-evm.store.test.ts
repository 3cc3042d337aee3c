import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { asOwner } from "#e2e/world/agreed.ts";
import { writeOffSpend } from "#e2e/world/decided.ts";
import { stateLostHoursOrAsk } from "#lib/approvals/lost-hours-or-ask.ts";
import type { Anvil } from "#e2e/world/anvil.ts";
import { type AnvilWorld, openAnvilWorld } from "#e2e/world/anvil-world.ts";
import { signedByOwner } from "#e2e/world/owner.ts";
import { code } from "#e2e/world/people-of.ts";
import type { World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { proveCustody } from "#lib/outgoing/prove-custody.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { purposes } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { cancelPrepared } from "./end-prepared.ts";
import { prepareTransaction } from "./prepare.ts";
import { sendPrepared } from "./send-prepared.ts";
import { takeSigned } from "./take-signed.ts";

// A payout was signed and sent in the hours that are lost with a restore, and no block has it yet: on a real node, where it
// waits, from whichever account of ours. It is paid by that one alone.

const PAID = "0x901bb9583b24d97e995513c6778dc6888ab6870e";
const ABI = parseAbi([
  "function transfer(address to, uint256 value)",
  "function balanceOf(address owner) view returns (uint256)",
]);
const WAITS = code(
  "INVALID_STATE",
  /may have been sent before: a transaction of 0x[0-9a-f]{40} waits at the node of eth/,
);

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
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => node?.close());

const restore = () =>
  asOwner(
    world.databaseUrl,
    "update deployment set epoch = 2, restored_at = business_now(), restored_clock = now(), recovered_at = business_now()",
  );
async function mined(blocks: number): Promise<void> {
  await anvil.mine(blocks);
  await runUntilIdle(worker, 60_000);
}
/** A holder of an account's key sends what was signed for it; mined with the next block. */
async function sentBefore(from: string, units: bigint): Promise<string> {
  const data = encodeFunctionData({ abi: ABI, functionName: "transfer", args: [PAID, units] });
  await anvil.ask("anvil_impersonateAccount", [from]);
  return (await anvil.ask("eth_sendTransaction", [{ from, to: anvil.tokens.usdc, data }])) as string;
}
async function received(): Promise<bigint> {
  const data = encodeFunctionData({ abi: ABI, functionName: "balanceOf", args: [PAID] });
  return BigInt((await anvil.ask("eth_call", [{ to: anvil.tokens.usdc, data }, "latest"])) as Hex);
}
const prepare = (payoutId: string) => prepareTransaction(hugo, { network: "eth", payoutIds: [payoutId] });
const payoutNow = async (payoutId: string) =>
  JSON.parse((await getPayout(world.ctx, { payoutId })).text) as PayoutRecord;

test("what waits at the node is seen, before it is prepared and before it is sent, and is the payout's once a block has it", async () => {
  const first = await node.agreedPayout("10", "gas");
  const second = await node.agreedPayout("11", "gas");
  const third = await node.agreedPayout("12", "gas");
  await proveCustody(worker, purposes);
  await restore();
  await anvil.ask("evm_increaseTime", [7]);
  await mined(14);
  // From another account both could be in blocks: first it is stated that nothing signed before is still to be sent.
  await expect(prepare(first.payoutId)).rejects.toEqual(code("LOST_HOURS_OPEN"));
  await stateLostHoursOrAsk(hugo, { note: "the signer was asked" });
  for (const { payoutId } of [first, second]) expect(await payoutNow(payoutId)).not.toHaveProperty("mayHaveLeft");
  const made = await prepare(first.payoutId);
  await takeSigned(hugo, { ...made, signed: await signedByOwner(hugo, made.preparedId) });
  // By another account than the one that it is prepared from now: its number would exclude nothing.
  const other = [first, second, third].find(({ address }) => address.toLowerCase() !== `0x${made.inputs[0]?.txHash}`);
  const txHash = await sentBefore(other?.address ?? "", 11_000_000n);
  await expect(prepare(second.payoutId)).rejects.toEqual(WAITS);
  await expect(sendPrepared(hugo, made)).rejects.toEqual(WAITS);

  await mined(1);
  expect(await payoutNow(second.payoutId)).toMatchObject({ status: "BROADCAST", txHash });
  await expect(prepare(second.payoutId)).rejects.toEqual(code("INVALID_STATE", /BROADCAST|approved/));
  await sendPrepared(hugo, made);
  await mined(80);
  expect(await payoutNow(second.payoutId)).toMatchObject({ status: "CONFIRMED", txHash });
  expect(await payoutNow(first.payoutId)).toMatchObject({ status: "CONFIRMED" });
  expect(await received()).toBe(21_000_000n);
  expect((await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data).toEqual([]);

  // What was asked for after the restore waits for nothing but a decision about what left since.
  await sentBefore(third.address, 1n);
  const later = await node.agreedPayout("13", "gas");
  await sentBefore(third.address, 1n);
  await expect(prepare(third.payoutId)).rejects.toEqual(WAITS);
  await expect(prepare(later.payoutId)).rejects.toEqual(code("LEFT_UNEXPLAINED", /nothing explains/));
  await writeOffSpend(hugo);
  await cancelPrepared(hugo, { ...(await prepare(later.payoutId)), note: "later" });
});
