import { expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { addDestination } from "#lib/moves/destinations.ts";
import { makePayoutFile } from "./make-file.ts";

const COUNT = 200;
/** Ten times what it takes; held one by one against the whole file, it took fifteen seconds. */
const AT_MOST_MS = 6_000;

test("a file of many payouts is held against them as a set: in the time of its length, not of its square", async () => {
  const world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  const hugo = await personOfHouse(world, "Hugo");
  const sold = await world.bill({ fiatReceivable: Decimal.from("500") });
  await world.pay(sold, sold.quantity);
  await addDestination(hugo, { place: "bank:main", asset: "EUR", address: ibanOf(900), label: "ours" });
  const { beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Müller", asset: "EUR", iban: ibanOf(1) });
  for (let nth = 0; nth < COUNT; nth += 1)
    await payOrAsk(world.ctx, { asset: "EUR", quantity: Decimal.from("0.01"), reference: `${nth}`, beneficiaryId });
  const at = performance.now();
  expect(await makePayoutFile(hugo, { currency: "EUR" })).toMatchObject({ payouts: COUNT });
  expect(performance.now() - at).toBeLessThan(AT_MOST_MS);
  const { rows } = await world.app.database.pool.query(
    "select count(*)::int as held from payout where status = 'PREPARED'",
  );
  expect(rows[0]).toEqual({ held: COUNT });
  expect(await world.broken()).toEqual([]);
  await world.close();
});
