import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { addMultiples } from "./generator-multiples.ts";

const { Point } = secp256k1;
const ORDER = Point.CURVE().n;
const START = Point.BASE.multiply(987_654_321n);
const bytesOf = (number: bigint): Uint8Array => hexToBytes(number.toString(16).padStart(64, "0"));

test("sums are those that each product gives alone, whatever bytes a number has", () => {
  const numbers = [
    1n,
    255n,
    256n,
    2n ** 248n,
    255n * 2n ** 248n,
    ORDER - 1n,
    ORDER / 3n,
    ...Array.from({ length: 32 }, (_, place) => (BigInt(place + 1) * 2n ** BigInt(place * 8)) % ORDER),
    ...Array.from({ length: 64 }, (_, at) => BigInt(at + 1) ** 61n % ORDER),
  ];
  const alone = numbers.map((number) => START.add(Point.BASE.multiply(number)).toHex(true));
  expect(addMultiples(START, numbers.map(bytesOf)).map((sum) => sum.toHex(true))).toEqual(alone);
});

test("points of one x are refused, not added wrongly", () => {
  for (const start of [Point.BASE, Point.BASE.negate()])
    expect(() => addMultiples(start, [bytesOf(5n), bytesOf(1n)])).toThrow("nor the same");
});
