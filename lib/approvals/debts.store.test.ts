import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { personIn, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { owes } from "#lib/ledger/owes.ts";
import { reorganise } from "#lib/sandbox/chain-controls.ts";
import { recordPayoutOrAsk } from "./or-ask.ts";

let world: World;
let ada: Ctx;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  ada = await personIn(world, "Ada");
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const payout = { asset: "EUR", quantity: Decimal.from("10"), reference: "wire 17" } as const;

describe("a payout of an account that owes", () => {
  test("waits for somebody of the house whatever the rules, and no longer once nothing is owed: review 12", async () => {
    const other = contextFor(world.app, { actor: ada.actor, account: accountOf(world.other), requestId: "test" });
    const make = (asked: object) =>
      requestAddress(world.other, {
        cryptoType: "BTC",
        fiat: "EUR",
        fiatReceivable: Decimal.from("100"),
        subaccount: "s",
        ...asked,
      });
    const sold = await make({});
    const soldTx = await world.pay(sold, sold.quantity);
    const ten = { ...payout, quantity: Decimal.from("1") };
    expect(await recordPayoutOrAsk(other, ten)).toMatchObject({ quantity: ten.quantity });
    await recordPayoutOrAsk(other, { ...payout, quantity: Decimal.from("90") });
    await make({}).then((bill) => world.pay(bill, bill.quantity));
    await recordPayoutOrAsk(other, { ...payout, quantity: Decimal.from("100") });
    await reorganise(world.ctx, { network: "bitcoin", depth: 40, drop: [soldTx] });
    await world.settle();
    await make({ fiatReceivable: Decimal.from("20") }).then((bill) => world.pay(bill, bill.quantity));
    expect(await owes(world.other)).toBe(true);
    const waiting = waits(await recordPayoutOrAsk(other, ten));
    expect(waiting).toMatchObject({ what: "payout", status: "PENDING" });
    expect(await owes(world.ctx)).toBe(false);
  });
});
