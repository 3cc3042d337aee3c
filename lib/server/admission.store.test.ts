import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { ADMISSION, openAdmission } from "./admission.ts";
import { openStand, type Sent, type Stand } from "./front-server.fixture.ts";

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

const EFFECT = "/payment/v1/effect";
const LOOK = "/payment/v1/look";
const create = (body = '{"amount":10.5}'): Sent => ({ method: "POST", target: EFFECT, body });
const busy = {
  status: 503,
  json: expect.objectContaining({ code: "SERVICE_UNAVAILABLE", message: expect.any(String) }),
};

const flooded = () => ({ ...openAdmission(() => undefined), refuse: () => 2 });

test("more than can be done is refused at once, before the body is read and whoever sent it; probes are answered", async () => {
  const before = await stand.effects();
  stand.app.slots.set(ADMISSION, flooded());
  const refused = await stand.signed(create("no JSON"));
  const unsigned = await stand.send({ target: LOOK });
  const alive = await stand.send({ target: "/healthz" });
  stand.app.slots.delete(ADMISSION);
  for (const reply of [refused, unsigned]) {
    expect(reply).toMatchObject(busy);
    expect(reply.headers["retry-after"]).toBe("2");
    expect(reply.json["requestId"]).toBe(reply.headers["x-request-id"]);
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  }
  expect(alive.status).toBe(200);
  expect(await stand.effects()).toBe(before);
  expect((await stand.signed(create())).status).toBe(200);
});

test("who sends slowly takes no place from others; each place is given back, also after a refusal", async () => {
  const entered: string[] = [];
  const admission = openAdmission(() => undefined);
  stand.app.slots.set(ADMISSION, {
    ...admission,
    enter(kind) {
      entered.push(`in ${kind}`);
      return admission.enter(kind);
    },
    leave(kind) {
      entered.push(`out ${kind}`);
      admission.leave(kind);
    },
  });
  const { port } = stand;
  const slow = connect(port, "127.0.0.1");
  slow.write(`POST ${EFFECT} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 20\r\n\r\n{`);
  await stand.signed({ target: LOOK });
  await stand.send(create());
  slow.destroy();
  stand.app.slots.delete(ADMISSION);
  expect(entered).toEqual(["in read", "out read", "in change", "out change"]);
});
