import { describe, expect, test } from "vitest";
import { readAddress } from "./address.ts";
import { readBic, readIban } from "./iban.ts";

describe("an address", () => {
  test.each([
    ["bitcoin", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
    ["bitcoin", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
    ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ["bitcoin", "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"],
    ["bitcoincash", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
    ["eth", "0x52908400098527886E0F7030069857D2E4169EE7"],
    ["tron", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
  ] as const)("of %s is read as it is written: %s", (network, text) => {
    expect(readAddress(network, text)?.address).toBe(text);
  });

  test("of bitcoincash has one form and one script, whichever way it is written; so has one in capitals", () => {
    const cash = readAddress("bitcoincash", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a");
    expect(readAddress("bitcoincash", "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu")).toEqual(cash);
    expect(readAddress("bitcoin", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4")).toEqual(
      readAddress("bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
    );
    expect(readAddress("eth", "0x52908400098527886e0f7030069857d2e4169ee7")?.address).toBe(
      "0x52908400098527886E0F7030069857D2E4169EE7",
    );
  });

  test.each([
    ["bitcoin", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3"],
    ["bitcoin", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["bitcoin", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
    ["bitcoincash", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ["bitcoincash", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6b"],
    ["eth", "0x52908400098527886E0F7030069857D2E4169Ee7"],
    ["eth", `0x${"0".repeat(40)}`],
    ["eth", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
    ["tron", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv9"],
    ["tron", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
    ["tron", ""],
  ] as const)("is none of %s: %s", (network, text) => {
    expect(readAddress(network, text)).toBeUndefined();
  });
});

test.each([
  ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
  ["gb29nwbk60161331926819", "GB29NWBK60161331926819"],
  ["NO9386011117947", "NO9386011117947"],
  ["DE88370400440532013000", undefined],
  ["DE8937040044053201300", undefined],
  ["ZZ89370400440532013000", undefined],
  ["", undefined],
])("an IBAN %s reads as %s", (text, iban) => {
  expect(readIban(text)).toBe(iban);
});

test("a BIC has 8 or 11 characters", () => {
  expect([readBic("cobadeff"), readBic("COBADEFFXXX"), readBic("COBADEFFX"), readBic("1OBA2EFF")]).toEqual([
    "COBADEFF",
    "COBADEFFXXX",
    undefined,
    undefined,
  ]);
});
