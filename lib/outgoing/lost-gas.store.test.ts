import { afterAll, beforeAll, expect, test } from "vitest";
import type { Anvil } from "#e2e/world/anvil.ts";
import { type AnvilWorld, openAnvilWorld } from "#e2e/world/anvil-world.ts";
import { lettersOf, withMail } from "#e2e/world/letters.ts";
import { executionOf, openSafe, type RealSafe } from "#e2e/world/safe.ts";
import type { World } from "#e2e/world/sandbox.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { activateWallet, makeWallet } from "#lib/wallets/wallets.ts";
import { purposes } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { differenceOf, keepGas, proveCustody } from "./prove-custody.ts";

// Ether that leaves an account by a contract's code: no transaction of the account, and no log. On a real EVM node that traces
// no block, from a Safe of Safe's own contracts.

const THIEF = "0x00000000000000000000000000000000000000bb";
const OTHER = "0x00000000000000000000000000000000000000cc";
const GIVEN = 10n ** 18n;
const TAKEN = 4n * 10n ** 17n + 3n;
const missingOf = (wei: bigint) => (wei + 999_999_999n) / 1_000_000_000n;

let node: AnvilWorld;
let world: World;
let anvil: Anvil;
let worker: Ctx;
let hugo: Ctx;
let safe: RealSafe;
beforeAll(async () => {
  node = await openAnvilWorld([]);
  ({ world, anvil } = node);
  worker = contextFor(withMail(node.worker.app), { actor: { kind: "worker" }, requestId: "test" });
  hugo = await node.person("Hugo");
  safe = await openSafe(anvil, "1.4.1");
  const { walletId } = await makeWallet(hugo, { kind: "ETH_SAFE", xpub: safe.address.toLowerCase() });
  await activateWallet(hugo, { walletId, firstAddress: safe.address });
  await anvil.mine(12);
  await runUntilIdle(worker, 30_000);
  await proveCustody(worker, purposes);
  const [payer] = (await anvil.ask("eth_accounts")) as string[];
  await anvil.ask("eth_sendTransaction", [{ from: payer, to: safe.address, value: `0x${GIVEN.toString(16)}` }]);
  await polled();
});
afterAll(() => node?.close());

/** One block, read; and what the worker does beside it. */
async function polled(blocks = 1): Promise<void> {
  await anvil.mine(blocks);
  await runUntilIdle(worker, 60_000);
  await keepGas(worker, purposes);
}
const held = async () => {
  const of = (code: string) => balanceOf(worker, code, "ETH");
  return { custody: await of("custody:eth"), missing: await of("house:missing") };
};
const cases = async () => (await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data;
const letters = () => lettersOf(worker.app, /left an account of ours on Ethereum/);
const take = (nonce: number) =>
  safe.execute(
    executionOf("1.4.1", [
      { to: THIEF, value: String(TAKEN - 1n), data: "0x" },
      { to: OTHER, value: "1", data: "0x" },
    ]),
    nonce,
  );

test("by a Safe's batch it is missing, a case and a letter with its block, once; away with its branch, and back", async () => {
  const before = await held();
  expect(before.custody).toBe(GIVEN / 10n ** 9n);
  const snapshot = await anvil.ask("evm_snapshot");
  await take(0);
  await polled();
  const after = { custody: before.custody - missingOf(TAKEN), missing: before.missing + missingOf(TAKEN) };
  expect(await held()).toEqual(after);
  const [found, ...more] = await cases();
  expect(more).toEqual([]);
  expect(found?.causeFacts).toMatchObject({ network: "eth", gas: true, left: true, booked: true });
  expect(found?.causeFacts).toMatchObject({ address: safe.address.toLowerCase() });
  expect(found?.causeFacts.txHash).toBeUndefined();
  expect(found?.cause).toMatch(/ has 0\.400000000000000003 ETH less on eth at block \d+ than its transactions leave/);
  expect(await letters()).toHaveLength(1);
  await polled();
  await keepGas(worker, purposes);
  expect([await held(), (await cases()).length, (await letters()).length]).toEqual([after, 1, 1]);
  expect(await world.broken()).toEqual([]);

  await anvil.ask("evm_revert", [snapshot]);
  await anvil.ask("evm_increaseTime", [7]);
  await polled(4);
  expect([await held(), await cases()]).toEqual([before, []]);
  expect(await world.broken()).toEqual([]);

  await take(0);
  await polled();
  expect([await held(), (await cases()).length]).toEqual([after, 1]);
  expect(await world.broken()).toEqual([]);
});

test("two workers find it once", async () => {
  const before = await held();
  await take(1);
  await anvil.mine(1);
  await runUntilIdle(worker, 60_000);
  const found = (await letters()).length;
  const others = [worker, worker, worker].map(({ app }) =>
    contextFor({ ...app, slots: new Slots() }, { actor: { kind: "worker" }, requestId: "test" }),
  );
  await Promise.all(others.map((other) => keepGas(other, purposes)));
  expect(await held()).toEqual({
    custody: before.custody - missingOf(TAKEN),
    missing: before.missing + missingOf(TAKEN),
  });
  expect([(await cases()).length, (await letters()).length]).toEqual([2, found + 1]);
  expect(await world.broken()).toEqual([]);
});

test("it is written off once somebody says so, and no move is linked to it; what the node has is what the books have", async () => {
  await polled(80);
  const [first = "", second] = (await cases()).map(({ caseId }) => caseId);
  await resolveOrAsk(hugo, { kind: "WRITE_OFF", subjectId: first.slice("UNKNOWN_SPEND-".length), note: "taken" });
  expect((await cases()).map(({ caseId }) => caseId)).toEqual([second]);
  const { proofs, unproven } = await proveCustody(worker, purposes);
  expect(unproven).toEqual([]);
  expect(proofs.filter(({ asset }) => asset === "ETH").map(differenceOf)).toEqual([0n]);
  expect(await world.broken()).toEqual([]);
});

test("an account whose key has delegated it to code loses it as seen, while one that pays for gas of its own does not", async () => {
  const from = await node.paidBill();
  await anvil.mine(12);
  await runUntilIdle(worker, 30_000);
  const [payer] = (await anvil.ask("eth_accounts")) as string[];
  await anvil.ask("eth_sendTransaction", [{ from: payer, to: from, value: `0x${GIVEN.toString(16)}` }]);
  await polled();
  const alarms = (await cases()).length;
  await anvil.ask("anvil_impersonateAccount", [from]);
  await anvil.ask("eth_sendTransaction", [{ from, to: THIEF, value: "0x1" }]);
  await polled();
  expect((await cases()).length).toBe(alarms + 1);
  const before = await held();
  const has = BigInt((await anvil.ask("eth_getBalance", [from, "latest"])) as string);
  await anvil.ask("anvil_setBalance", [from, `0x${(has - 5n).toString(16)}`]);
  await polled();
  expect(await held()).toEqual({ custody: before.custody - 1n, missing: before.missing + 1n });
  expect((await cases()).length).toBe(alarms + 2);
  expect(await world.broken()).toEqual([]);
});
