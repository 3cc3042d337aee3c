import { describe, expect, test } from "vitest";
import { addressSet, clientAddressOf, isAddressOrBlock } from "./addresses.ts";

describe("a set of addresses", () => {
  const set = addressSet(["10.0.0.0/8", "192.168.1.7", "2001:db8::/32"]);

  test.each(["10.1.2.3", "::ffff:10.1.2.3", "192.168.1.7", "2001:db8::1"])("holds %s", (address) => {
    expect(set.has(address)).toBe(true);
  });
  test.each(["11.0.0.1", "192.168.1.8", "2001:db9::1", "", "localhost", undefined])("does not hold %s", (address) => {
    expect(set.has(address)).toBe(false);
  });
  test.each(["10.0.0.0/33", "10.0.0", "::/129", "10.0.0.0/8/8", "host", ""])("%s is no block", (text) => {
    expect(isAddressOrBlock(text)).toBe(false);
  });
});

describe("who calls through proxies", () => {
  const trusted = addressSet(["10.0.0.0/8"]);

  test.each<[string, string | undefined, string, string]>([
    ["203.0.113.5", "198.51.100.1", "203.0.113.5", "a caller of our own is not believed"],
    ["10.0.0.1", "198.51.100.1", "198.51.100.1", "a trusted proxy is"],
    ["10.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.2", "198.51.100.1", "the nearest untrusted hop counts"],
    ["10.0.0.1", "nonsense", "10.0.0.1", "an unreadable hop ends the walk"],
    ["::ffff:203.0.113.5", undefined, "203.0.113.5", "IPv4-mapped"],
  ])("%s, forwarded for %s: %s (%s)", (peer, forwarded, client, _why) => {
    expect(clientAddressOf(peer, forwarded, trusted)).toBe(client);
  });
});
