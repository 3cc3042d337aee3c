import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { listAudit } from "./list-audit.ts";
import { listAuditValues } from "./list-values.ts";
import { recordAudit } from "./record-audit.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const done = (ctx: Ctx, action: string, objectKind: string) =>
  recordAudit(ctx, { action, objectKind, objectId: "one" });
const by = (ctx: Ctx, keyId: string): Ctx => ({ ...ctx, actor: { ...ctx.actor, kind: "key", keyId } as Ctx["actor"] });

test("each actor, action and kind of the whole record is offered once, and none of another account", async () => {
  const before = await listAuditValues(world.ctx);
  for (const key of ["ak_first", "ak_second"])
    for (const action of ["test.begin", "test.end"])
      for (let times = 0; times < 3; times += 1) await done(by(world.ctx, key), action, "first");
  await done(by(world.ctx, "ak_second"), "test.begin", "second");
  await done(by(world.other, "ak_theirs"), "test.theirs", "theirs");
  expect(await listAuditValues(world.ctx)).toEqual({
    actors: [...before.actors, "key:ak_first", "key:ak_second"].sort(),
    actions: [...before.actions, "test.begin", "test.end"].sort(),
    objectKinds: [...before.objectKinds, "first", "second"].sort(),
  });
  const theirs = await listAuditValues(world.other);
  expect(theirs).toMatchObject({ actors: expect.arrayContaining(["key:ak_theirs"]) });
  expect(JSON.stringify(theirs)).not.toMatch(/ak_first|ak_second|test\.begin|"second"/u);
});

test("a kind that is offered finds its lines and no other", async () => {
  const { data } = await listAudit(world.ctx, { objectKind: "second" });
  expect(data.map(({ action, actor }) => [action, actor])).toEqual([["test.begin", "key:ak_second"]]);
});
