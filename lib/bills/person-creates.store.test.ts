import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, personIn } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { requestAddress } from "./request-address.ts";

// Where two persons are asked for, the database takes a line in a person's name only where that person is proven.

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const input = {
  cryptoType: "BTC",
  fiat: "EUR",
  fiatReceivable: Decimal.from("100"),
  subaccount: "counter",
} as const;

test("a person makes bills in their own name where the walls stand, beside those of keys", async () => {
  const olga = await personIn(world, "Olga", "operator");
  await changeSettings(world.ctx, { secondPerson: "always" });
  const { rows } = await world.app.database.pool.query("select walled() as walled");
  expect(rows).toEqual([{ walled: true }]);
  const made = await Promise.all([olga, world.ctx, olga, world.ctx].map((who) => requestAddress(who, input)));
  expect(new Set(made.map(({ deposit_address }) => deposit_address)).size).toBe(4);
  const [mine = ""] = made.map(({ paymentId }) => paymentId);
  expect((await auditedOf(world.ctx, mine)).map(({ actor, action }) => [actor, action])).toEqual([
    ["staff:Olga", "bill.create"],
  ]);
});
