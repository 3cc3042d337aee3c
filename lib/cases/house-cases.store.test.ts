import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { code, personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { setAgreed } from "#e2e/world/agreed.ts";
import { changeHouseSettings } from "#e2e/world/change-settings.ts";
import { declineForHouse } from "#lib/approvals/holds.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { sendDeposit } from "#lib/sandbox/chain-controls.ts";
import type { CaseRecord } from "./contract.ts";
import { getCase, getCaseSummary } from "./get-case.ts";
import { listCases } from "./list-cases.ts";
import { closeCase } from "./work-case.ts";

// What is the house's is a case of the house alone: its hedges, and the deposits of all accounts that it holds.

let world: World;
let ada: Ctx;
let hugo: Ctx;

beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  [ada, hugo] = [await personIn(world, "Ada"), await personOfHouse(world, "Hugo", "compliance")];
  await setAgreed(world.ctx, { "depositLimit.BTC": "0.001" });
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const casesIn = async (ctx: Ctx, kind: CaseRecord["kind"]) => (await listCases(ctx, { kind })).data;

describe("an order of the house's own hedging", () => {
  const order = (status: string, error: string, asset: string) =>
    world.app.database.pool.query(
      `insert into venue_order (id, client_ref, venue, purpose, asset, fiat, quantity_units, status, deadline, next_at, created_at, updated_at, last_error)
       select gen_random_uuid(), $1 || $2, 'sandbox', 'HEDGE', $2, 'EUR', 1, $1, now() + interval '1 day', now() + interval '1 day', now(), now(), $3`,
      [status, asset, error],
    );

  test.each([
    ["UNKNOWN_OUTCOME", "OPEN", "BCH"],
    ["SOLD_TWICE", "LATE", "BTC"],
  ] as const)("%s is a case of the house, and of no account", async (kind, status, asset) => {
    await order(status, "no answer", asset);
    const [found] = await casesIn(hugo, kind);
    expect(found).toMatchObject({ kind, asset });
    expect(found).not.toHaveProperty("account");
    const caseId = found?.caseId ?? "";
    expect(await getCase(hugo, { caseId })).toMatchObject({ caseId, state: "OPEN" });
    for (const ctx of [world.ctx, world.other, ada]) {
      expect(await casesIn(ctx, kind)).toEqual([]);
      expect((await getCaseSummary(ctx)).byKind.map((each) => each.kind)).not.toContain(kind);
      await expect(getCase(ctx, { caseId })).rejects.toEqual(code("NOT_FOUND"));
    }
  });

  test("NOT_HEDGED is a case of the house, and of no account", async () => {
    await world.fault("insufficient-funds");
    await world.pay(await world.bill(), Decimal.from("0.0009"));
    await world.settle();
    await world.fault("none");
    expect(await casesIn(hugo, "NOT_HEDGED")).toMatchObject([{ caseId: "not-hedged-BTC-EUR" }]);
    for (const ctx of [world.ctx, world.other]) expect(await casesIn(ctx, "NOT_HEDGED")).toEqual([]);
  });
});

describe("a deposit that is held", () => {
  async function wrongAsset(): Promise<string> {
    const bill = await world.bill({ cryptoType: "USDC" });
    const [cryptoType, networkType] = ["USDT", "eth"] as const;
    const quantity = Decimal.from("5");
    await sendDeposit(world.ctx, {
      address: bill.deposit_address,
      cryptoType,
      networkType,
      quantity,
      confirmations: 20,
    });
    await world.settle();
    const { id } = await world.ctx.db.deposit.findFirstOrThrow({ where: { billId: bill.paymentId } });
    return id;
  }

  test("by the house is a case of the house, which names the account, until it is decided", async () => {
    const txId = await wrongAsset();
    expect(await casesIn(hugo, "WRONG_ASSET")).toMatchObject([{ txId, account: "acme" }]);
    const [own] = await casesIn(ada, "WRONG_ASSET");
    expect(own).toMatchObject({ txId });
    expect(own).not.toHaveProperty("account");
    expect(await casesIn(world.other, "WRONG_ASSET")).toEqual([]);
    await declineForHouse(hugo, { txId, note: "known" });
    expect(await casesIn(hugo, "WRONG_ASSET")).toEqual([]);
    expect(await getCase(hugo, { caseId: `wrong-asset-${txId}` })).toMatchObject({ state: "SETTLED" });
  });

  test("is closed by the house for itself alone", async () => {
    const txId = await wrongAsset();
    const caseId = `wrong-asset-${txId}`;
    await closeCase(hugo, { caseId, reason: "told the account" });
    expect(await casesIn(hugo, "WRONG_ASSET")).toEqual([]);
    expect((await casesIn(ada, "WRONG_ASSET")).map((each) => each.caseId)).toContain(caseId);
  });

  test("by a limit of the account's own is no case of the house, by the house's cap it is", async () => {
    const pay = async () => world.pay(await world.bill(), Decimal.from("0.0015"));
    await pay();
    expect(await casesIn(ada, "HELD")).toHaveLength(1);
    expect(await casesIn(hugo, "HELD")).toEqual([]);
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "0.0012" });
    await pay();
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "default" });
    expect(await casesIn(ada, "HELD")).toHaveLength(2);
    expect(await casesIn(hugo, "HELD")).toMatchObject([
      { account: "acme", cause: expect.stringMatching(/operator's limit of 0.0012 BTC/) },
    ]);
  });
});
