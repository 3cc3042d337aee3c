import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setAgreed } from "#e2e/world/agreed.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { waitedFor } from "#lib/kernel/waited-for.ts";
import { findReference } from "#lib/pricing/reference.ts";
import { openLog } from "#lib/kernel/log.ts";
import { metricsText } from "#lib/server/metrics.ts";
import { disableEndpoints } from "#lib/webhooks/disable-endpoints.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { createEndpoint } from "#lib/webhooks/endpoints.ts";
import { getHealth } from "./get-health.ts";
import { beat } from "./heartbeat.ts";
import { readiness } from "./readiness.ts";

let world: World;
let ctx: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  ctx = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  await world.price("BTC", "EUR", "60000");
});
afterAll(() => world.close());

const rows = (text: string) => world.app.database.pool.query(text);
const lacks = async (kind: string, of: Ctx = ctx) => (await getHealth(of)).data.filter((each) => each.kind === kind);
const subjects = async (kind: string, of: Ctx = ctx) => (await lacks(kind, of)).map(({ subject }) => subject);
const withApp = (changed: Partial<World["app"]>): Ctx =>
  contextFor({ ...world.app, ...changed }, { actor: { kind: "operator" }, requestId: "test" });

test("a caller who leaves is no database that is away", async () => {
  const gone = AbortSignal.abort();
  expect(
    await waitedFor(
      () => gone,
      () => readiness(ctx),
    ),
  ).toMatchObject({ database: true });
});

