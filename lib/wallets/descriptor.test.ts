import { expect, test } from "vitest";
import { descriptorOf, withChecksum } from "./descriptor.ts";
import { SANDBOX_WALLETS } from "./sandbox-keys.ts";

test("the checksum is BIP380's", () => {
  expect(withChecksum("raw(deadbeef)")).toBe("raw(deadbeef)#89f8spxm");
});

/** Examples of Bitcoin Core's documentation, of all lengths modulo three. */
test.each([
  "pk(0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798)#gn28ywm7",
  "pkh(02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5)#8fhd9pwu",
  "wpkh(02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9)#8zl0zxma",
])("%s", (text) => expect(withChecksum(text.split("#")[0] ?? "")).toBe(text));

test("each UTXO wallet has a descriptor of the addresses it hands out, accounts have none", () => {
  const kinds = SANDBOX_WALLETS.map(({ kind, xpub }) => [
    kind,
    descriptorOf(kind, xpub)?.replace(xpub, "…").split("#")[0],
  ]);
  expect(kinds).toEqual([
    ["BTC_P2PKH", "pkh(…/0/*)"],
    ["BTC_P2WPKH", "wpkh(…/0/*)"],
    ["BCH_P2PKH", "pkh(…/0/*)"],
    ["ETH", undefined],
    ["TRON", undefined],
  ]);
});
