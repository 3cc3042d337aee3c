import { afterAll, beforeAll, expect, test } from "vitest";
import type { Anvil } from "#e2e/world/anvil.ts";
import { type AnvilWorld, openAnvilWorld } from "#e2e/world/anvil-world.ts";
import { code } from "#e2e/world/people-of.ts";
import { signedByOwner } from "#e2e/world/owner.ts";
import type { World } from "#e2e/world/sandbox.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { cancelPrepared } from "./end-prepared.ts";
import { prepareTransaction } from "./prepare.ts";

// On eth two transactions exclude each other by their number: what the books have not read yet uses none up.

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

test("what was cancelled and sent all the same is excluded by what is prepared again, until a block that was read has it", async () => {
  const { payoutId, address } = await node.agreedPayout("20.5", "gas");
  const prepare = () => prepareTransaction(hugo, { network: "eth", payoutIds: [payoutId] });
  const first = await prepare();
  const signed = await signedByOwner(hugo, first.preparedId);
  await cancelPrepared(hugo, { ...first, note: "another fee" });
  // A holder of the file sends it: it waits at the node.
  await anvil.ask("eth_sendRawTransaction", [signed]);
  const second = await prepare();
  expect(second.inputs).toEqual(first.inputs);
  await cancelPrepared(hugo, { ...second, note: "and another" });
  // A block has it that the books have not read.
  await anvil.mine(1);
  const third = await prepare();
  expect(third.inputs).toEqual(first.inputs);
  await cancelPrepared(hugo, { ...third, note: "and another" });
  await runUntilIdle(worker, 60_000);
  await expect(prepare()).rejects.toEqual(code("INVALID_STATE", /BROADCAST/));
  expect(await anvil.ask("eth_getTransactionCount", [address, "latest"])).toBe("0x1");
  expect(await world.broken()).toEqual([]);
});
