import { describe, expect, test } from "vitest";
import { addressSet, clientAddressOf, isAddressOrBlock, networkOfCaller, plainAddress } from "./addresses.ts";

describe("a set of addresses", () => {
  const set = addressSet(["10.0.0.0/8", "192.168.1.7", "2001:db8::/32"]);

  test.each(["10.1.2.3", "::ffff:10.1.2.3", "192.168.1.7", "2001:db8::1"])("holds %s", (address) => {
    expect(set.has(address)).toBe(true);
  });
  test.each(["11.0.0.1", "192.168.1.8", "2001:db9::1", "::ffff:11.0.0.1", "", "x", "localhost", undefined])(
    "does not hold %s",
    (address) => {
      expect(set.has(address)).toBe(false);
    },
  );
  test.each([
    "10.0.0.0/33",
    "10.0.0",
    "::/129",
    "10.0.0.0/8/8",
    "host",
    "",
    "x",
    "10.0.0.0/",
    "10.0.0.0/x8",
    "10.0.0.0/8x",
    "10.0.0.0/-8",
    "10.0.0.0/0008",
  ])("%j is no block", (text) => {
    expect(isAddressOrBlock(text)).toBe(false);
    expect(() => addressSet(["10.0.0.1", text])).toThrow("is no network address");
  });
  test.each(["10.0.0.1", " 10.0.0.0/8 ", "10.0.0.0/32", "10.0.0.0/0", "::1", "::/128", "2001:db8::/32"])(
    "%j is an address or a block",
    (text) => expect(isAddressOrBlock(text)).toBe(true),
  );
  test("one address is not its neighbours, in both families", () => {
    const one = addressSet(["10.0.0.1", "2001:db8::1"]);
    expect(["10.0.0.0", "10.0.0.1", "2001:db8::", "2001:db8::1", "2001:db8:1::1"].map((each) => one.has(each))).toEqual(
      [false, true, false, true, false],
    );
  });
  test.each([
    ["[2001:db8::1]", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["fe80::1%", "fe80::1"],
    [" 10.0.0.1 ", "10.0.0.1"],
    ["::FFFF:10.0.0.1", "10.0.0.1"],
    ["1::ffff:10.0.0.1", "1::ffff:10.0.0.1"],
    ["::ffff:10.0.0.1x", "::ffff:10.0.0.1x"],
    ["::ffff:.0.0.1", "::ffff:.0.0.1"],
    ["a[b]c", "a[b]c"],
  ])("%j is plainly %j", (address, plain) => expect(plainAddress(address)).toBe(plain));
});

describe("who calls through proxies", () => {
  const trusted = addressSet(["10.0.0.0/8"]);

  test("nobody, where the socket knows no peer", () => {
    expect(clientAddressOf(undefined, "198.51.100.1", trusted)).toBeUndefined();
  });

  test.each<[string, string | undefined, string, string]>([
    ["203.0.113.5", "198.51.100.1", "203.0.113.5", "a caller of our own is not believed"],
    ["10.0.0.1", "198.51.100.1", "198.51.100.1", "a trusted proxy is"],
    ["10.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.2", "198.51.100.1", "the nearest untrusted hop counts"],
    ["10.0.0.1", undefined, "10.0.0.1", "a trusted proxy that names nobody calls itself"],
    ["10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.3", "all of them trusted: the farthest"],
    ["10.0.0.1", "nonsense", "10.0.0.1", "an unreadable hop ends the walk"],
    ["::ffff:203.0.113.5", undefined, "203.0.113.5", "IPv4-mapped"],
    ["10.0.0.1", "1.2.3.4:80, 198.51.100.1:50123, 10.0.0.2:443", "198.51.100.1", "hops that name their ports"],
    ["10.0.0.1", "[2001:db8::1]:50123", "2001:db8::1", "one of IPv6 that does"],
    ["10.0.0.1", "198.51.100.1:x", "10.0.0.1", "what is no port"],
    ["10.0.0.1", "198.51.100.1:7", "198.51.100.1", "a port of one digit"],
    ["10.0.0.1", "198.51.100.1:123456", "10.0.0.1", "more digits than a port has"],
    ["10.0.0.1", "::ffff:198.51.100.1:80", "10.0.0.1", "a port behind IPv6 without its brackets"],
  ])("%s, forwarded for %s: %s (%s)", (peer, forwarded, client, _why) => {
    expect(clientAddressOf(peer, forwarded, trusted)).toBe(client);
  });
});

describe("the network of who calls", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8:0:0:ffff::1", "2001:db8:0:0"],
    ["2001:DB8:0:1:2:3:4:5", "2001:db8:0:1"],
    ["2001:db8:1::", "2001:db8:1:0"],
    ["::2:3:4:5:6:7:8", "0:2:3:4"],
    ["::1", "0:0:0:0"],
    ["1::4:5:6:7:8", "1:0:0:4"],
    [undefined, ""],
  ])("is of %s the first half of its address: %s", (address, network) => {
    expect(networkOfCaller(address)).toBe(network);
  });
});
