import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { base58check } from "./base58check.ts";
import { checkedWords, decodeCashAddr, encodeCashAddr, fromCashAddr, toCashAddr } from "./cashaddr.ts";

/** "Examples of address translation" of the CashAddr specification. */
const TRANSLATIONS = [
  ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
  ["1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR", "bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy"],
  ["16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb", "bitcoincash:qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r"],
  ["3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC", "bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq"],
  ["3LDsS579y7sruadqu11beEJoTjdFiFCdX4", "bitcoincash:pr95sy3j9xwd2ap32xkykttr4cvcu7as4yc93ky28e"],
  ["31nwvkZwyPdgzjBJZXfDmSWsC4ZLKpYyUw", "bitcoincash:pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37"],
] as const;

const HASHES = {
  20: "f5bf48b397dae70be82b3cca4793f8eb2b6cdac9",
  24: "7adbf6c17084bc86c1706827b41a56f5ca32865925e946ea",
  28: "3a84f9cf51aae98a3bb3a78bf16a6183790b18719126325bfc0c075b",
  32: "3173ef6623c6b48ffd1a3dcc0cc6489b0a07bb47a37f47cfef4fe69de825c060",
  40: "c07138323e00fa4fc122d3b85b9628ea810b3f381706385e289b0b25631197d194b5c238beb136fb",
  48: "e361ca9a7f99107c17a622e047e3745d3e19cf804ed63c5c40c6ba763696b98241223d8ce62ad48d863f4cb18c930e4c",
  56: "d9fa7c4c6ef56dc4ff423baae6d495dbff663d034a72d1dc7d52cbfe7d1e6858f9d523ac0a7a5c34077638e4dd1a701bd017842789982041",
  64: "d0f346310d5513d9e01e299978624ba883e6bda8f4c60883c10f28c2967e67ec77ecc7eeeaeafc6da89fad72d11ac961e164678b868aeeec5f2c1da08884175b",
} as const;

/** "Larger test vectors" of the specification. */
const LARGER: [keyof typeof HASHES, number, string][] = [
  [20, 0, "bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2"],
  [20, 1, "bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t"],
  [20, 1, "pref:pr6m7j9njldwwzlg9v7v53unlr4jkmx6ey65nvtks5"],
  [24, 0, "bitcoincash:q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0"],
  [24, 1, "bchtest:p9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2u94tsynr"],
  [28, 0, "bitcoincash:qgagf7w02x4wnz3mkwnchut2vxphjzccwxgjvvjmlsxqwkcw59jxxuz"],
  [28, 1, "pref:pgagf7w02x4wnz3mkwnchut2vxphjzccwxgjvvjmlsxqwkcrsr6gzkn"],
  [32, 0, "bitcoincash:qvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq5nlegake"],
  [32, 1, "bchtest:pvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq7fqng6m6"],
  [40, 0, "bitcoincash:qnq8zwpj8cq05n7pytfmskuk9r4gzzel8qtsvwz79zdskftrzxtar994cgutavfklv39gr3uvz"],
  [40, 1, "pref:pnq8zwpj8cq05n7pytfmskuk9r4gzzel8qtsvwz79zdskftrzxtar994cgutavfklv0vx5z0w3"],
  [48, 0, "bitcoincash:qh3krj5607v3qlqh5c3wq3lrw3wnuxw0sp8dv0zugrrt5a3kj6ucysfz8kxwv2k53krr7n933jfsunqex2w82sl"],
  [48, 1, "bchtest:ph3krj5607v3qlqh5c3wq3lrw3wnuxw0sp8dv0zugrrt5a3kj6ucysfz8kxwv2k53krr7n933jfsunqnzf7mt6x"],
  [
    56,
    0,
    "bitcoincash:qmvl5lzvdm6km38lgga64ek5jhdl7e3aqd9895wu04fvhlnare5937w4ywkq57juxsrhvw8ym5d8qx7sz7zz0zvcypqscw8jd03f",
  ],
  [56, 1, "pref:pmvl5lzvdm6km38lgga64ek5jhdl7e3aqd9895wu04fvhlnare5937w4ywkq57juxsrhvw8ym5d8qx7sz7zz0zvcypqsammyqffl"],
  [
    64,
    0,
    "bitcoincash:qlg0x333p4238k0qrc5ej7rzfw5g8e4a4r6vvzyrcy8j3s5k0en7calvclhw46hudk5flttj6ydvjc0pv3nchp52amk97tqa5zygg96mtky5sv5w",
  ],
  [
    64,
    1,
    "bchtest:plg0x333p4238k0qrc5ej7rzfw5g8e4a4r6vvzyrcy8j3s5k0en7calvclhw46hudk5flttj6ydvjc0pv3nchp52amk97tqa5zygg96mc773cwez",
  ],
];

