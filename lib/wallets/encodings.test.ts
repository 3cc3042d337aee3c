import { hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { addressKey, ethAddress, tronAddress } from "./encodings.ts";

describe("Ethereum's mixed case", () => {
  test.each([
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    "0xde709f2102306220921060314715629080e2fb77",
    "0x27b1fdb04752bbc536007a920d24acb045561c26",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
  ])("%s, a vector of EIP-55", (address) => {
    expect(ethAddress(hexToBytes(address.slice(2).toLowerCase()))).toBe(address);
  });
});

describe("Tron's form", () => {
  test.each([
    ["a614f803b6fd780986a42c78ec9c7f77e6ded13c", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
    ["1a6ac17c82ad141ebc524a9ffc94965848f35279", "TCNtTa1rveKkovHR2ebABu4K66U6ocUCZX"],
    ["2eb90f8356345c903d9f85e58d1b8177890adfb6", "TEEFn7rQqx4Xc3GL1Bx27A155xAj7w5W7a"],
    ["49a5f0cda413ab723fff9baf956329ecfe5d1a23", "TGgd7pXdZALo9GyT4pmF2tT6JRf7ETWVcL"],
  ])("account %s is %s", (account, address) => {
    expect(tronAddress(hexToBytes(account))).toBe(address);
  });
});

describe("the key of a look-up", () => {
  const legacy = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
  const cash = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
  const segwit = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
  const eth = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

  test.each([legacy, cash, cash.slice(12), cash.toUpperCase(), cash.slice(12).toUpperCase()])(
    "%s is its legacy form",
    (text) => {
      expect(addressKey(text)).toBe(legacy);
    },
  );

  test.each([eth, eth.toLowerCase(), eth.toUpperCase(), `0x${eth.slice(2).toUpperCase()}`])(
    "%s is lower case",
    (text) => {
      expect(addressKey(text)).toBe(eth.toLowerCase());
    },
  );

  test.each([segwit, segwit.toUpperCase()])("%s is lower case", (text) => {
    expect(addressKey(text)).toBe(segwit);
  });

  test("of six characters behind its prefix is as short as bech32 gets", () => {
    expect(["BC1QQQQQQ", "BC1QQQQQ"].map(addressKey)).toEqual(["bc1qqqqqq", "BC1QQQQQ"]);
  });

  test.each([
    "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    "BC1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6b",
    `bitcoincash:${cash}`,
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
    `A${eth}`,
    `${eth}A`,
    `A${segwit}`,
    `${segwit.toUpperCase()}:`,
    "BC1QCR8",
    "",
    " ",
    "İ:\u0000\ud800 nothing of the kind",
    "q".repeat(100_000),
  ])("odd or exact text is its own key", (text) => {
    expect(addressKey(text)).toBe(text);
  });

  test("a key is its own key", () => {
    for (const text of [legacy, cash, segwit, eth]) expect(addressKey(addressKey(text))).toBe(addressKey(text));
  });
});
