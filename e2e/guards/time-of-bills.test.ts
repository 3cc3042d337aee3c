import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MadeBill } from "#e2e/world/api.ts";
import { openStopped, type Stopped } from "./stopped.ts";

const LIFETIME = 1_200_000;
const GUARANTEE = 7_200_000;
const MINUTE = 60_000;

let world: Stopped;
beforeAll(async () => {
  world = await openStopped();
});
afterAll(async () => {
  expect(await world?.api.broken()).toEqual([]);
  await world?.close();
});

const events = async ({ paymentId }: MadeBill): Promise<string[]> =>
  (
    await world.clock.sql<{ type: string }>("select type from event where object_id = $1 order by sequence", [
      paymentId,
    ])
  ).map(({ type }) => type);
const depositOf = async (bill: MadeBill) => {
  const [deposit] = (await world.payment(bill)).deposits;
  if (!deposit) throw new Error("nothing has come");
  return deposit;
};

describe("a bill's expiry", () => {
  test("is its lifetime after it was made; the setting's own minimum is one second", async () => {
    expect((await world.api.bill()).expiryTime - world.clock.now()).toBe(LIFETIME);
    const house = await world.api.staffOfHouse("treasurer");
    const patch = (lifetimeMs: number) =>
      world.api.send({
        method: "PATCH",
        target: "/house/v1/settings",
        body: { account: "acme", lifetimeMs },
        ...house,
      });
    expect((await patch(999)).status).toBe(400);
    expect((await patch(1_000)).status).toBe(200);
    expect((await world.api.bill()).expiryTime - world.clock.now()).toBe(1_000);
    await world.api.settings({ lifetimeMs: "default" });
  });

  test("is still inside at its millisecond, and over one later: status, word of the amount, event", async () => {
    const empty = await world.api.bill();
    const partly = await world.api.bill();
    await world.pay(partly, 0.0008);
    await world.later(LIFETIME);
    await world.work();
    expect([(await world.payment(empty)).status, (await world.payment(partly)).amountStatus]).toEqual([
      "PENDING",
      "PARTIAL",
    ]);
    expect(await events(empty)).toEqual(["payment.created"]);
    await world.later(1);
    expect([(await world.payment(empty)).status, (await world.payment(partly)).amountStatus]).toEqual([
      "EXPIRED",
      "UNDERPAID",
    ]);
    await world.work();
    expect(await events(empty)).toEqual(["payment.created", "payment.expired"]);
    expect((await events(partly)).at(-1)).toBe("payment.underpaid");
  });

  test("takes money first seen at its millisecond at the price, and none of one later", async () => {
    const inTime = await world.api.bill();
    const late = await world.api.bill();
    await world.later(LIFETIME);
    await world.pay(inTime, inTime.quantity, 0);
    await world.later(1);
    await world.pay(late);
    expect(await depositOf(inTime)).toMatchObject({ status: "CONVERTED", late: false, fiatReceived: 100 });
    expect(await depositOf(late)).toMatchObject({ status: "CREDITED", late: true, reasonCode: "BILL_EXPIRED" });
  });
});

describe("a price is guaranteed", () => {
  test("to what its last confirmation reaches at the guarantee's last millisecond, and not one later", async () => {
    const inTime = await world.api.bill();
    await world.pay(inTime, inTime.quantity, 1);
    await world.later(LIFETIME + GUARANTEE);
    await world.mine("bitcoin", 1);
    expect(await depositOf(inTime)).toMatchObject({ status: "CONVERTED", late: false });
    const late = await world.api.bill();
    await world.pay(late, late.quantity, 1);
    await world.later(LIFETIME + GUARANTEE + 1);
    await world.mine("bitcoin", 1);
    expect(await depositOf(late)).toMatchObject({ status: "CREDITED", late: true, reasonCode: "BILL_EXPIRED" });
  });
});

describe("a hold is no option", () => {
  test("at the last millisecond of its grace a release is at P, one later at the lower of P and the market", async () => {
    const release = async (afterMs: number) => {
      await world.api.settings({ depositLimit: "0.0001" });
      const bill = await world.api.bill();
      await world.pay(bill);
      await world.api.settings({ depositLimit: "default" });
      const held = await depositOf(bill);
      expect(held.status).toBe("HELD");
      await world.later(10 * MINUTE + afterMs);
      await world.api.control("prices", { base: "BTC", quote: "EUR", price: 50_000 });
      const got = await world.api.post(`/manage/v1/deposits/${held.txId}/release`, { note: "known" });
      expect(got.status).toBe(200);
      await world.api.plainPrices();
      return depositOf(bill);
    };
    expect(await release(0)).toMatchObject({ late: false, fills: [{ method: "RFQ", price: 59_400 }] });
    expect(await release(1)).toMatchObject({ late: false, fills: [{ method: "FRESH", price: 49_500 }] });
  });
});

test("the market at a bill's expiry is kept when it is told within fifteen minutes, not a millisecond later", async () => {
  const retainedAfter = async (afterMs: number) => {
    const { paymentId } = await world.api.bill();
    await world.later(LIFETIME + 15 * MINUTE + afterMs);
    await world.work();
    const rows = await world.clock.sql<{ bid: string | null }>(
      "select expiry_bid::text as bid from bill where id = $1",
      [paymentId],
    );
    return rows[0]?.bid;
  };
  expect([await retainedAfter(0), await retainedAfter(1)]).toEqual(["60000.00000000", null]);
});

describe("a promise counts against a limit", () => {
  const ask = () =>
    world.api.post("/payment/v1/requestPaymentAddress", {
      cryptoType: "BTC",
      fiat: "CAD",
      fiatReceivable: 100,
      subaccount: "shop-1",
    });

  test("of the account until its bill's last millisecond", async () => {
    await world.api.settings({ "openExposureLimit.CAD": "150" });
    expect((await ask()).status).toBe(200);
    await world.later(LIFETIME);
    expect((await ask()).problem.code).toBe("EXPOSURE_LIMIT");
    await world.later(1);
    expect((await ask()).status).toBe(200);
    await world.api.settings({ "openExposureLimit.CAD": "default" });
    await world.later(LIFETIME);
  });

  test("of the house until its bill's last millisecond", async () => {
    const bch = () =>
      world.api.post("/payment/v1/requestPaymentAddress", {
        cryptoType: "BCH",
        fiat: "EUR",
        fiatReceivable: 100,
        subaccount: "shop-1",
      });
    await world.api.settings({ "houseExposureLimit.BCH": "0.3" });
    expect((await bch()).status).toBe(200);
    await world.later(LIFETIME);
    expect((await bch()).problem.code).toBe("EXPOSURE_LIMIT");
    await world.later(1);
    expect((await bch()).status).toBe(200);
    await world.api.settings({ "houseExposureLimit.BCH": "default" });
    await world.later(LIFETIME);
  });

  test("as long as its guarantee lasts, for money seen in time", async () => {
    await world.api.settings({ "openExposureLimit.CAD": "150" });
    try {
      const bill = (await ask()).as<MadeBill>();
      await world.pay(bill, bill.quantity, 0);
      await world.later(LIFETIME + GUARANTEE);
      expect((await ask()).problem.code).toBe("EXPOSURE_LIMIT");
      await world.later(1);
      expect((await ask()).status).toBe(200);
    } finally {
      await world.api.settings({ "openExposureLimit.CAD": "default" });
      await world.mine("bitcoin", 2);
      await world.later(LIFETIME + GUARANTEE);
    }
  });
});