/** Valid checksums over payloads that purposely mean nothing, and over undefined types (specification). */
const CHECKSUM_ONLY = [
  "prefix:x64nx6hz",
  "p:gpf8m4h7",
  "bitcoincash:qpzry9x8gf2tvdw0s3jn54khce6mua7lcw20ayyn",
  "bchtest:spectestnetaddressrealrealaddressqpan2k9lh",
  "bchreg:555555555555555555555555555555555555555555555udxmlmrz",
  "prefix:0qxsg0rgpa",
  "prefix:0uwa85v9fp",
  "prefix:0zeuqqwwk0xjclsv4lzljpye09m74gv4darmzluu6g4yxxk5eja92nup8dp7p",
  "prefix:07euqqwwk0xjclsv4lzljpye09m74gv4darmzluu6g4yxxk5eja922n8zkmjh",
];

describe("the vectors of the CashAddr specification", () => {
  test.each(TRANSLATIONS)("%s is %s", (legacy, cash) => {
    expect(toCashAddr(legacy)).toBe(cash);
    expect(fromCashAddr(cash)).toBe(legacy);
  });

  test.each(LARGER)("a hash of %i bytes, type %i: %s", (size, type, text) => {
    const prefix = text.slice(0, text.indexOf(":"));
    expect(encodeCashAddr({ prefix, type, hash: hexToBytes(HASHES[size]) })).toBe(text);
    const read = decodeCashAddr(text);
    expect(read && { ...read, hash: bytesToHex(read.hash) }).toEqual({ prefix, type, hash: HASHES[size] });
  });

  test.each(CHECKSUM_ONLY)("%s has a checksum that holds and pays to nothing", (text) => {
    expect(checkedWords(text, "bitcoincash")).toBeDefined();
    expect(decodeCashAddr(text)).toBeUndefined();
  });
});

describe("what is accepted", () => {
  const [legacy, cash] = TRANSLATIONS[0];
  const bare = cash.slice("bitcoincash:".length);

  test.each([cash, bare, cash.toUpperCase(), bare.toUpperCase()])("%s", (text) => {
    expect(fromCashAddr(text)).toBe(legacy);
  });

  test.each([
    ["mixed case", `bitcoincash:${bare.toUpperCase()}`],
    ["a mixed payload", `Q${bare.slice(1)}`],
    ["two prefixes", `bitcoincash:${cash}`],
    ["another network", "bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap"],
    ["a longer hash", "bitcoincash:qvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq5nlegake"],
    ["a legacy address", legacy],
    ["nothing", ""],
    ["a prefix of nothing", `:${bare}`],
    ["a character behind it", `${cash}b`],
    ["a line end behind it", `${cash}\n`],
    ["spaces", ` ${cash}`],
    ["very long text", "q".repeat(100_000)],
  ])("%s is not", (_, text) => {
    expect(fromCashAddr(text)).toBeUndefined();
  });

  test("any one wrong character breaks the checksum", () => {
    for (let at = 0; at < bare.length; at += 1) {
      const wrong = bare.charAt(at) === "q" ? "p" : "q";
      expect(fromCashAddr(bare.slice(0, at) + wrong + bare.slice(at + 1))).toBeUndefined();
    }
  });

  test("a text of 128 characters is read, a longer one and one under no prefix are not", () => {
    const textOf = (prefix: string) => encodeCashAddr({ prefix, type: 1, hash: new Uint8Array(64) });
    const [longest, longer] = [textOf("p".repeat(15)), textOf("p".repeat(16))];
    expect([longest.length, longer.length]).toEqual([128, 129]);
    expect(decodeCashAddr(longest)?.prefix).toBe("p".repeat(15));
    expect(decodeCashAddr(longer)).toBeUndefined();
    expect(decodeCashAddr(textOf(""))).toBeUndefined();
  });

  test("a hash of an odd size or type has no text", () => {
    const hash = new Uint8Array(20);
    for (const odd of [{ type: 2 }, { type: -1 }, { hash: new Uint8Array(21) }, { hash: new Uint8Array(0) }])
      expect(() => encodeCashAddr({ prefix: "bitcoincash", type: 0, hash, ...odd })).toThrow("known type and size");
  });

  test("a text that is no legacy address has no cash address", () => {
    for (const text of ["", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH", cash]) expect(() => toCashAddr(text)).toThrow();
    for (const text of ["", base58check(new Uint8Array(20)), base58check(new Uint8Array(22))])
      expect(() => toCashAddr(text)).toThrow("21 bytes");
  });
});