describe("what the business lacks", () => {
  test("a worker that has not been heard of", async () => {
    expect(await lacks("WORKER")).toHaveLength(1);
    // Of before the clock was set back.
    await rows("insert into worker_heartbeat (worker, at) values ('gone', clock_timestamp() + interval '1 hour')");
    expect(await lacks("WORKER")).toHaveLength(1);
    await beat(ctx, "test");
    expect(await lacks("WORKER")).toEqual([]);
  });

  test("a task that a living worker fails at each time, until it succeeds or the worker is gone", async () => {
    const failingOf = async () => [
      await subjects("TASK"),
      Number(/^desk_task_failing_seconds\{task="seal-audit"\} ([\d.]+)$/m.exec(await metricsText(ctx))?.[1]),
    ];
    let isBroken = true;
    const task = {
      name: "seal-audit",
      run: () => (isBroken ? Promise.reject(new Error("no room")) : Promise.resolve(0)),
    };
    const quiet = withApp({ log: openLog({}, () => undefined) });
    const round = async () => {
      await runTick(quiet, [task]);
      await beat(quiet, "test");
    };
    await round();
    const [, first] = await failingOf();
    await round();
    expect(await failingOf()).toEqual([["seal-audit"], expect.any(Number)]);
    expect((await failingOf())[1]).toBeGreaterThan(Number(first));
    await rows("update worker_heartbeat set at = clock_timestamp() - interval '1 minute' where worker = 'test'");
    expect(await failingOf()).toEqual([[], Number.NaN]);
    isBroken = false;
    await round();
    expect(await failingOf()).toEqual([[], Number.NaN]);
  });

  test("a pair without a price, with how many sources are fresh of how many it needs", async () => {
    expect(await lacks("PRICE")).toEqual([]);
    await world.stale("BTC", "EUR");
    expect(await lacks("PRICE")).toEqual([
      {
        kind: "PRICE",
        subject: "BTC/EUR",
        have: 0,
        need: 1,
        sentence: "BTC/EUR has 0 fresh sources of the 1 it needs: no new bills, quotes or sales.",
      },
    ]);
    await world.price("BTC", "EUR", "60000");
    const { samples } = (await findReference(world.app, "BTC", "EUR", await ctx.now())) ?? { samples: [] };
    const twice = { name: "other", samples: async () => samples.map((each) => ({ ...each, source: "other" })) };
    const two = await lacks("PRICE", withApp({ mode: "live", prices: [...world.app.prices, twice] }));
    expect(two.map(({ subject }) => subject)).not.toContain("BTC/EUR");
    expect(two.find(({ subject }) => subject === "BCH/EUR")).toMatchObject({
      have: 2,
      need: 2,
      sentence: "The 2 fresh sources of BCH/EUR do not agree: no new bills, quotes or sales.",
    });
  });

  test("a chain that is stopped, or behind", async () => {
    // One at fault from the start, of which no block was ever read, is told as well.
    const state = (network: string) =>
      rows(
        `insert into chain_state (network, state, sentence, since) values ('${network}', 'FAULTY', 'The node refused getblock.', business_now())
         on conflict (network) do update set state = 'FAULTY'`,
      );
    await state("tron");
    const { chains, faults } = await readiness(ctx);
    expect([chains.some(({ network }) => network === "tron"), faults]).toEqual([
      false,
      [{ network: "tron", code: "FAULTY" }],
    ]);
    expect(await lacks("CHAIN")).toContainEqual(expect.objectContaining({ subject: "tron", code: "FAULTY" }));
    await world.settle();
    await rows("update chain_state set state = 'OK' where network = 'tron'");
    expect(await subjects("CHAIN")).toEqual([]);
    await rows("update chain_cursor set head_height = height + 3 where network = 'bitcoin'");
    expect(await lacks("CHAIN")).toMatchObject([{ subject: "bitcoin", code: "BEHIND", have: 3, need: 2 }]);
    await rows("update chain_cursor set head_height = height + 2 where network = 'bitcoin'");
    expect(await lacks("CHAIN")).toEqual([]);
    await rows("update chain_cursor set agreed_height = height - 1 where network = 'bitcoin'");
    expect(await lacks("CHAIN")).toMatchObject([{ subject: "bitcoin", code: "BEHIND", have: 3, need: 2 }]);
    await rows("update chain_cursor set agreed_height = null where network = 'bitcoin'");
    await state("bitcoin");
    expect(await lacks("CHAIN")).toMatchObject([{ subject: "bitcoin", code: "FAULTY" }]);
    expect((await readiness(ctx)).faults).toEqual([{ network: "bitcoin", code: "FAULTY" }]);
    await rows("update chain_state set state = 'OK' where network = 'bitcoin'");
    expect(await lacks("CHAIN")).toEqual([]);
    expect((await readiness(ctx)).faults).toEqual([]);
  });

  test("a wallet that is missing, and one whose addresses are used up", async () => {
    expect([await subjects("WALLET"), await subjects("POOL")]).toEqual([
      [],
      ["BCH_P2PKH", "BTC_P2PKH", "BTC_P2WPKH", "ETH", "TRON"],
    ]);
    await world.bill();
    expect(await subjects("POOL")).not.toContain("BTC_P2PKH");
    const empty = await metricsText(ctx);
    expect([empty.includes('desk_pools_empty{kind="ETH"} 1'), empty.includes('{kind="BTC_P2PKH"}')]).toEqual([
      true,
      false,
    ]);
    await rows("update wallet set active = false where kind = 'TRON'");
    expect([await subjects("WALLET"), (await subjects("POOL")).includes("TRON")]).toEqual([["TRON"], false]);
    await rows("update wallet set active = true where kind = 'TRON'");
  });

  test("a venue that is spared, and a pair that none trades", async () => {
    expect([await lacks("VENUE"), await lacks("NO_VENUE")]).toEqual([[], []]);
    const [venue] = world.app.venues;
    if (!venue) throw new Error("the sandbox has a venue");
    const away = { ...venue, condition: () => ({ state: "OPEN", faults: 4, until: undefined }) as const };
    expect(await lacks("VENUE", withApp({ venues: [away] }))).toMatchObject([{ subject: "sandbox", have: 4 }]);
    expect(await lacks("NO_VENUE", withApp({ venues: [] }))).toHaveLength(20);
  });

  test("a hedge past its limit, webhooks that were switched off, no mail, one person alone", async () => {
    await rows(
      `insert into hedge_stop (base, fiat, units, opened_at, age_limit_ms, stopped_at) values ('BCH', 'CAD', 1, now(), 1, now())`,
    );
    expect(await subjects("HEDGE")).toEqual(["BCH/CAD"]);
    await rows("delete from hedge_stop");
    const { endpointId } = await createEndpoint(world.ctx, { url: "http://localhost:9/" });
    expect(await lacks("WEBHOOK")).toEqual([]);
    const worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
    await disableEndpoints(worker, [{ id: endpointId, account_id: world.ctx.account?.id ?? "", reason: "GONE" }]);
    expect(await lacks("WEBHOOK")).toMatchObject([{ account: "acme", have: 1 }]);
    expect(await metricsText(ctx)).toMatch(/^desk_webhook_endpoints_disabled 1$/m);
    expect([await subjects("MAIL"), await subjects("SECOND_PERSON")]).toEqual([["SMTP_URL"], ["secondPerson"]]);
    const mailing = withApp({ env: { ...world.app.env, smtpUrl: "smtp://localhost:9" } });
    expect(await lacks("MAIL", mailing)).toEqual([]);
    await setAgreed(world.ctx, { secondPerson: "always" });
    expect(await lacks("SECOND_PERSON")).toEqual([]);
  });

  test("letters that should have left: those that wait for ten minutes, and for a week those given up", async () => {
    const house = { ...ctx, account: await houseOf(world.app) };
    const mailing = withApp({ env: { ...world.app.env, smtpUrl: "smtp://localhost:9" } });
    const counted = async () => [
      (await lacks("MAIL", mailing))[0]?.have ?? 0,
      Number(/^desk_mail_undelivered (\d+)$/m.exec(await metricsText(ctx))?.[1]),
      (await listCases(house, { kind: "NOTICE" })).data.length,
    ];
    const letter = (age: string, rest: string, to = "ada") =>
      rows(`insert into mail (id, recipient, subject, body, made_at, next_at, sent_at, error)
        values (gen_random_uuid(), '${to}@example.com', 's', 'b', clock_timestamp() - interval '${age}', ${rest})`);
    await letter("9 minutes 58 seconds", "now(), null, null");
    expect(await counted()).toEqual([0, 0, 0]);
    await letter("10 minutes", "now(), null, 'Invalid login'");
    expect(await counted()).toEqual([1, 1, 1]);
    expect((await listCases(house, { kind: "NOTICE" })).data).toMatchObject([
      { caseId: "notice-mail", causeFacts: { detail: "Invalid login" } },
    ]);
    await rows("update mail set next_at = null, sent_at = now()");
    expect(await counted()).toEqual([0, 0, 0]);
    await letter("6 days 23 hours", "null, null, 'Invalid login'", "bert");
    await letter("7 days", "null, null, 'Invalid login'", "bert");
    expect(await counted()).toEqual([1, 1, 1]);
    await letter("1 day", "null, now(), null", "bert");
    expect(await counted()).toEqual([0, 0, 0]);
  });

  test("stands in one order, and is complete where nothing is listed", async () => {
    const { data, complete } = await getHealth(ctx);
    expect(complete).toBe(false);
    expect(data.map(({ kind }) => kind)).toEqual([...Array(4).fill("POOL"), "WEBHOOK", "MAIL"]);
  });
});
