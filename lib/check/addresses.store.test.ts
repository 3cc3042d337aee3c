import { HDKey } from "@scure/bip32";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { superuserIn } from "#e2e/world/superuser.ts";
import { checkAddresses } from "./addresses.ts";
import { extendChange } from "#lib/wallets/change.ts";
import { readExtendedKey } from "#lib/wallets/extended-key.ts";
import { refillPool } from "#lib/wallets/pool.ts";

// A superuser puts his own addresses in the place of the wallets', past the guards: bills and change would pay him.

let world: World;
let superuser: pg.Client;

beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  await world.bill({ cryptoType: "BTC", bech32: false });
  await refillPool(world.ctx, "BCH_P2PKH");
  await extendChange(world.ctx);
  superuser = await superuserIn(world);
});
afterAll(async () => {
  await superuser.end();
  await world.close();
});

const WALLET = "(select id from wallet where kind = 'BTC_P2PKH')";
const CASH = "index = 3 and wallet_id = (select id from wallet where kind = 'BCH_P2PKH')";

test("what is derived, ready and handed out, of change too, is as it should be", async () => {
  expect(await checkAddresses(world.ctx)).toEqual([]);
});

test.each([
  ["an address that lies ready", `deposit_address`, `index = 5 and wallet_id = ${WALLET}`, "address = 'x'"],
  [
    "what is watched of it",
    `deposit_address`,
    `index = 5 and wallet_id = ${WALLET}`,
    "script = '00' || substr(script, 3)",
  ],
  ["its other form", `deposit_address`, CASH, "cash_address = 'x'"],
  ["its other form, which is gone", `deposit_address`, CASH, "cash_address = null"],
  ["an address of a bill", `deposit_address`, `bill_id is not null`, "address = 'x'"],
  ["one put in beyond those derived", `deposit_address`, `index = 6 and wallet_id = ${WALLET}`, "index = 1000000"],
  [
    "an address of change",
    `change_address`,
    `index = 5 and wallet_id = ${WALLET}`,
    "script = '00' || substr(script, 3)",
  ],
  ["a key", "wallet", `id = ${WALLET}`, `xpub = xpub || 'x'`],
  ["a wallet's fingerprint", "wallet", `id = ${WALLET}`, "fingerprint = '00000000'"],
])("%s that was changed is found", async (_what, table, where, change) => {
  await superuser.query(
    `create table kept as select * from ${table} where ${where}; update ${table} set ${change} where ${where}`,
  );
  expect(await checkAddresses(world.ctx)).not.toEqual([]);
  const id =
    table === "change_address"
      ? "wallet_id = (select wallet_id from kept) and index = (select index from kept)"
      : "id in (select id from kept)";
  await superuser.query(`delete from ${table} where ${id}; insert into ${table} select * from kept; drop table kept`);
  expect(await checkAddresses(world.ctx)).toEqual([]);
});

test("another key in a wallet's place derives none of its addresses", async () => {
  const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(9));
  const key = readExtendedKey(master.derive("m/44'/0'/0'").publicExtendedKey);
  await superuser.query(
    `update wallet set xpub = '${key.xpub}', fingerprint = '${key.fingerprint}' where kind = 'BTC_P2PKH'`,
  );
  expect((await checkAddresses(world.ctx)).length).toBeGreaterThan(100);
});
