import { expect, test } from "vitest";
import { isPayAddress } from "./pay-address.ts";

const GOOD = [
  ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["bitcoin", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"],
  ["bitcoin", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
  ["bitcoin", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
  ["bitcoin", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
  ["bitcoincash", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
  ["bitcoincash", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
  ["bitcoincash", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
  ["eth", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["eth", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"],
  ["tron", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
] as const;
const BAD = [
  ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"],
  ["bitcoin", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
  ["bitcoin", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd"],
  ["bitcoin", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3"],
  ["bitcoin", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
  ["bitcoin", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
  ["bitcoincash", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["eth", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD"],
  ["eth", "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"],
  ["tron", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
  ["tron", ""],
] as const;

test.each(GOOD)("on %s, %s can be paid to", (network, text) => expect(isPayAddress(network, text)).toBe(true));
test.each(BAD)("on %s, %s cannot", (network, text) => expect(isPayAddress(network, text)).toBe(false));
