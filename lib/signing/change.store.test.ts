import { afterAll, beforeAll, expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { prepareTransaction } from "./prepare.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  for (const quantity of ["0.3", "0.2"]) await world.retained(quantity, { bech32: true });
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

test("of two that are prepared and not sent yet each has an address of change of its own", async () => {
  const hugo = await personOfHouse(world, "Hugo");
  const address = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
  const { beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address });
  const change = [];
  for (const reference of ["one", "two"]) {
    const input = { asset: "BTC", quantity: Decimal.from("0.01"), reference, beneficiaryId } as const;
    const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<{ payoutId: string }>).text);
    const { outputs } = await prepareTransaction(hugo, { network: "bitcoin", payoutIds: [payoutId] });
    change.push(...outputs.flatMap((one) => (one.kind === "CHANGE" ? [one.address] : [])));
  }
  expect([change.length, new Set(change).size]).toEqual([2, 2]);
});
