import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { claimOrRead, completeRow, readClaim } from "./claims.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => vi.useRealTimers());
afterAll(() => world.close());

test("a request is in flight by the clock that has said until when, however this process's own goes", async () => {
  const accountId = world.ctx.account?.id ?? "";
  const scope = { accountId, method: "POST", path: "/x", key: world.ctx.id() };
  const owner = world.ctx.id();
  expect(await claimOrRead(world.app, { scope, payloadHash: "h", owner })).toEqual({ isMine: true });
  const answer = { body: "{}", headers: {}, status: 200 } as const;
  expect(await completeRow(world.ctx.db, scope, owner, answer, 60)).toBe(true);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  expect(await readClaim(world.ctx.db, scope)).toMatchObject({ payloadHash: "h", isInFlight: true });
});
