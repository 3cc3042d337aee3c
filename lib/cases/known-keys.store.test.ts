import { afterAll, beforeAll, expect, test } from "vitest";
import { personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { makeKey, rotateKey } from "#lib/keys/keys.ts";
import { disablePerson, reactivatePerson, removePerson } from "#lib/people/users.ts";
import { listCases } from "./list-cases.ts";

let world: World;
let ada: Ctx;
let grace: Ctx;
let hugo: Ctx;
beforeAll(async () => {
  world = await openWorld();
  [ada, grace, hugo] = [
    await personIn(world, "Ada", "admin"),
    await personIn(world, "Grace"),
    await personOfHouse(world, "Hugo"),
  ];
});
afterAll(() => world.close());

const userId = ({ actor }: Ctx) => (actor.kind === "staff" ? actor.userId : "");
const known = async (ctx = ada) =>
  (await listCases(ctx, { kind: "KEY_KNOWN" })).data.map(({ causeFacts: { by, detail } }) => [by, detail]);
const key = async (ctx: Ctx, name: string, scope = "payments:read") =>
  (await makeKey(ctx, { name, scopes: [scope] })).keyId;

test("a key that works and whose maker has left is a case of its account until it is rotated", async () => {
  const keyId = await key(grace, "shop");
  await key(ada, "till");
  await key(hugo, "of the operator", "house:read");
  expect(await known()).toEqual([]);
  await disablePerson(ada, { userId: userId(grace) });
  expect(await known()).toEqual([["Grace", "shop"]]);
  expect(await known(hugo)).toEqual([]);
  await reactivatePerson(ada, { userId: userId(grace) });
  expect(await known()).toEqual([]);
  await removePerson(ada, { userId: userId(grace) });
  expect(await known()).toEqual([["Grace", "shop"]]);
  // Its maker stays one of the new key's, who may not agree to what that asks for, and has not seen its secret.
  await rotateKey(ada, { keyId, overlapMs: 0 });
  expect(await known()).toEqual([]);
});
