import { WEBHOOK_POST } from "#lib/webhooks/deliver.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openReceiver, type Receiver } from "#e2e/world/receiver.ts";
import type { DeliveryRecord, EndpointRecord } from "#lib/webhooks/contract.ts";
import { mayHold, newLine, nextOf } from "#lib/webhooks/line.ts";
import { gradesOf } from "#lib/scenarios/proof-trials.ts";
import type { TakenDelivery } from "#lib/webhooks/delivery-store.ts";
import { openStopped, type Stopped } from "./stopped.ts";
import { until } from "./until.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BASE = "/manage/v1/webhook-endpoints";
const SCHEDULE = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

let world: Stopped;
let receiver: Receiver;
beforeAll(async () => {
  world = await openStopped();
});
afterAll(() => world?.close());
beforeEach(async () => {
  receiver = await openReceiver();
  const chance = vi.spyOn(Math, "random").mockReturnValue(0);
  return async () => {
    chance.mockRestore();
    await world.clock.sql("update webhook_endpoint set deleted_at = business_now()");
    await receiver.close();
  };
});

type Made = EndpointRecord & { secret: string };
const made = async (): Promise<Made> => (await world.api.post(BASE, { url: receiver.url })).as<Made>();
const deliveryOf = async ({ endpointId }: Made): Promise<DeliveryRecord> => {
  const { data } = (await world.api.get(`${BASE}/${endpointId}/deliveries`)).as<{ data: DeliveryRecord[] }>();
  if (!data[0]) throw new Error("there is no delivery");
  return data[0];
};
/** What this process has taken and not yet written down. */
const held = () => world.api.app.slots.get(WEBHOOK_POST)?.held ?? 0;
/** Sends what is due now and waits until all that came of it is done. */
async function deliver(): Promise<void> {
  await world.work();
  await until(() => held() === 0);
}
const sendTest = (endpoint: Made) => world.api.post(`${BASE}/${endpoint.endpointId}/test`);
const shown = async ({ endpointId }: Made) =>
  (await world.api.get(BASE)).as<{ data: EndpointRecord[] }>().data.find((each) => each.endpointId === endpointId);

describe("a delivery that fails", () => {
  test("is tried again at each time of the schedule, no millisecond earlier, and given up after the tenth", async () => {
    const endpoint = await made();
    receiver.answer.status = 500;
    await sendTest(endpoint);
    await deliver();
    for (const [tried, wait] of SCHEDULE.entries()) {
      expect([tried, receiver.calls, (await deliveryOf(endpoint)).status]).toEqual([tried, tried + 1, "PENDING"]);
      await world.later(wait - 1);
      await deliver();
      expect(receiver.calls).toBe(tried + 1);
      await world.later(1);
      await deliver();
    }
    expect([receiver.calls, (await deliveryOf(endpoint)).status]).toEqual([10, "FAILED"]);
    await world.later(30 * DAY);
    await deliver();
    expect(receiver.calls).toBe(10);
  });

  test("of a chance that shortens its wait most comes a tenth earlier", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const endpoint = await made();
    receiver.answer.status = 500;
    await sendTest(endpoint);
    await deliver();
    await world.later(4_499);
    await deliver();
    expect(receiver.calls).toBe(1);
    await world.later(1);
    await deliver();
    expect(receiver.calls).toBe(2);
  });
});

test("an endpoint that has failed for five days is switched off by the next failure, no millisecond before", async () => {
  const endpoint = await made();
  receiver.answer.status = 500;
  await sendTest(endpoint);
  await deliver();
  const again = async () => {
    const { deliveryId } = await deliveryOf(endpoint);
    await world.api.post(`/manage/v1/deliveries/${deliveryId}/resend`);
    await deliver();
    return shown(endpoint);
  };
  await world.later(5 * DAY - 1);
  expect(await again()).toMatchObject({ status: "ENABLED" });
  await world.later(1);
  expect(await again()).toMatchObject({ status: "DISABLED", disabledReason: "FAILING" });
});

test("a secret that was replaced signs beside the new one until its overlap ends, a day unless said otherwise", async () => {
  const endpoint = await made();
  const signatures = async () => {
    await sendTest(endpoint);
    await deliver();
    return String(receiver.received.at(-1)?.headers["webhook-signature"]).split(" ").length;
  };
  for (const [body, overlap] of [
    [{ overlapMs: 7_000 }, 7_000],
    [{}, DAY],
  ] as const) {
    await world.api.post(`${BASE}/${endpoint.endpointId}/rotate`, body);
    await world.clock.advance(overlap - 1);
    expect([await signatures(), typeof (await shown(endpoint))?.oldSecretUntil]).toEqual([2, "number"]);
    await world.clock.advance(1);
    expect([await signatures(), typeof (await shown(endpoint))?.oldSecretUntil]).toEqual([1, "undefined"]);
  }
  const rotate = (overlapMs: number) => world.api.post(`${BASE}/${endpoint.endpointId}/rotate`, { overlapMs });
  expect([(await rotate(7 * DAY)).status, (await rotate(7 * DAY + 1)).status]).toEqual([200, 400]);
});

