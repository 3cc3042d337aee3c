import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor, type App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { createUser } from "#lib/people/create-user.ts";
import { isFactorCode } from "#lib/people/prove-code.ts";
import { confirmAuthenticator, startAuthenticator } from "#lib/people/second-factor.ts";
import { openSession } from "#lib/people/session.ts";
import { stepAt, totpCode } from "#lib/people/totp.ts";
import { disableEndpoints } from "#lib/webhooks/disable-endpoints.ts";
import { createEndpoint } from "#lib/webhooks/endpoints.ts";

// Every figure that a letter names, against the rows. Letters name no amounts.

let world: World;
let app: App;
let user: { userId: string; email: string };
beforeAll(async () => {
  world = await openWorld();
  // Nothing is sent: letters are read where they wait.
  app = { ...world.app, env: { ...world.app.env, smtpUrl: "smtp://localhost:9" } };
  const operator = contextFor(app, { actor: { kind: "operator" }, requestId: "test" });
  const memberships = [{ accountId: world.ctx.account?.id ?? "", role: "admin" as const }];
  const email = "ada@example.com";
  user = { email, userId: (await createUser(operator, { email, name: "Ada", memberships })).userId };
});
afterAll(() => world.close());

const rows = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.database.pool.query<Row>(sql, values)).rows;

async function lastLetter(): Promise<{ recipient: string; body: string } | undefined> {
  return (
    await rows<{ recipient: string; body: string }>("select recipient, body from mail order by id desc limit 1")
  )[0];
}

test("a recovery code that was used: how many are left", async () => {
  const sessionId = await openSession(app, user.userId);
  const actor = { kind: "staff", userId: user.userId, name: "Ada", role: "admin", sessionId } as const;
  const ctx: Ctx = contextFor(app, { actor, account: world.ctx.account, requestId: "test" });
  const { secret = "" } = await startAuthenticator(ctx, {});
  const { recoveryCodes = [] } = await confirmAuthenticator(ctx, { code: totpCode(secret, stepAt(Date.now())) });
  for (const code of recoveryCodes.slice(0, 3)) {
    expect(await ctx.transaction((tx) => isFactorCode(tx, user.userId, code))).toBe(true);
    const [left] = await rows<{ count: string }>(
      "select count(*) from staff_recovery_code where user_id = $1 and used_at is null and ended_at is null",
      [user.userId],
    );
    expect(await lastLetter()).toMatchObject({
      recipient: user.email,
      body: expect.stringContaining(`; ${left?.count} are left.`),
    });
  }
});

test.each([
  ["GONE", "it answered 410."],
  ["FAILING", "it failed for five days."],
] as const)("an endpoint that was disabled as %s: which one, and why", async (reason, sentence) => {
  const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
  for (const ctx of [world.other, world.ctx]) {
    const { endpointId } = await createEndpoint(ctx, { url: "http://localhost:9/" });
    await rows("update webhook_endpoint set failing_since = business_now() - interval '5 days' where id = $1", [
      endpointId,
    ]);
    await disableEndpoints(worker, [{ id: endpointId, account_id: ctx.account?.id ?? "", reason }]);
    const letters = await rows<{ recipient: string; body: string }>(
      "select recipient, body from mail where body like $1",
      [`%${endpointId}%`],
    );
    const wanted = {
      recipient: user.email,
      body: expect.stringContaining(`${endpointId} receives nothing any more: ${sentence}`),
    };
    expect(letters).toEqual(ctx === world.ctx ? [wanted] : []);
  }
});
