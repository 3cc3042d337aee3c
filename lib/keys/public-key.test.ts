import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { isSignedBy, publicKeyFrom, readPublicKey } from "./public-key.ts";
import { linesOf } from "./signature.ts";

/** RFC 8032 §7.1, test 2: the secret is not needed, the message is the one byte 0x72. */
const PUBLIC = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
const SIGNATURE =
  "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";

test("the vector of RFC 8032 holds, as hex and as base64, and one flipped bit does not", () => {
  const key = publicKeyFrom(readPublicKey(PUBLIC));
  const base64 = Buffer.from(SIGNATURE, "hex").toString("base64");
  expect(isSignedBy(key, Buffer.of(0x72), SIGNATURE)).toBe(true);
  expect(isSignedBy(key, Buffer.of(0x72), base64)).toBe(true);
  expect(isSignedBy(key, Buffer.of(0x73), SIGNATURE)).toBe(false);
  expect(isSignedBy(key, Buffer.of(0x72), SIGNATURE.replace("92", "93"))).toBe(false);
  expect(isSignedBy(key, Buffer.of(0x72), "a".repeat(64))).toBe(false);
});

test("hex, base64 and PEM name the same key", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
  const raw = Buffer.from(readPublicKey(pem));
  expect(readPublicKey(raw.toString("hex"))).toEqual(readPublicKey(raw.toString("base64")));
  const lines = linesOf({ timestamp: "1", nonce: "n", method: "GET", target: "/x?a=%2f", body: new Uint8Array() });
  expect(isSignedBy(publicKeyFrom(raw), lines, sign(null, lines, privateKey).toString("hex"))).toBe(true);
});

test.each([
  ["nothing like a key", "hello"],
  ["too short", "11qYAYKxCrfVS/7TyWQHOg=="],
  ["no point of the curve", "0200000000000000000000000000000000000000000000000000000000000000"],
  ["the neutral point", "0100000000000000000000000000000000000000000000000000000000000000"],
  ["a point of order two", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"],
  [
    "a private key",
    "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----",
  ],
])("%s is refused", (_what, given) => {
  expect(() => readPublicKey(given)).toThrow(expect.objectContaining({ code: "VALIDATION_FAILED" }));
});
