import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";
import { openSender, pinnedTo, type Sender } from "./send.ts";
import { type Address, openTarget, type Reach } from "./target.ts";

/** Stands on every address of this machine; each request that gets through is counted. */
let canary: Server;
let port = 0;
let connections = 0;
let sender: Sender;

/** Names as an attacker would have them resolve. */
const NAMES: Record<string, string[]> = {
  "private.example": ["10.0.0.1"],
  "loopback.example": ["127.0.0.1"],
  "loopback6.example": ["::1"],
  "mixed.example": ["93.184.215.14", "127.0.0.1"],
  "mixed6.example": ["2606:2800:21f::1", "fe80::1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "mapped-hex.example": ["::ffff:7f00:1"],
  "nat64.example": ["64:ff9b::7f00:1"],
  "sixtofour.example": ["2002:7f00:1::"],
  "teredo.example": ["2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  "local6.example": ["fd12:3456:789a::1"],
  "metadata.google.internal": ["169.254.169.254"],
  "any.example": ["0.0.0.0"],
  "any6.example": ["::"],
  "carrier.example": ["100.64.0.1"],
  "localhost.localdomain.": ["127.0.0.1"],
  "127.0.0.1.nip.example": ["127.0.0.1"],
  "empty.example": [],
};
const familyOf = (address: string): Address["family"] => (address.includes(":") ? 6 : 4);
const REACH: Reach = {
  allowHosts: [],
  allowHttp: true,
  resolve: async (hostname) =>
    (NAMES[hostname] ?? ["127.0.0.1"]).map((address) => ({ address, family: familyOf(address) })),
};

beforeAll(async () => {
  canary = createServer((_request, response) => response.end("through")).on("connection", () => {
    connections += 1;
  });
  canary.listen(0);
  await once(canary, "listening");
  port = (canary.address() as AddressInfo).port;
  sender = openSender(REACH, 2_000);
});

afterAll(() => {
  sender.close();
  canary.close();
});

const HOSTS = `
  127.0.0.1 127.1 127.0.1 127.255.255.254 0 0.0.0.0 0x7f.1 0x7f000001 0X7F.0.0.1 2130706433 017700000001
  0177.0.0.1 0177.1 127.0.0.1. 127。0。0。1 ①②⑦.⓪.⓪.① %31%32%37.0.0.1 1%32%37.1 localhost LOCALHOST localhost.
  foo.localhost localhost.localdomain ip6-localhost ｌｏｃａｌｈｏｓｔ 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255
  192.168.0.1 192.168.1.1 3232235521 0xc0a80001 100.64.0.1 100.100.100.200 169.254.169.254 0xA9FEA9FE 2852039166
  0251.0376.0251.0376 169.254.170.2 168.63.129.16 192.0.0.192 198.18.0.1 192.0.2.1 224.0.0.1 239.255.255.250
  240.0.0.1 255.255.255.255 [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [0:0:0:0:0:ffff:7f00:1] [::127.0.0.1] [::ffff:169.254.169.254] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1]
  [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [fe80::1] [fec0::1] [fc00::1]
  [fd00:ec2::254] [ff02::1] [100::1] [2001:db8::1] [3fff::1] [5f00::1] [::ffff:0:127.0.0.1] user@127.0.0.1
  user:word@localhost 93.184.215.14@127.0.0.1 127.0.0.1#@93.184.215.14
`
  .trim()
  .split(/\s+/);
const SCHEMES = ["ftp", "file", "gopher", "ws", "data", "javascript", "ldap", "dict"];

describe("no hostile URL reaches a private address", () => {
  const urls = () => [
    ...HOSTS.map((host) =>
      host.includes("#") ? `http://${host.replace("#", `:${port}#`)}/` : `http://${host}:${port}/`,
    ),
    ...Object.keys(NAMES).map((host) => `http://${host}:${port}/`),
    ...SCHEMES.map((scheme) => `${scheme}://127.0.0.1:${port}/`),
    ...["22", "25", "6"].map((closed) => `http://93.184.215.14:${closed}/`),
    "http://",
    "//127.0.0.1/",
    "127.0.0.1",
    "",
    "http:127.0.0.1",
    "http:\\\\127.0.0.1\\",
    `https://127.0.0.1:${port}/`,
    `http://a.example:${port}\\@127.0.0.1/`,
    `http:/\t/127.0.0.1:${port}/`,
    ` http://127.0.0.1:${port}/ `,
  ];

  test("more than a hundred spellings are refused, and the canary sees no connection", async () => {
    expect(urls().length).toBeGreaterThanOrEqual(100);
    for (const url of urls()) {
      const reply = await sender.send({ url, headers: {}, body: "{}" });
      expect({ url, ...reply }).toMatchObject({ url, error: expect.stringMatching(/^The URL /), response: "" });
      expect(reply.statusCode).toBeUndefined();
    }
    expect(connections).toBe(0);
  });

  test("the canary does hear what is let through", async () => {
    const open = openSender({ ...REACH, allowHosts: ["trusted.example"] }, 2_000);
    const reply = await open.send({ url: `http://trusted.example:${port}/`, headers: {}, body: "{}" });
    open.close();
    expect(reply).toMatchObject({ statusCode: 200, response: "through" });
    expect(connections).toBe(1);
    connections = 0;
  });

  test.each([301, 302, 303, 307, 308])("a redirect by %i leads nowhere", async (status) => {
    const lure = createServer((_request, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end();
    }).listen(0);
    await once(lure, "listening");
    const open = openSender({ ...REACH, allowHosts: ["trusted.example"] }, 2_000);
    const url = `http://trusted.example:${(lure.address() as AddressInfo).port}/`;
    expect(await open.send({ url, headers: {}, body: "{}" })).toMatchObject({ statusCode: status });
    open.close();
    lure.close();
    expect(connections).toBe(0);
  });
});

describe("a name that changes between check and call", () => {
  test("is asked once, and the connection goes to what was checked", async () => {
    const answers = ["93.184.215.14", "127.0.0.1"];
    const rebinding: Reach = { ...REACH, resolve: async () => [{ address: answers.shift() ?? "::1", family: 4 }] };
    const { addresses } = await openTarget("https://rebinding.example/", rebinding);
    expect(addresses).toEqual([{ address: "93.184.215.14", family: 4 }]);
    expect(answers).toEqual(["127.0.0.1"]);
    const lookup = pinnedTo(addresses);
    const given: unknown[] = [];
    lookup("rebinding.example", {}, (...result) => given.push(result));
    lookup("rebinding.example", { all: true }, (...result) => given.push(result));
    expect(given).toEqual([
      [null, "93.184.215.14", 4],
      [null, [{ address: "93.184.215.14", family: 4 }]],
    ]);
    await expect(openTarget("https://rebinding.example/", rebinding)).rejects.toThrow(/private address/);
  });
});

describe("live", () => {
  test("wants https", async () => {
    await expect(openTarget("http://93.184.215.14/", { ...REACH, allowHttp: false })).rejects.toThrow(/must be https/);
    expect((await openTarget("https://93.184.215.14/", { ...REACH, allowHttp: false })).addresses).toHaveLength(1);
  });
});

test.each([
  ["93.184.215.14", true],
  ["1.1.1.1", true],
  ["172.32.0.1", true],
  ["100.128.0.1", true],
  ["2606:4700:4700::1111", true],
  ["2a00:1450:4001::1", true],
  ["fe80::1%eth0", false],
  ["no address", false],
  ["", false],
])("%s is public: %s", (address, is) => {
  expect(isPublicAddress(address)).toBe(is);
});
