import { expect } from "vitest";
import type { World } from "#e2e/world/sandbox.ts";
import { listAudit } from "#lib/audit/list-audit.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { Waiting } from "#lib/contract/out.ts";
import type { HouseRole, Role } from "#lib/contract/permissions.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { openSession } from "#lib/people/session.ts";
import { hired } from "#e2e/world/agreed.ts";

/** Somebody new with a role in the world's account. */
export async function personIn(world: World, name: string, role: Role = "treasurer"): Promise<Ctx> {
  const { account } = world.ctx;
  const memberships = account ? [{ accountId: account.id, role }] : [];
  const { userId } = await hired(world.ctx, world.databaseUrl, {
    email: `${name}@example.com`.toLowerCase(),
    name,
    memberships,
  });
  const sessionId = await openSession(world.app, userId);
  const actor = { kind: "staff" as const, userId, name, role, sessionId };
  return contextFor(world.app, { actor, account, requestId: "test" });
}

/** Somebody new with a role in the house alone. */
export async function personOfHouse(world: World, name: string, houseRole: HouseRole = "treasurer"): Promise<Ctx> {
  const house = await houseOf(world.app);
  const memberships = [{ accountId: house.id, role: houseRole }];
  const { userId } = await hired(world.ctx, world.databaseUrl, {
    email: `${name}@example.com`.toLowerCase(),
    name,
    memberships,
  });
  const sessionId = await openSession(world.app, userId);
  const actor = { kind: "staff" as const, userId, name, role: "", houseRole, sessionId };
  return contextFor(world.app, { actor, account: house, requestId: "test" });
}

/** Three who may move the operator's money, the operator itself, and its venue's place. */
export async function moversOf(world: World) {
  const [ada, grace] = [await personOfHouse(world, "Ada"), await personOfHouse(world, "Grace")];
  const hanna = await personOfHouse(world, "Hanna");
  const operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  return { ada, grace, hanna, operator, venue: `venue:${world.app.venue.name}` };
}

/** A refusal by its code, and by its sentence where that is given. */
export const code = (code: string, message?: RegExp) =>
  expect.objectContaining({ code, ...(message && { message: expect.stringMatching(message) }) });
/** What waits, of an answer that says so. */
export function waits(out: object): ApprovalRecord {
  expect(out).toBeInstanceOf(Waiting);
  return (out as Waiting<ApprovalRecord>).request;
}

export async function auditedOf(ctx: Ctx, objectId: string) {
  const { data } = await listAudit(ctx, { objectId });
  return data.map(({ actor, action, detail }) => ({ actor, action, detail }));
}
