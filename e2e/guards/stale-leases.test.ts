import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import { addPart, giveBack as giveExportBack, noteRows, setFailed, setReady, takeExport } from "#lib/exports/store.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { markNoticeFailed, markNoticeSent, takeDueNotices } from "#lib/notices/store.ts";
import { readLastInstant } from "#lib/recovery/store.ts";
import { noteTraded, watchOf } from "#lib/transfers/store.ts";
import { disableEndpoint, giveBack, recordOutcomes, takeDue } from "#lib/webhooks/delivery-store.ts";
import { rulerOf } from "./clock.ts";
import { type Rewrite, rewriting } from "./statements.ts";

let api: Api;
let ruler: Awaited<ReturnType<typeof rulerOf>>;
let worker: Ctx;
beforeAll(async () => {
  api = await openApi({ alone: true });
  ruler = await rulerOf(api.app);
  worker = contextFor(api.app, { actor: { kind: "worker" }, requestId: "test" });
});
afterAll(async () => {
  await ruler?.end();
  await api?.close();
});

const LEASE_MS = 20_000;
async function endpoint(): Promise<string> {
  await ruler.query("update webhook_endpoint set deleted_at = business_now()");
  const got = await api.post("/manage/v1/webhook-endpoints", { url: "http://localhost:1/" });
  return got.as<{ endpointId: string }>().endpointId;
}

describe("a worker whose lease was given to another", () => {
  /** A delivery that two have taken, the first before its lease was over. */
  async function twice() {
    const id = await endpoint();
    await api.post(`/manage/v1/webhook-endpoints/${id}/test`);
    const take = async (lease: string) => {
      const taken = await takeDue(api.app.database.prisma, { lease, leaseMs: LEASE_MS, most: 10 });
      if (!taken[0]) throw new Error("nothing was taken");
      return taken[0];
    };
    const first = await take(worker.id());
    await ruler.query("update webhook_delivery set leased_until = now() where lease is not null");
    return { first, second: await take(worker.id()) };
  }
  const stateOf = async (id: string) =>
    (await ruler.query("select status, lease from webhook_delivery where id = $1", [id])).rows[0];
  const delivered = (taken: Awaited<ReturnType<typeof twice>>["first"]) =>
    recordOutcomes(
      api.app.database.prisma,
      [
        {
          delivery: taken.id,
          endpoint: taken.endpoint_id,
          lease: taken.lease,
          delivered: true,
          gone: false,
          statusCode: 200,
          error: null,
          durationMs: 1,
          response: "",
          brokenError: null,
          brokenMs: null,
          waitMs: null,
        },
      ],
      1,
    );
  const blind = (at: RegExp, from: RegExp): Rewrite => ({ at, from, to: "" });

  test("says of its delivery what came of it, and decides nothing", async () => {
    const { first, second } = await twice();
    await delivered(first);
    expect(await stateOf(first.id)).toEqual({ status: "PENDING", lease: second.lease });
    const again = await twice();
    await rewriting([blind(/with outcome as/, /and d\.lease = o\.lease/)], () => delivered(again.first));
    expect(await stateOf(again.first.id)).toEqual({ status: "DELIVERED", lease: null });
  });

  test("gives back nothing of what the other holds", async () => {
    const { first, second } = await twice();
    await giveBack(api.app.database.prisma, [first]);
    expect(await stateOf(first.id)).toMatchObject({ lease: second.lease });
    await rewriting([blind(/update webhook_delivery d set lease = null/, /and d\.lease = g\.lease/)], () =>
      giveBack(api.app.database.prisma, [first]),
    );
    expect(await stateOf(first.id)).toMatchObject({ lease: null });
  });

  type Command = (id: string, lease: string) => Promise<unknown>;
  test.each<[string, Command, unknown]>([
    [
      "adds no piece to its file",
      (id: string, lease: string) =>
        addPart(worker.db, { id, lease, leaseMs: 60_000 }, { ordinal: 0, content: Buffer.from("x"), rows: 1 }),
      false,
    ],
    [
      "counts no rows of its file",
      (id: string, lease: string) => noteRows(worker.db, { id, lease, leaseMs: 60_000 }, 7),
      false,
    ],
    ["makes no file ready", (id: string, lease: string) => setReady(worker.db, id, lease, 7), false],
    [
      "fails no file",
      (id: string, lease: string) => setFailed(worker.db, id, lease, { fault: "fault", failure: "INTERNAL" }),
      undefined,
    ],
    ["gives no file back", (id: string, lease: string) => giveExportBack(worker.db, id, lease), undefined],
  ])("%s", async (_name, command, expected) => {
    await ruler.query(
      "update export_job set status = 'CANCELLED', lease = null, leased_until = null, finished_at = now() where status in ('QUEUED', 'RUNNING')",
    );
    await api.post("/manage/v1/exports", { list: "payments", format: "csv", filter: { startTime: Date.now() } });
    const old = worker.id();
    await takeExport(worker.db, old, 60_000);
    await ruler.query("update export_job set leased_until = now() - interval '1 second' where lease is not null");
    const taken = await takeExport(worker.db, worker.id(), 60_000);
    const row = async () => (await ruler.query("select * from export_job where id = $1", [taken?.id])).rows[0];
    const parts = async () =>
      (await ruler.query("select 1 from export_part where job_id = $1", [taken?.id])).rows.length;
    const before = [await row(), await parts()];
    expect(await command(taken?.id ?? "", old)).toBe(expected);
    expect([await row(), await parts()]).toEqual(before);
    const byLease = /and (?:"public"\."export_job"\.)?"?lease"? = (\$\d+)(?:::uuid)?/i;
    await rewriting([{ at: /export_job/, from: byLease, to: "and $1::uuid is not null" }], () =>
      command(taken?.id ?? "", old),
    );
    expect([await row(), await parts()]).not.toEqual(before);
  });
});