describe("a lease", () => {
  test("lasts twenty seconds", async () => {
    const endpoint = await made();
    receiver.answer.afterMs = 1;
    await sendTest(endpoint);
    const before = receiver.calls;
    await world.work();
    const rows = await world.clock.sql<{ left: number }>(
      "select (extract(epoch from leased_until - clock_timestamp()) * 1000)::integer as left from webhook_delivery where lease is not null",
    );
    if (rows.length > 0) expect(rows).toEqual([{ left: 20 * SECOND }]);
    else expect(receiver.calls).toBe(before + 1);
    await until(() => held() === 0);
  });

  test("of a worker that died holds its delivery to its last millisecond, then it goes again, and the try is kept", async () => {
    const endpoint = await made();
    await sendTest(endpoint);
    await world.clock.sql(
      "update webhook_delivery set lease = gen_random_uuid(), leased_until = clock_timestamp() + interval '1 millisecond' where endpoint_id = $1",
      [endpoint.endpointId],
    );
    await world.work();
    expect(receiver.calls).toBe(0);
    await world.clock.advance(1);
    await deliver();
    expect(receiver.calls).toBe(1);
    const { status, attempts } = await deliveryOf(endpoint);
    expect([status, attempts.map(({ error }) => error)]).toEqual([
      "DELIVERED",
      [undefined, "The worker ended before an answer came."],
    ]);
  });

  test("is never outlived by what waits in this process: after four seconds it goes back", () => {
    const line = newLine();
    const taken = {} as TakenDelivery;
    line.waiting.push({ taken, takenAt: 0 });
    expect(nextOf(line, true, 3_999).late).toEqual([]);
    expect(nextOf(line, true, 4_000).late).toHaveLength(1);
  });
});

test("an endpoint that is being proven is held back to the last millisecond", async () => {
  const endpoint = await made();
  await world.clock.sql("update webhook_endpoint set held_until = clock_timestamp() + interval '1 millisecond'");
  await sendTest(endpoint);
  await deliver();
  expect(receiver.calls).toBe(0);
  expect(
    (await world.api.post("/sandbox/v1/proofs", { endpointId: endpoint.endpointId, scenarios: ["exact"] })).status,
  ).toBe(409);
  await world.clock.advance(1);
  await deliver();
  expect(receiver.received.at(-1)?.type).toBe("webhook.test");
});

test("an endpoint gets what happens from its own millisecond on", async () => {
  await world.api.bill();
  await world.later(1);
  await made();
  await world.api.bill();
  // Events are fanned out behind the oldest open transaction of the server, which may be another test's.
  const received = async () => {
    await deliver();
    return receiver.received.map(({ type }) => type);
  };
  await expect.poll(received, { timeout: 60_000 }).toEqual(["payment.created"]);
});

test("an endpoint whose secret cannot be opened fails its try, and holds up nobody else", async () => {
  const broken = await made();
  const well = await made();
  await world.clock.sql("update webhook_endpoint set secret_sealed = '\\x00' where id = $1", [broken.endpointId]);
  await sendTest(broken);
  await sendTest(well);
  await deliver();
  expect(await deliveryOf(broken)).toMatchObject({
    status: "PENDING",
    attempts: [{ error: "The message could not be made." }],
  });
  expect(await deliveryOf(well)).toMatchObject({ status: "DELIVERED" });
});

test("an endpoint that answers within a tenth of a second may hold more", () => {
  const holds = (answerMs: number) => mayHold({ ...newLine(), answerMs });
  expect([holds(100), holds(101)]).toEqual([256, 32]);
});

test("a receiver is fast when its slowest answer took two seconds", async () => {
  const graded = async (durationMs: number) => {
    const refused = (nth: number) => nth >= 2 && nth <= 4;
    let nth = 0;
    const send = async () => ({ statusCode: refused(nth++) ? 400 : 200, durationMs, response: "" });
    const grades = await gradesOf(world.worker, { secret: "whsec_AAAA", send, close: () => undefined });
    return grades.map(({ check, answered }) => `${check} ${answered}`).slice(-2);
  };
  expect([await graded(2_000), await graded(2_001)]).toEqual([
    ["gap true", "fast true"],
    ["gap true", "fast false"],
  ]);
});

test("a proof holds ordinary deliveries back for two minutes at most", async () => {
  const endpoint = await made();
  await world.clock.sql(`create table held (left_ms integer);
    create function keep_hold() returns trigger language plpgsql security definer as $$ begin
      if new.held_until is not null then insert into held values ((extract(epoch from new.held_until - clock_timestamp()) * 1000)::integer); end if;
      return new; end $$;
    create trigger keep_hold before update on webhook_endpoint for each row execute function keep_hold()`);
  const input = { endpointId: endpoint.endpointId, scenarios: ["expired"] };
  expect((await world.api.post("/sandbox/v1/proofs", input)).status).toBe(200);
  expect(await world.clock.sql("select left_ms from held")).toEqual([{ left_ms: 2 * MINUTE }]);
  await world.clock.sql("drop trigger keep_hold on webhook_endpoint");
});
