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

  test("of a stranger, or of who may not send it, is refused before it is read, and takes no place", async () => {
    const head = (more: string) =>
      `POST ${FILE} HTTP/1.1\r\nHost: 127.0.0.1:${stand.port}\r\ncontent-type: application/json\r\ncontent-length: ${MIB}\r\n${more}\r\n`;
    const signedBy = (keyId: string) =>
      `x-api-key: ${keyId}\r\nx-timestamp: ${Date.now()}\r\nx-nonce: n\r\nx-signature: ${"0".repeat(64)}\r\n`;
    // Of none of them a byte of the body comes; the answer does.
    expect(await stand.raw(head(""))).toMatch(/^HTTP\/1.1 401 .*UNAUTHENTICATED/s);
    expect(await stand.raw(head(signedBy("ak_none")))).toMatch(/^HTTP\/1.1 401 .*signature is not valid/s);
    expect(await stand.raw(head(signedBy(stand.reader.keyId)))).toMatch(/^HTTP\/1.1 403 .*lacks the scope/s);
    expect(await stand.raw(head("cookie: next-auth.session-token=none\r\n"))).toMatch(/^HTTP\/1.1 401 /);
    // While three strangers hold their connections open, who is known is answered.
    const slow = [1, 2, 3].map(() => stand.raw(head("")));
    expect(await stand.signed(sized(MIB))).toMatchObject({ status: 200 });
    await Promise.all(slow);
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

test("large bodies are three at once, each of another address and sender", () => {
  const places = openLargeBodies();
  const enter = (nth: number, sender = `ak_${nth}`) => places.enter(`10.0.0.${nth}`, sender);
  expect([enter(1), enter(1, "ak_5"), enter(2, "ak_1"), enter(2), enter(3), enter(4)]).toEqual([
    ...[true, false, false, true, true, false],
  ]);
  places.leave("10.0.0.2", "ak_2");
  expect([enter(4), enter(2)]).toEqual([true, false]);
});
