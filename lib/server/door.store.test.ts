import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { networkOfCaller } from "#lib/kernel/addresses.ts";
import { nextsCopy, openStand, type Stand } from "./front-server.fixture.ts";

const MOST = 8;
const PROXY = "127.0.0.9";

let database: FreshDatabase;
let stand: Stand;
const seen: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  stand = await openStand(database.url, { TRUSTED_PROXIES: PROXY }, { mostPerAddress: MOST });
  stand.setPages(async (request, response) => {
    seen.push(request.url ?? "");
    response.end("a page");
  });
});
afterAll(async () => {
  await stand.close();
  await database.drop();
});

const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) {
    if (socket.closed) continue;
    const closed = once(socket, "close");
    socket.destroy();
    await closed;
  }
});

/** A socket from one of this machine's addresses; `text` is all that came when it was closed by the other side. */
async function open(from: string): Promise<{ socket: Socket; text: Promise<string> }> {
  const socket = connect({ port: stand.port, host: "127.0.0.1", localAddress: from });
  sockets.push(socket);
  let all = "";
  socket.setEncoding("utf8").on("data", (part: string) => (all += part));
  socket.on("error", () => undefined);
  const text = once(socket, "close").then(() => all);
  await once(socket, "connect");
  return { socket, text };
}

/** Sends a head and waits until the server closes the socket. */
async function responseTo(head: readonly string[], from = "127.0.0.1"): Promise<string> {
  const { socket, text } = await open(from);
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  return text;
}

const refused = (answer: string) => {
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(answer).toContain('"code":"INVALID_TARGET"');
};

describe("no path reaches Next's copies of the routes", () => {
  test.each([
    "/x/../payment/v1/open",
    "/x/%2e%2e/payment/v1/open",
    "/x%2f..%2fpayment/v1/open",
    "/x/%252e%252e/payment/v1/open",
    "/x/..\\payment/v1/open",
    "/\\payment/v1/open",
    "/x//payment/v1/open",
    "/%70ayment/v1/open",
    "/x/%zz",
  ])("%s", async (target) => {
    refused(await responseTo([`GET ${target} HTTP/1.1`, "host: localhost"]));
    expect(seen).not.toContain(target);
  });

  test("and a copy that is reached all the same answers nothing", async () => {
    stand.setPages(async (_request, response) => {
      const answer = await nextsCopy(new Request("http://localhost/payment/v1/open"));
      response.writeHead(answer.status).end(await answer.text());
    });
    const reply = await stand.send({ target: "/payments" });
    expect([reply.status, reply.json["code"]]).toEqual([404, "NOT_FOUND"]);
    expect((await stand.send({ target: "/payment/v1/open" })).status).toBe(200);
  });
});

test.each([
  ["/v1/payment", undefined, 404],
  ["/v1/payment", "application/json", 404],
  ["/v1/payment", "text/html,*/*", 200],
  ["/docs/guides/start", "*/*", 200],
  ["/", undefined, 200],
])(
  "%s asked for with accept %s: our error body, unless it is a page or for a reader of pages",
  async (target, accept, status) => {
    stand.setPages(async (_request, response) => void response.end("{}"));
    const reply = await stand.send({ target, headers: accept === undefined ? {} : { accept } });
    expect([reply.status, reply.json["code"]]).toEqual([status, status === 404 ? "NOT_FOUND" : undefined]);
  },
);

describe("Next shows no page where there is none", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("%s to a page: 405 with Allow", async (method) => {
    const reply = await stand.send({ target: "/payments", method, headers: { accept: "text/html" } });
    expect([reply.status, reply.headers.allow, reply.json["code"]]).toEqual([405, "GET, HEAD", "METHOD_NOT_ALLOWED"]);
  });

  test("a page is read by GET and HEAD, and sign-in is sent to", async () => {
    for (const [method, target] of [
      ["GET", "/payments"],
      ["HEAD", "/payments"],
      ["POST", "/api/auth/callback/password"],
    ] as const)
      expect([target, (await stand.send({ target, method })).status]).toEqual([target, 200]);
  });

  test.each(["/_next/", "/_next/none", "/_next/data/x.json", "/_next/image"])(
    "%s of Next's own: a short 404",
    async (target) => {
      const reply = await stand.send({ target, headers: { accept: "text/html" } });
      expect([reply.status, reply.json["code"]]).toEqual([404, "NOT_FOUND"]);
    },
  );
});

