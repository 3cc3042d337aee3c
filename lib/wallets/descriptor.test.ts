import { expect, test } from "vitest";
import { descriptorOf, withChecksum } from "./descriptor.ts";
import { SANDBOX_WALLETS } from "./sandbox-keys.ts";

test("the checksum is BIP380's", () => {
  expect(withChecksum("raw(deadbeef)")).toBe("raw(deadbeef)#89f8spxm");
});

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
