import pg from "pg";
import { done, ofHouse, recordOf } from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { approve, OF_HOUSE, toast } from "../world/on-page.ts";
import { expectAccessible, signIn, test } from "../world/person.ts";
import type { Program } from "../world/program.ts";

/** A payer's coins come to an address of ours that no bill has, as after a restore. */
async function stray(program: Program, units: number): Promise<string> {
  const client = new pg.Client({ connectionString: program.database?.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ address: string }>(
      `insert into sandbox_transfer (network, tx_hash, output_index, asset, script, address, source_address, quantity_units, sent_at, state)
       select 'bitcoin', repeat('5a', 32), 0, 'BTC', a.script, a.address, 'payer', $1, business_now(), 'MEMPOOL'
       from deposit_address a join wallet w on w.id = a.wallet_id
       where w.kind = 'BTC_P2WPKH' and a.bill_id is null and a.set_aside_at is null order by a.index desc limit 1 returning address`,
      [units],
    );
    return rows[0]?.address ?? "";
  } finally {
    await client.end();
  }
}

test("crypto that came to an address of no bill is an account's, by a payment that is found by its order number: a second person agrees, the case closes, the payment has it", async ({
  page: demo,
  browser,
  program,
  counterpart,
}) => {
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 700, subaccount: "lost", strategy: "RAI" };
  const bill = await counterpart.bill({ ...input, bech32: true, reference: "order-lost-7" });
  const { paymentId } = await counterpart.bill({ ...input, bech32: true, reference: "order-lost-8" });
  await signIn(demo, "/account");
  const { context, page: hugo } = await ofHouse(demo, browser, program, "treasurer");
  const { context: other, page: grace } = await ofHouse(demo, browser, program, "admin");
  await done(demo, "PATCH", "/house/v1/settings", { secondPerson: "always" });
  const address = await stray(program, 1_234_567);
  await counterpart.control("blocks", { network: "bitcoin", count: 6 });
  await counterpart.control("settle");

  await grace.goto("/exceptions?kind=UNKNOWN_BILL");
  const open = grace
    .getByRole("region", { name: "Open cases" })
    .getByRole("listitem")
    .filter({ hasText: "0.01234567" });
  await open.getByRole("link").click();
  const pane = grace.getByRole("complementary");
  await expect(pane).toContainText(address);
  await pane.getByRole("button", { name: "Resolve…" }).click();
  const dialog = grace.getByRole("dialog", { name: "Resolve" });
  await dialog.getByRole("combobox", { name: "Account" }).fill("demo");
  const find = dialog.getByRole("searchbox", { name: "Find the payment" });
  const payments = dialog.getByRole("combobox", { name: "Payment" }).getByRole("option");
  await find.fill("order-lost");
  await expect(payments).toHaveText(["–", /order-lost-8, lost, 700\.00 EUR/, /order-lost-7, lost, 700\.00 EUR/]);
  await find.fill("order-lost-7");
  await expect(payments).toHaveText(["–", /order-lost-7/]);
  await dialog.getByRole("combobox", { name: "Payment" }).selectOption({ index: 1 });
  await dialog
    .getByRole("combobox", { name: "What it was" })
    .selectOption({ label: "An account's money, available to it" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("the payer shows its order");
  await expectAccessible(grace);
  await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect(toast(grace, "The resolution: awaiting approval")).toBeVisible();
  await expect(open).toHaveCount(1);
  await approve(hugo, /0\.01234567.BTC/, OF_HOUSE);
  await grace.goto("/exceptions?kind=UNKNOWN_BILL");
  await expect(grace.getByRole("heading", { name: "Cases" })).toBeVisible();
  await expect(open).toHaveCount(0);

  await counterpart.control("settle");
  const found = async (id: string) => (await recordOf(demo, id)) as unknown as { deposits: { quantity: number }[] };
  expect((await found(bill.paymentId)).deposits).toMatchObject([{ quantity: 0.01234567 }]);
  expect((await found(paymentId)).deposits).toEqual([]);
  for (const one of [context, other]) await one.close();
});
