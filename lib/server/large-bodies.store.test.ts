import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { holdSlow, openStand, type Sent, type Stand } from "./front-server.fixture.ts";
import { openLargeBodies } from "./large-bodies.ts";

let database: FreshDatabase;
let stand: Stand;
beforeAll(async () => {
  database = await freshDatabase();
  stand = await openStand(database.url);
});
afterAll(async () => {
  await stand.close();
  await database.drop();
});

const coded = (status: number, code: string) =>
  expect.objectContaining({ status, json: expect.objectContaining({ code, message: expect.any(String) }) });

describe("a body beyond 64 KiB, of an operation that takes one", () => {
  const FILE = "/payment/v1/file";
  const MIB = 1024 * 1024;
  const sized = (bytes: number, mode = "fast"): Sent => {
    const rest = `{"mode":"${mode}","text":""}`;
    return { method: "POST", target: FILE, body: rest.replace('""', `"${"x".repeat(bytes - rest.length)}"`) };
  };
  const chunked = (sent: Sent): Sent => ({ ...sent, headers: { "transfer-encoding": "chunked" } });

  test("is read up to its limit, which its refusal names, where it says its length", async () => {
    expect(await stand.signed(sized(MIB))).toMatchObject({ status: 200 });
    const over = await stand.signed(sized(MIB + 1));
    expect(over).toEqual(coded(413, "BODY_TOO_LARGE"));
    expect(over.json["message"]).toBe("The body is larger than 1 MiB; send less.");
    expect(await stand.signed(chunked(sized(70_000)))).toEqual(coded(413, "BODY_TOO_LARGE"));
    expect(await stand.signed(chunked(sized(60_000)))).toMatchObject({ status: 200 });
    expect(await stand.send(sized(MIB))).toEqual(coded(401, "UNAUTHENTICATED"));
  });

  test("is one of an address at a time, and takes no place of others", async () => {
    const hold = Promise.withResolvers<void>();
    holdSlow(hold.promise);
    const held = stand.signed(sized(100_000, "slow"));
    await vi.waitUntil(async () => (await stand.signed(sized(100_000))).status === 503);
    const refused = await stand.signed(sized(100_000));
    expect([refused.headers["retry-after"], refused.json["code"]]).toEqual(["5", "SERVICE_UNAVAILABLE"]);
    expect(await stand.signed(sized(1_000))).toMatchObject({ status: 200 });
    hold.resolve();
    expect(await held).toMatchObject({ status: 200 });
    await vi.waitUntil(async () => (await stand.signed(sized(100_000))).status === 200);
  });
});

test("large bodies are three at once, each of another address", () => {
  const places = openLargeBodies();
  expect(["10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"].map((each) => places.enter(each))).toEqual([
    ...[true, false, true, true, false],
  ]);
  places.leave("10.0.0.2");
  expect([places.enter("10.0.0.4"), places.enter("10.0.0.2")]).toEqual([true, false]);
});
