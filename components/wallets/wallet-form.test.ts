import { expect, test } from "vitest";
import { walletsText } from "#lib/i18n/wallets.ts";
import { looksPrivate, type WalletWritten, walletCheck } from "./wallet-form.ts";

const words = walletsText.form;

const XPUB =
  "xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V";
const written: WalletWritten = {
  kind: "BTC_P2WPKH",
  xpub: XPUB,
  path: "m/84'/0'/0'",
  account: "",
  firstIndex: "",
  historyFrom: "",
  gapLimit: "",
};

/** What a form comes to: the wish it makes, or what is said of its fields. */
async function read(form: Partial<WalletWritten>, wasSecret = false) {
  const { values, errors } = await walletCheck(() => wasSecret)({ ...written, ...form });
  const faults = Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
  return { body: JSON.parse(JSON.stringify(values)), faults };
}

test.each([
  "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
  " ZPRV9s21",
  "tprv8ZgxMBicQKsPd",
  "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn",
  "0xc87509a1c067bbde78beb793e6fa76530b6382a4c0241e5e4a9ec0a0f44dc0d3",
  "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
])("a secret is known by its spelling: %s", async (secret) => {
  expect(looksPrivate(secret)).toBe(true);
  expect(await read({ xpub: secret })).toEqual({ body: {}, faults: { xpub: words.private } });
});

test("a field emptied of a secret goes on saying why", async () => {
  expect((await read({ xpub: "" }, true)).faults).toEqual({ xpub: words.private });
});

test("a public key makes a wish; the first index is left out or a whole number", async () => {
  expect(looksPrivate(XPUB)).toBe(false);
  expect((await read({ kind: "ETH", path: " m/44’/60’/0’ " })).body).toEqual({
    kind: "ETH",
    xpub: XPUB,
    path: "m/44'/60'/0'",
  });
  expect((await read({ firstIndex: "1 200" })).body.firstIndex).toBe(1_200);
});

test("an account and a past are wished for; without a past there is no gap to be limited", async () => {
  const imported = { account: "acme", historyFrom: "800 000", gapLimit: "50" };
  expect((await read(imported)).body).toMatchObject({ account: "acme", historyFrom: 800_000, gapLimit: 50 });
  expect((await read({ ...imported, historyFrom: "" })).body).toEqual({
    kind: "BTC_P2WPKH",
    xpub: XPUB,
    path: "m/84'/0'/0'",
    account: "acme",
  });
});

test("each field at fault is named", async () => {
  const wrong = { xpub: " ", path: "44'", firstIndex: "1000001", historyFrom: "now", gapLimit: "0" };
  expect((await read(wrong)).faults).toEqual({
    xpub: words.xpubMissing,
    path: words.pathFault,
    firstIndex: words.firstIndexFault,
    historyFrom: words.historyFromFault,
    gapLimit: words.gapLimitFault,
  });
});
