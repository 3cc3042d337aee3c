import { expect, test } from "vitest";
import { CRYPTO_ASSETS, networkOf } from "#lib/kernel/assets.ts";
import { deriveAddresses, networkOfKind, walletKindFor } from "./derive.ts";
import { WALLET_KINDS } from "./kinds.ts";
import { SANDBOX_WALLETS } from "./sandbox-keys.ts";

test("each asset has its wallet, and the wallet its network", () => {
  for (const asset of CRYPTO_ASSETS) {
    for (const bech32 of [false, true]) expect(networkOfKind(walletKindFor(asset, bech32))).toBe(networkOf(asset));
  }
  expect([walletKindFor("BTC", false), walletKindFor("BTC", true)]).toEqual(["BTC_P2PKH", "BTC_P2WPKH"]);
  expect([walletKindFor("BCH", true), walletKindFor("USDT@eth", true), walletKindFor("USDT@tron", false)]).toEqual([
    "BCH_P2PKH",
    "ETH",
    "TRON",
  ]);
});

test("each kind of wallet has one network", () => {
  expect(WALLET_KINDS.map(networkOfKind)).toEqual(["bitcoin", "bitcoin", "bitcoincash", "eth", "tron", "eth"]);
});

test("ten thousand addresses are the most that are derived at once", () => {
  const [key] = SANDBOX_WALLETS;
  expect(() => deriveAddresses("BTC_P2PKH", key?.xpub ?? "", 0, 10_001)).toThrow(
    "between 1 and 10000 addresses are derived at once",
  );
});
