import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { createUser } from "#lib/people/create-user.ts";
import { listAudit } from "#lib/audit/list-audit.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { changeView, deleteView, listViews, makeView } from "./views.ts";

let world: World;
let anna: Ctx;
let ben: Ctx;

beforeAll(async () => {
  world = await openWorld();
  anna = await person("anna@example.com", "treasurer");
  ben = await person("ben@example.com", "operator");
});
afterAll(() => world.close());

async function person(email: string, role: "treasurer" | "operator"): Promise<Ctx> {
  const operator = contextFor(world.app, { actor: { kind: "operator" }, account: world.ctx.account });
  const memberships = [{ accountId: world.ctx.account?.id ?? "", role }];
  const made = await createUser(operator, { email, name: email, memberships });
  return contextFor(world.app, {
    actor: { kind: "staff", userId: made.userId, name: email, role },
    account: world.ctx.account,
    requestId: "test",
  });
}

const LATE = { page: "payments", name: "Late", query: "range=90d&label=LATE" } as const;
const namesOf = async (ctx: Ctx) => (await listViews(ctx)).data.map(({ name, mine }) => [name, mine]);

test("a view is its maker's alone until it is shared to a role, then everybody of that role sees it", async () => {
  const made = await makeView(anna, LATE);
  expect([await namesOf(anna), await namesOf(ben)]).toEqual([[["Late", true]], []]);
  await changeView(anna, { viewId: made.viewId, sharedTo: "operator" });
  expect(await namesOf(ben)).toEqual([["Late", false]]);
  await expect(deleteView(ben, { viewId: made.viewId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await changeView(anna, { viewId: made.viewId, sharedTo: "nobody" });
  expect(await namesOf(ben)).toEqual([]);
});

test("one name once on a page, whatever its letters; a deleted view gives its name free and can be brought back", async () => {
  await expect(makeView(anna, { ...LATE, name: "LATE" })).rejects.toMatchObject({ code: "INVALID_STATE" });
  const other = await makeView(anna, { ...LATE, name: "Mine" });
  await deleteView(anna, { viewId: other.viewId });
  expect(await namesOf(anna)).toEqual([["Late", true]]);
  await changeView(anna, { viewId: other.viewId, deleted: false });
  expect(await namesOf(anna)).toEqual([
    ["Late", true],
    ["Mine", true],
  ]);
});

test("each action is in the audit record, and a key keeps no views", async () => {
  const { data } = await listAudit(anna, { action: "view.delete" });
  expect(data).toMatchObject([{ actor: "staff:anna@example.com", detail: { name: "Mine" } }]);
  expect(await namesOf(world.ctx)).toEqual([]);
  await expect(makeView(world.ctx, LATE)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
