import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { deriveApart } from "./derive-apart.ts";
import { deriveAddresses } from "./derive.ts";
import { DERIVE, fillPools, refillPool } from "./pool.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const wallet = () =>
  world.app.database.prisma.wallet.findFirstOrThrow({ where: { kind: "BTC_P2WPKH", active: true, accountId: null } });

test("many who find a pool empty wait for one refill, in a transaction each for its own", async () => {
  const before = await wallet();
  await Promise.all(Array.from({ length: 5 }, () => refillPool(world.ctx, "BTC_P2WPKH")));
  expect((await wallet()).nextIndex).toBe(before.nextIndex + 100n);
  await world.ctx.transaction((tx) => refillPool(tx, "BTC_P2WPKH"));
  expect((await wallet()).nextIndex).toBe(before.nextIndex + 200n);
});

test("of what another has derived meanwhile nothing is written again, and nothing is left out", async () => {
  const { id, nextIndex, xpub } = await wallet();
  const from = Number(nextIndex);
  const other = contextFor({ ...world.app }, { actor: { kind: "worker" }, requestId: "test" });
  world.app.slots.set(DERIVE, async (...ask) => {
    world.app.slots.delete(DERIVE);
    await other.transaction((tx) => refillPool(tx, "BTC_P2WPKH", undefined, 30));
    return deriveAddresses(...ask);
  });
  await refillPool(world.ctx, "BTC_P2WPKH");
  const rows = await world.app.database.prisma.depositAddress.findMany({
    where: { walletId: id, index: { gte: from } },
    orderBy: { index: "asc" },
  });
  expect(rows.map(({ index, address }) => ({ index: Number(index), address }))).toEqual(
    deriveAddresses("BTC_P2WPKH", xpub, from, 100).map(({ address }, at) => ({ index: from + at, address })),
  );
});

test("a process that derives apart has the same addresses, and is told what cannot be derived", async () => {
  deriveApart(world.app);
  const derive = world.app.slots.get(DERIVE);
  const { xpub } = await wallet();
  const [first, second] = await Promise.all([derive?.("BTC_P2WPKH", xpub, 0, 3), derive?.("ETH", xpub, 5, 2)]);
  expect(first).toEqual(deriveAddresses("BTC_P2WPKH", xpub, 0, 3));
  expect(second).toEqual(deriveAddresses("ETH", xpub, 5, 2));
  await expect(derive?.("ETH", "xpub1", 0, 1)).rejects.toThrow("damaged");
  await expect(derive?.("ETH", xpub, -1, 1)).rejects.toThrow("invariant");
  world.app.slots.delete(DERIVE);
});

test("a pool that is used much is filled in large steps", async () => {
  const { prisma } = world.app.database;
  const low = await wallet();
  await fillPools(world.ctx);
  const filled = await wallet();
  expect(filled.nextIndex).toBe(low.nextIndex + 100n);
  await prisma.$executeRaw`update deposit_address set set_aside_at = now() where wallet_id = ${low.id}::uuid and bill_id is null and set_aside_at is null`;
  await fillPools(world.ctx);
  expect((await wallet()).nextIndex).toBeGreaterThanOrEqual(filled.nextIndex + 2_000n);
});
