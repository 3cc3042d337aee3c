import { base32nopad } from "@scure/base";
import { expect, test } from "vitest";
import { newTotpSecret, stepAt, stepOfCode, totpCode, totpUri } from "./totp.ts";

const SECRET = base32nopad.encode(Buffer.from("12345678901234567890"));

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("RFC 6238, appendix B: at %d seconds the code ends in %s", (seconds, code) => {
  expect(totpCode(SECRET, stepAt(seconds * 1000))).toBe(code);
});

test("a code of the step before or after is taken, one further away is not", () => {
  const now = 1_111_111_111_000;
  const here = stepAt(now);
  for (const away of [-1, 0, 1]) expect(stepOfCode(SECRET, totpCode(SECRET, here + away), now, 0)).toBe(here + away);
  for (const away of [-2, 2]) expect(stepOfCode(SECRET, totpCode(SECRET, here + away), now, 0)).toBeUndefined();
});

test("a code counts once, and with it all earlier ones", () => {
  const now = 1_111_111_111_000;
  const here = stepAt(now);
  expect(stepOfCode(SECRET, totpCode(SECRET, here), now, here)).toBeUndefined();
  expect(stepOfCode(SECRET, totpCode(SECRET, here - 1), now, here)).toBeUndefined();
  expect(stepOfCode(SECRET, totpCode(SECRET, here + 1), now, here)).toBe(here + 1);
});

test.each(["", "12345", "1234567", "12345a", " 50471", "١٢٣٤٥٦"])("%j is no code", (code) => {
  expect(stepOfCode(SECRET, code, Date.now(), 0)).toBeUndefined();
});

test("a secret has 160 bits, and its address names whose it is", () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  const uri = new URL(totpUri(secret, "Desk pay.example", "anna+1@example.com"));
  expect(decodeURIComponent(uri.pathname)).toContain("Desk pay.example:anna+1@example.com");
  expect(uri.searchParams.get("secret")).toBe(secret);
});
