import { expect, test } from "vitest";
import { paymentUri } from "./payment-uri.ts";

const ETH = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
const USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

test("bitcoin: BIP21, the amount in whole coins and without an exponent", () => {
  expect(paymentUri("BTC", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", 168_351n)).toBe(
    "bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=0.00168351",
  );
  expect(paymentUri("BTC", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", 1n)).toBe(
    "bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.00000001",
  );
  expect(paymentUri("BTC", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", 2_030_000_000n)).toContain("?amount=20.3");
});

test.each(["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"])(
  "bitcoincash: one prefix, whichever form the bill shows (%s)",
  (address) => {
    expect(paymentUri("BCH", address, 18_493_738n)).toBe(
      "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=0.18493738",
    );
  },
);

test("eth: an ERC-20 transfer in smallest units on a named chain", () => {
  expect(paymentUri("USDT@eth", ETH, 67_228_021n, { contract: USDT, chainId: 1 })).toBe(
    `ethereum:${USDT}@1/transfer?address=${ETH}&uint256=67228021`,
  );
});

test("eth without the contract, and tron: the plain address", () => {
  expect(paymentUri("USDC@eth", ETH, 1n)).toBe(ETH);
  expect(paymentUri("USDT@tron", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH", 1n)).toBe("TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH");
});

test("a payment of nothing is a fault of ours", () => {
  expect(() => paymentUri("BTC", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", 0n)).toThrow("above zero");
});