test.each([
  ["/api/auth/providers", "no-store"],
  ["/docs/", "no-store"],
  ["/icon.svg", undefined],
  ["/_next/static/x", undefined],
])("of %s, where Next says nothing of it, is kept: %s", async (target, control) => {
  stand.setPages(async (_request, response) => void response.writeHead(308, { location: "/" }).end());
  expect((await stand.send({ target })).headers["cache-control"]).toBe(control);
  stand.setPages(async (_request, response) => void response.writeHead(200, { "cache-control": "private" }).end());
  expect((await stand.send({ target })).headers["cache-control"]).toBe("private");
});

describe("nothing else than HTTP is spoken", () => {
  test.each(["websocket", "h2c", "TLS/1.0"])("an upgrade to %s is refused and its socket closed", async (protocol) => {
    for (const target of ["/healthz", "/nope", "/payment/v1/open", "/_next/hmr?id=1"]) {
      const head = ["host: localhost", "connection: Upgrade", `upgrade: ${protocol}`, "sec-websocket-version: 13"];
      refused(await responseTo([`GET ${target} HTTP/1.1`, ...head]));
    }
  });

  test("also with a body that never comes", async () => {
    const head = ["host: localhost", "connection: Upgrade", "upgrade: websocket", "content-length: 10"];
    refused(await responseTo(["POST /payment/v1/effect HTTP/1.1", ...head]));
  });

  test("an expectation that nobody knows changes nothing of the response", async () => {
    const head = ["host: localhost", "expect: the-impossible", "connection: close"];
    const response = await responseTo(["GET /payment/v1/nothing HTTP/1.1", ...head]);
    expect(response).toMatch(/^HTTP\/1\.1 404 /);
    expect(response).toMatch(/\r\nx-request-id: \S+\r\n/);
    expect(response).toMatch(/\r\ncache-control: no-store\r\n/);
    expect(response).toContain('"code":"NOT_FOUND"');
  });

  test("and so is a tunnel", async () => {
    refused(await responseTo(["CONNECT example.com:443 HTTP/1.1", "host: example.com:443"]));
  });
});

describe("one address has so many connections", () => {
  const asking = (path: string) => (client: string) => [
    `GET ${path} HTTP/1.1`,
    "host: localhost",
    `x-forwarded-for: ${client}`,
    "connection: close",
  ];
  const pageFor = asking("/payments");
  const healthFor = asking("/healthz");

  test("the one more is told so and closed, other addresses go on", async () => {
    for (let i = 0; i < MOST; i += 1) await open("127.0.0.2");
    const more = await open("127.0.0.2");
    const answer = await more.text;
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/\r\nretry-after: \d+\r\n/);
    expect(answer).toContain('"code":"RATE_LIMITED"');
    expect(await responseTo(healthFor("203.0.113.1"), "127.0.0.3")).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("and has them again when they are closed", async () => {
    for (let i = 0; i < 3 * MOST; i += 1) {
      expect(await responseTo(healthFor("203.0.113.1"), "127.0.0.4")).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  test("behind a trusted proxy whoever it forwards for is counted, by requests under way", async () => {
    const release = Promise.withResolvers<void>();
    const allIn = Promise.withResolvers<void>();
    let inside = 0;
    stand.setPages(async (_request, response) => {
      inside += 1;
      if (inside === MOST) allIn.resolve();
      await release.promise;
      response.end("a page");
    });
    const responses = Array.from({ length: 2 * MOST }, () => responseTo(pageFor("203.0.113.7"), PROXY));
    await allIn.promise;
    const other = responseTo(healthFor("203.0.113.8"), PROXY);
    expect(await other).toMatch(/^HTTP\/1\.1 200 /);
    release.resolve();
    const statuses = (await Promise.all(responses)).map((answer) => answer.slice(9, 12)).toSorted();
    expect(statuses).toEqual([...Array(MOST).fill("200"), ...Array(MOST).fill("429")]);
  });

  test.each([
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8:0:0:ffff::1", "2001:db8:0:0"],
    ["2001:DB8:0:1:2:3:4:5", "2001:db8:0:1"],
    ["::1", "0:0:0:0"],
    [undefined, ""],
  ])("%s counts as %s", (address, network) => {
    expect(networkOfCaller(address)).toBe(network);
  });
});