test("an endpoint that was judged as failing and has answered well since stays on", async () => {
  const id = await endpoint();
  expect(await disableEndpoint(worker.db, id, "FAILING")).toBe(false);
  await ruler.query("update webhook_endpoint set failing_since = now() where id = $1", [id]);
  expect(await disableEndpoint(worker.db, id, "FAILING")).toBe(true);
  expect(await disableEndpoint(worker.db, id, "GONE")).toBe(false);
});

describe("a try of a notice that was given to another", () => {
  /** A notice that two have taken, the first before its try was over. */
  async function twice() {
    const [rule, notice] = [worker.id(), worker.id()];
    await ruler.query(
      `insert into notification_rule (id, account_id, channel, topics, url_sealed, url_shown, language)
       select $1, id, 'SLACK', array['URGENT'], 'x', 'x', 'en' from account where not is_house limit 1`,
      [rule],
    );
    await ruler.query(
      "insert into notice (id, rule_id, key, subject, path, next_at) values ($1, $2, 'k', 's', '/', clock_timestamp())",
      [notice, rule],
    );
    const take = async () => (await takeDueNotices(worker.db, 10, 120)).find(({ id }) => id === notice);
    const first = await take();
    expect(await take()).toBeUndefined();
    await ruler.query("update notice set next_at = clock_timestamp() where id = $1", [notice]);
    const second = await take();
    if (!first || !second) throw new Error("nothing was taken");
    const state = async () =>
      (await ruler.query("select sent_at, next_at, error from notice where id = $1", [notice])).rows[0];
    return { first, second, state };
  }

  test("says nothing of it, neither that it was sent nor that it was not", async () => {
    const { first, second, state } = await twice();
    const before = await state();
    await markNoticeSent(worker.db, first);
    await markNoticeFailed(worker.db, first, "HTTP 500", 60);
    expect(await state()).toEqual(before);
    await markNoticeSent(worker.db, second);
    expect(await state()).toMatchObject({ sent_at: expect.any(Date), next_at: null });
  });
});

test("how far a venue's trades were read never goes back, whoever ends last", async () => {
  const [begin, early, late] = [10, 11, 12].map((hour) => new Date(Date.UTC(2026, 10, 21, hour))) as [Date, Date, Date];
  const traded = async () => (await watchOf(worker.db, "late", begin)).tradedTo;
  expect(await traded()).toBeNull();
  await noteTraded(worker.db, "late", late);
  await noteTraded(worker.db, "late", early);
  expect(await traded()).toEqual(late);
});

test("what a recovery writes says nothing of when the backup was taken", async () => {
  const at = (moment: Date) =>
    ruler.query(
      "insert into audit (actor, action, object_kind, object_id, request_id, at) values ('test', 'x', 'x', 'x', 'x', $1)",
      [moment],
    );
  const [last, restored, since] = [1, 2, 3].map((hour) => new Date(Date.UTC(2026, 0, 1, hour))) as [Date, Date, Date];
  await ruler.query("update deployment set epoch = 2, recovered_at = $1, restored_at = $1", [restored]);
  await at(last);
  await at(since);
  expect(await readLastInstant(worker.db)).toEqual(last);
});
