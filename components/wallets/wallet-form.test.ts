import { expect, test } from "vitest";
import { looksPrivate, readWalletForm } from "./wallet-form.ts";

const XPUB =
  "xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V";
const written = { xpub: XPUB, path: "m/84'/0'/0'", account: "", firstIndex: "", historyFrom: "", gapLimit: "" };

test.each([
  "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
  " ZPRV9s21",
  "tprv8ZgxMBicQKsPd",
  "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn",
  "0xc87509a1c067bbde78beb793e6fa76530b6382a4c0241e5e4a9ec0a0f44dc0d3",
  "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
])("a secret is known by its spelling: %s", (secret) => {
  expect(looksPrivate(secret)).toBe(true);
  expect(readWalletForm("BTC_P2WPKH", { ...written, xpub: secret })).toEqual({
    wish: undefined,
    faults: { xpub: "private" },
  });
});

test("a public key makes a wish; the first index is left out or a whole number", () => {
  expect(looksPrivate(XPUB)).toBe(false);
  expect(readWalletForm("ETH", { ...written, path: " m/44’/60’/0’ " }).wish).toEqual({
    kind: "ETH",
    xpub: XPUB,
    path: "m/44'/60'/0'",
  });
  expect(readWalletForm("ETH", { ...written, firstIndex: "1 200" }).wish?.firstIndex).toBe(1_200);
});

test("an account and a past are wished for; without a past there is no gap to be limited", () => {
  const imported = { ...written, account: "acme", historyFrom: "800 000", gapLimit: "50" };
  expect(readWalletForm("BTC_P2WPKH", imported).wish).toMatchObject({
    account: "acme",
    historyFrom: 800_000,
    gapLimit: 50,
  });
  expect(readWalletForm("BTC_P2WPKH", { ...imported, historyFrom: "" }).wish).toEqual({
    kind: "BTC_P2WPKH",
    xpub: XPUB,
    path: "m/84'/0'/0'",
    account: "acme",
  });
});

test("each field at fault is named", () => {
  const wrong = { xpub: " ", path: "44'", account: "", firstIndex: "1000001", historyFrom: "now", gapLimit: "0" };
  expect(readWalletForm("TRON", wrong).faults).toEqual({
    xpub: "missing",
    path: "fault",
    firstIndex: "fault",
    historyFrom: "fault",
    gapLimit: "fault",
  });
});
