import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { accountOf } from "#lib/kernel/context.ts";
import { settingFor } from "#lib/settings/setting.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  owner = new pg.Client(world.databaseUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

const MIGRATION = join(import.meta.dirname, "migrations/20261129010300_execution_limit/migration.sql");

test("an account's own execution limits stay in force as the operator's for it, and none is loosened", async () => {
  const accountId = accountOf(world.ctx).id;
  const otherId = accountOf(world.other).id;
  const rows: [string | null, boolean, string, string][] = [
    [null, true, "executionLimit", "500"],
    [null, true, "executionLimit.USD", "90"],
    [accountId, false, "executionLimit.EUR", "700"],
    [accountId, false, "executionLimit.GBP", "40.5"],
    [accountId, false, "executionLimit", "100"],
    [otherId, true, "executionLimit.BTC", "500"],
    [otherId, false, "executionLimit.EUR", "10"],
  ];
  for (const row of rows)
    await owner.query(
      `insert into setting (id, account_id, by_house, name, value, valid_from, changed_by)
       values (gen_random_uuid(), $1, $2, $3, $4, business_now(), 'test')`,
      row,
    );
  await owner.query(readFileSync(MIGRATION, "utf8"));
  const settings = await settingsOf(world.ctx, accountId);
  const limit = (fiat: string) => settingFor(settings, "executionLimit", "BTC", fiat);
  expect(["EUR", "GBP", "USD", "CAD"].map(limit)).toEqual(["500", "40.5", "90", "100"]);
  expect(settings.account).toEqual({});
  const pinned = async (id: string) =>
    (
      await owner.query<{ name: string }>(
        "select name from setting where account_id = $1 and changed_by = 'migration' and by_house order by name",
        [id],
      )
    ).rows.map(({ name }) => name);
  // What the operator rules for all still rules there: no more is kept than what was tighter.
  expect(await pinned(accountId)).toEqual(["executionLimit", "executionLimit.EUR", "executionLimit.GBP"]);
  const { rows: units } = await owner.query(
    "select execution_limit_units($1, 'EUR')::text as eur, execution_limit_units($1, 'GBP')::text as gbp",
    [accountId],
  );
  expect(units).toEqual([{ eur: "50000", gbp: "4050.0" }]);
  const others = await settingsOf(world.other, otherId);
  const limitOf = (crypto: string, fiat: string) => settingFor(others, "executionLimit", crypto, fiat);
  expect([limitOf("BTC", "EUR"), limitOf("BCH", "EUR"), limitOf("BTC", "GBP")]).toEqual(["10", "10", "500"]);
  expect(await pinned(otherId)).toEqual(["executionLimit.BTC.EUR", "executionLimit.EUR"]);
});
