import { Slots } from "#lib/kernel/slots.ts";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { extendChange, noteChange } from "./change.ts";
import { refillPool } from "./pool.ts";
import { scriptFilter } from "./script-filter.ts";
import { couldBeOurs, loadWatched } from "./watched-scripts.ts";

const strangers = (count: number, of = "stranger"): string[] =>
  Array.from({ length: count }, (_, at) => `0014${createHash("sha1").update(`${of} ${at}`).digest("hex")}`);

describe("a filter of scripts", () => {
  test("never denies one it holds, over several layers, and seldom claims a stranger", () => {
    const filter = scriptFilter();
    const ours = strangers(80_000, "ours");
    for (const script of ours) filter.add(script);
    expect(ours.every((script) => filter.mayHold(script))).toBe(true);
    expect(strangers(20_000).filter((script) => filter.mayHold(script)).length).toBeLessThan(200);
  });

  test("that is empty holds nothing", () => {
    expect(scriptFilter().mayHold("76a914")).toBe(false);
  });
});

describe("scripts looked up by a process", () => {
  let world: World;
  /** A process of its own beside the one that derives. */
  let worker: Ctx;
  const scripts = async () =>
    (await world.ctx.db.$queryRaw<{ script: string }[]>`select script from deposit_address`).map(
      ({ script }) => script,
    );

  beforeAll(async () => {
    world = await openWorld({ alone: true });
    await refillPool(world.ctx, "BTC_P2WPKH");
    worker = contextFor({ ...world.app, slots: new Slots() }, { actor: { kind: "worker" }, requestId: "test" });
  });
  afterAll(async () => world?.close());

  test("all stay until all addresses are known, then strangers are left out", async () => {
    await loadWatched(worker.app);
    const searched = [...(await scripts()), ...strangers(1_000)];
    const left = await couldBeOurs(worker, searched);
    expect(left.length).toBeLessThan(150);
    expect(left).toEqual(expect.arrayContaining(await scripts()));
  });

  test("what another process derives is known at the next look", async () => {
    await refillPool(world.ctx, "ETH");
    await refillPool(world.ctx, "BTC_P2WPKH");
    const left = await couldBeOurs(worker, [...(await scripts()), ...strangers(100)]);
    expect(left).toEqual(expect.arrayContaining(await scripts()));
  });

  test("change is known as well, also what is derived later", async () => {
    const change = async () =>
      (await world.ctx.db.$queryRaw<{ script: string }[]>`select script from change_address`).map(
        ({ script }) => script,
      );
    await extendChange(world.ctx);
    const first = await change();
    expect(first.length).toBeGreaterThan(64);
    expect(await couldBeOurs(worker, [...first, ...strangers(1_000)])).toEqual(expect.arrayContaining(first));
    await noteChange(world.ctx, first);
    await extendChange(world.ctx);
    const all = await change();
    expect(all.length).toBeGreaterThan(first.length);
    expect(await couldBeOurs(worker, [...all, ...strangers(1_000)])).toEqual(expect.arrayContaining(all));
  });

  test("a process that knows none of many leaves nothing out, and knows them soon", async () => {
    await world.ctx.db.$executeRaw`update wallet set next_index = next_index + 6000 where kind = 'TRON'`;
    const app = { ...world.app, slots: new Slots() };
    const fresh = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
    const foreign = strangers(100);
    expect(await couldBeOurs(fresh, foreign)).toEqual(foreign);
    await expect.poll(async () => (await couldBeOurs(fresh, foreign)).length).toBeLessThan(10);
    expect(await couldBeOurs(fresh, foreign.slice(0, 3))).toEqual(foreign.slice(0, 3));
  });
});
