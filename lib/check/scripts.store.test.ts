import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { superuserIn } from "#e2e/world/superuser.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { payoutExpected } from "#lib/payouts/leave-payout.ts";
import { checkScripts } from "./scripts.ts";

// A superuser puts another script beside an address that people have agreed to: they would read the one and pay the other.

let world: World;
let superuser: pg.Client;
const PLACES = [
  { asset: "BTC", address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq" },
  { asset: "BCH", address: "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a" },
  { asset: "USDC", address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" },
  { asset: "USDT", networkType: "tron", address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
] as const;

beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  for (const place of PLACES) await makeBeneficiary(world.ctx, { name: "Acme", ...place });
  superuser = await superuserIn(world);
});
afterAll(async () => {
  await superuser.end();
  await world.close();
});

test("what was listed is paid where its address says", async () => {
  expect(await checkScripts(world.ctx)).toEqual([]);
});

const OTHER = {
  script: "'0014' || repeat('ab', 20)",
  compared: "'another'",
  network: "case network when 'tron' then 'eth' else 'tron' end",
};

test.each(PLACES.flatMap(({ asset }) => Object.entries(OTHER).map(([column, value]) => [asset, column, value])))(
  "of %s another %s is found",
  async (asset, column, value) => {
    const { rows } = await superuser.query<{ id: string; was: string }>(
      `select id, ${column} as was from beneficiary where split_part(asset, '@', 1) = $1`,
      [asset],
    );
    const [{ id, was } = { id: "", was: "" }] = rows;
    await superuser.query(`update beneficiary set ${column} = ${value} where id = $1`, [id]);
    expect(await checkScripts(world.ctx)).toEqual([expect.stringContaining(`beneficiary ${id}`)]);
    await superuser.query(`update beneficiary set ${column} = $2 where id = $1`, [id, was]);
    expect(await checkScripts(world.ctx)).toEqual([]);
  },
);

test("what was prepared pays the address that stands beside it", async () => {
  const id = "00000000-0000-7000-8000-0000000000f6";
  await superuser.query(
    `insert into prepared_transaction (id, network, asset, status, wallet_id, family_id, fee_units, fee_rate, size, unsigned, content, made_by)
      select '${id}', 'bitcoin', 'BTC', 'PREPARED', id, '${id}', 1, 1, 1, '00', 'x', 'x' from wallet where network = 'bitcoin' limit 1;
    insert into prepared_output (prepared_id, n, kind, object_id, units, script, address, held)
      select '${id}', 0, 'PAYOUT', id, 1, script, address, true from beneficiary where asset = 'BTC'`,
  );
  expect(await checkScripts(world.ctx)).toEqual([]);
  await superuser.query("update prepared_output set script = '0014' || repeat('ab', 20)");
  expect(await checkScripts(world.ctx)).toEqual([`output 0 of ${id}: ${PLACES[0].address}`]);
  await superuser.query("delete from prepared_output; delete from prepared_transaction");
});

test("a payout is paid to the address that was agreed to, whatever script stands beside it", async () => {
  const bill = await world.bill({ strategy: "RAI" });
  await world.pay(bill, Decimal.from("0.01"));
  const { rows } = await superuser.query<{ id: string }>(
    "update beneficiary set script = '0014' || repeat('ab', 20) where asset = 'BTC' returning id",
  );
  const [to] = rows;
  await payOrAsk(world.ctx, { asset: "BTC", quantity: Decimal.from("0.005"), reference: "r", beneficiaryId: to?.id });
  expect(await payoutExpected(world.ctx, "bitcoin")).toMatchObject([
    { address: PLACES[0].address, script: "0014e8df018c7e326cc253faac7e46cdc51e68542c42" },
  ]);
});
