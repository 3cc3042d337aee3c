import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountByName } from "#lib/kernel/tenants.ts";
import { COMMANDS } from "./commands.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const create = (account: string, ...words: string[]) => {
  const operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  return COMMANDS["account create"]?.run(operator, { values: { account }, words }, []);
};

test.each([
  ["depositLimit.BTC=1000000x", /^depositLimit.BTC must be a number/],
  ["depositLimitt.BTC=1", /^There is no setting named/],
  ["depositLimit.BTC", /^Write settings as name=value/],
])("an account is not made without what was to be set for it: %s", async (word, refusal) => {
  await expect(create("half", "spreadBps=80", word)).rejects.toThrow(refusal);
  expect(await accountByName(world.ctx, "half")).toBeUndefined();
});

test("one that is there already is set again", async () => {
  await create("whole", "depositLimit.BTC=2");
  expect(await create("whole", "depositLimit.BTC=1")).toMatchObject({
    data: { account: "whole", settings: { "depositLimit.BTC": "1" } },
  });
});

test("what is one for all accounts is named as that", async () => {
  const outcome = await create("whole", "houseExposureLimit.BTC=5", "spreadBps=90");
  expect(outcome).toMatchObject({
    data: { forAll: ["houseExposureLimit.BTC"] },
    lines: expect.arrayContaining(["houseExposureLimit.BTC is one for all accounts: it is not of whole alone"]),
  });
  expect(await create("whole", "spreadBps=80")).not.toHaveProperty("data.forAll");
});

test("no account is called as the operator is", async () => {
  await expect(create("house")).rejects.toThrow("The operator itself is called house; give the account another name.");
});
