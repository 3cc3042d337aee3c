import { expect, test } from "vitest";
import { walletsText } from "#lib/i18n/wallets.ts";
import { looksPrivate, USUAL_PATH, type WalletWritten, walletCheck } from "./wallet-form.ts";

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

test("wallets keep the account of a kind at its usual path", () => {
  expect(USUAL_PATH).toEqual({
    ...{ BTC_P2PKH: "m/44'/0'/0'", BTC_P2WPKH: "m/84'/0'/0'", BCH_P2PKH: "m/44'/145'/0'" },
    ...{ ETH: "m/44'/60'/0'", TRON: "m/44'/195'/0'", ETH_SAFE: "" },
  });
});

const WIF = "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn";
const HEX = "c87509a1c067bbde78beb793e6fa76530b6382a4c0241e5e4a9ec0a0f44dc0d3";
const TWELVE = `${"abandon ".repeat(11)}about`;

test("what only has a secret's letters in it is none", () => {
  const none = ["an xprv", `x${WIF}`, `${WIF}x`, WIF.slice(0, 50), `f${HEX}`, `${HEX}f`, `0x${HEX}0`];
  const phrases = ["abandon ".repeat(11).trim(), `1 ${TWELVE}`, `${TWELVE} 7`, `${" ".repeat(3)}a${" ".repeat(20)}b`];
  for (const text of [...none, ...phrases]) expect([text, looksPrivate(text)]).toEqual([text, false]);
  for (const secret of [WIF.slice(0, 51), HEX, TWELVE]) expect([secret, looksPrivate(secret)]).toEqual([secret, true]);
});

test("a path is of whole steps, from the master key to its end", async () => {
  for (const path of ["xm/44'", "m/44'x", "m/'", "m", "m//1"])
    expect([path, (await read({ path })).faults]).toEqual([path, { path: words.pathFault }]);
  expect((await read({ path: "m/1/2'" })).faults).toEqual({});
});

test("a safe has an address and no path; without its address it says so", async () => {
  const address = "0x52908400098527886E0F7030069857D2E4169EE7";
  expect((await read({ kind: "ETH_SAFE", xpub: ` ${address} `, path: "nonsense", account: "acme" })).body).toEqual({
    kind: "ETH_SAFE",
    xpub: address,
  });
  expect((await read({ kind: "ETH_SAFE", xpub: " ", path: "" })).faults).toEqual({ xpub: words.safeMissing });
  expect((await read({ xpub: "" })).faults).toEqual({ xpub: words.xpubMissing });
  expect((await read({ xpub: XPUB }, true)).faults).toEqual({});
});

test("a past of spaces is none", async () => {
  expect((await read({ historyFrom: " ", gapLimit: "50" })).body).not.toHaveProperty("gapLimit");
});
