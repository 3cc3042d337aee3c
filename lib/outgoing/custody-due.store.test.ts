import { afterAll, beforeAll, expect, test } from "vitest";
import { frozenClock } from "#e2e/world/frozen-clock.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { mineBlocks } from "#lib/sandbox/chain-controls.ts";
import { purposes } from "#lib/worker/due.ts";
import { proveDaily } from "./prove-custody.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  await world.retained("0.5");
  await world.retained("200", { cryptoType: "USDT", networkType: "tron" });
});
afterAll(() => world.close());

test("a network whose node goes on is due by itself, and a case once it has been for hours; accounts that agree are proven", async () => {
  const hugo = await personOfHouse(world, "Hugo", "operator");
  const operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  const cases = async () => (await listCases(hugo, { kind: "CUSTODY" })).data;
  const proven = async () =>
    (
      await world.app.database.pool.query(
        "select distinct network from custody_proof where at > now() - interval '1 hour' + (business_now() - now())",
      )
    ).rows
      .map(({ network }) => network)
      .toSorted();
  await world.settle();
  await world.later(86_400_000 + 1_000);
  for (const network of ["bitcoincash", "tron"] as const) await mineBlocks(operator, { network, count: 1 });
  expect(await proveDaily(operator, purposes)).toBeGreaterThan(0);
  expect(await proven()).toEqual(["bitcoin", "eth", "tron"]);
  expect(await proveDaily(operator, purposes)).toBe(0);
  expect(await cases()).toEqual([]);
  const { rows } = await world.app.database.pool.query<{ since: Date }>("select since from custody_unproven");
  const due = Number(rows[0]?.since) + 2 * 3_600_000;
  const clock = await frozenClock(world);
  await clock.set(new Date(due - 1));
  await mineBlocks(operator, { network: "bitcoincash", count: 1 });
  expect(await proveDaily(operator, purposes)).toBe(0);
  expect(await cases()).toEqual([]);
  await clock.set(new Date(due));
  expect(await cases()).toMatchObject([
    {
      cause: expect.stringContaining("Custody on bitcoincash is due to be proven"),
      causeFacts: { network: "bitcoincash" },
    },
  ]);
  await world.settle();
  expect(await proveDaily(operator, purposes)).toBe(1);
  expect(await cases()).toEqual([]);
  await clock.end();
});
