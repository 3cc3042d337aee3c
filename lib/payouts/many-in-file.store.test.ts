import { expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { addDestination } from "#lib/moves/destinations.ts";
import { counted } from "#e2e/world/counted.ts";
import { statementsOf } from "#lib/bank/bank.fixture.ts";
import { fileOf, takeFile } from "#lib/bank/take-statement.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { makePayoutFile } from "./make-file.ts";

const COUNT = 200;
/** Ten times what it takes; held one by one against the whole file, it took fifteen seconds. */
const AT_MOST_MS = 6_000;

test("a file of many payouts is held against them, and paid by a bank, as a set: in the time of its length, not of its square", async () => {
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
  const file = await makePayoutFile(hugo, { currency: "EUR" });
  expect(file).toMatchObject({ payouts: COUNT });
  expect(performance.now() - at).toBeLessThan(AT_MOST_MS);
  const { rows } = await world.app.database.pool.query(
    "select count(*)::int as held from payout where status = 'PREPARED'",
  );
  expect(rows[0]).toEqual({ held: COUNT });
  const ids = (await world.ctx.db.payout.findMany({ select: { id: true }, where: { status: "PREPARED" } })).map(
    ({ id }) => id.replaceAll("-", ""),
  );
  const one = ids
    .slice(0, COUNT / 2)
    .map((endToEnd) => ({ amount: "0.01", side: "DBIT", reference: `L${endToEnd}`, endToEnd }) as const);
  const all = { amount: "1.00", side: "DBIT", reference: "all", text: file.fileId.replaceAll("-", "") } as const;
  const text = statementsOf(ibanOf(900))([...one, all], "2026-11-02");
  const statements = await hugo.transaction(async (tx) => {
    const { db, statements: count } = counted(tx.db);
    const inner: Ctx = { ...tx, db, transaction: (work) => work(inner) };
    await takeFile(inner, await fileOf(inner, { text }));
    return count();
  });
  // A line of the audit record for each, and all other steps once for each hundred.
  expect(statements).toBeLessThan(1.5 * COUNT);
  expect(await world.ctx.db.payout.count({ where: { status: "CONFIRMED" } })).toBe(COUNT);
  expect(await world.broken()).toEqual([]);
  await world.close();
});
