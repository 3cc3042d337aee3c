import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setAgreed } from "#e2e/world/agreed.ts";
import { changeHouseSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, code, personIn, personOfHouse, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Actor, Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { approve } from "./decide-approval.ts";
import { declineForHouse, declineOwn, releaseForHouse, releaseOwn } from "./holds.ts";

let world: World;
let ada: Ctx;
let carla: Ctx;
let colin: Ctx;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  ada = await personIn(world, "Ada");
  [carla, colin] = await Promise.all([
    personOfHouse(world, "Carla", "compliance"),
    personOfHouse(world, "Colin", "compliance"),
  ]);
  await setAgreed(world.ctx, { "depositLimit.BTC": "0.001" });
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const note = "known";
const statusOf = async (txId: string) =>
  (await world.ctx.db.deposit.findUniqueOrThrow({ where: { id: txId }, select: { status: true } })).status;

/** A deposit above the account's own limit. */
async function ofAccount(): Promise<string> {
  const bill = await world.bill();
  await world.pay(bill, Decimal.from("0.0015"));
  return idOf(bill.paymentId);
}

/** The wrong coin: the house holds it. */
async function ofHouse(): Promise<string> {
  const bill = await world.bill({ cryptoType: "USDC" });
  await sendDeposit(world.ctx, {
    address: bill.deposit_address,
    cryptoType: "USDT",
    networkType: "eth",
    quantity: Decimal.from("5"),
    confirmations: 20,
  });
  await world.settle();
  return idOf(bill.paymentId);
}

async function idOf(billId: string): Promise<string> {
  const { id, status } = await world.ctx.db.deposit.findFirstOrThrow({ where: { billId } });
  expect(status).toBe("HELD");
  return id;
}

describe("a deposit that the account's own limit holds", () => {
  test("is released and declined by the account", async () => {
    await releaseOwn(ada, { txId: await ofAccount(), note });
    const txId = await ofAccount();
    await declineOwn(ada, { txId, note });
    expect(await statusOf(txId)).toBe("DECLINED");
  });
});

describe("a deposit that the house holds", () => {
  test("is not the account's to decide, nor a key's that stands in for its people", async () => {
    const txId = await ofHouse();
    const key = contextFor(world.app, {
      actor: { kind: "key", keyId: "ak_1", scopes: ["sandbox"] },
      account: world.ctx.account,
      requestId: "test",
    });
    for (const ctx of [ada, key]) {
      await expect(declineOwn(ctx, { txId, note })).rejects.toEqual(code("FORBIDDEN", /compliance/));
      await expect(releaseOwn(ctx, { txId, note })).rejects.toEqual(code("FORBIDDEN", /compliance/));
    }
    expect(await statusOf(txId)).toBe("HELD");
  });

  test("for its own cap is the house's to decide, however tight the account's own limit is", async () => {
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "0.0012" });
    const txId = await ofAccount();
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "default" });
    await expect(releaseOwn(ada, { txId, note })).rejects.toEqual(code("FORBIDDEN", /compliance/));
    await releaseForHouse(carla, { txId, note });
    const own = await ofAccount();
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "0.0012" });
    await releaseOwn(ada, { txId: own, note });
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "default" });
  });

  test("is like one that is not there to another account", async () => {
    const txId = await ofHouse();
    for (const verb of [declineOwn, releaseOwn]) {
      const stranger = contextFor(world.app, { actor: ada.actor, account: world.other.account, requestId: "test" });
      await expect(verb(stranger, { txId, note })).rejects.toEqual(code("NOT_FOUND"));
      await expect(verb(stranger, { txId: "nothing", note })).rejects.toEqual(code("NOT_FOUND"));
    }
  });

  test("is decided by the house's compliance, in both records", async () => {
    const txId = await ofHouse();
    await declineForHouse(carla, { txId, note });
    expect(await statusOf(txId)).toBe("DECLINED");
    const line = { actor: "staff:Carla", action: "deposit.decline", detail: { note } };
    expect(await auditedOf(ada, txId)).toMatchObject([line]);
    expect(await auditedOf(carla, txId)).toMatchObject([{ ...line, detail: { note, account: "acme" } }]);
    await expect(releaseForHouse(carla, { txId: "nothing", note })).rejects.toEqual(code("NOT_FOUND"));
    const own = await ofAccount();
    await releaseForHouse(carla, { txId: own, note });
    expect(await statusOf(own)).not.toBe("HELD");
  });

  test("is declined by two of the house where two are asked for: holding it is no way to keep it", async () => {
    await setAgreed(world.ctx, { secondPerson: "always" });
    const txId = await ofHouse();
    const pending = waits(await declineForHouse(carla, { txId, note }));
    expect(pending).toMatchObject({ what: "hold", decides: "house", request: { txId, account: "acme" } });
    expect(await statusOf(txId)).toBe("HELD");
    await expect(approve(carla, pending)).rejects.toEqual(code("FORBIDDEN", /yourself/));
    await approve(colin, pending);
    expect(await statusOf(txId)).toBe("DECLINED");
    await setAgreed(world.ctx, { secondPerson: "default" });
  });

  test("is decided in the same way by its people who act for the account", async () => {
    const { account } = world.ctx;
    const both = contextFor(world.app, { actor: { ...carla.actor, role: "treasurer" } as Actor, account });
    await setAgreed(world.ctx, { secondPerson: "always" });
    const txId = await ofHouse();
    const pending = waits(await declineOwn(both, { txId, note }));
    expect(pending).toMatchObject({ what: "hold", decides: "house", request: { txId, account: "acme" } });
    expect(pending.account).toBeUndefined();
    expect(await statusOf(txId)).toBe("HELD");
    await approve(colin, pending);
    expect(await statusOf(txId)).toBe("DECLINED");
    await setAgreed(world.ctx, { secondPerson: "default" });
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "0.0012" });
    const other = await ofAccount();
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "default" });
    await releaseOwn(both, { txId: other, note });
    expect(await auditedOf(carla, other)).toMatchObject([{ action: "deposit.release", detail: { account: "acme" } }]);
  });
});
