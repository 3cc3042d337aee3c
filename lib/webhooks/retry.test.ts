import { describe, expect, test } from "vitest";
import { RETRY_DELAYS_MS, retryAfterMs, retryDelayMs, verdictOf } from "./retry.ts";

describe("retries", () => {
  test("come after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, and then no more", () => {
    const delays = Array.from({ length: 10 }, (_, at) => retryDelayMs(at + 1, 0));
    const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(delays).toEqual([...seconds.map((each) => each * 1_000), undefined]);
  });

  test("come up to a tenth earlier by chance, never later", () => {
    for (const [at, delay] of RETRY_DELAYS_MS.entries()) {
      for (const chance of [0, 0.3, 0.999, 1]) {
        const jittered = retryDelayMs(at + 1, chance) ?? 0;
        expect(jittered).toBeLessThanOrEqual(delay);
        expect(jittered).toBeGreaterThanOrEqual(delay * 0.9);
      }
    }
  });

  test("come no earlier than the receiver wants, and not one more for that", () => {
    expect([retryDelayMs(1, 1, 4_500), retryDelayMs(1, 1, 4_501), retryDelayMs(10, 0, 60_000)]).toEqual([
      4_500,
      4_501,
      undefined,
    ]);
  });
});

test.each([
  ["120", 120_000],
  ["0", 0],
  [" 7 ", 7_000],
  ["Wed, 25 Nov 2026 12:00:30 GMT", 30_000],
  ["Wed, 25 Nov 2026 11:59:59 GMT", 0],
  ["86401", 86_400_000],
  ["9".repeat(400), 86_400_000],
  ["Wed, 25 Nov 2036 12:00:00 GMT", 86_400_000],
  [undefined, 0],
  ["", 0],
  ["-5", 0],
  ["1.5", 0],
  ["soon", 0],
  ["never GMT", 0],
])("Retry-After: %s asks for %s ms", (header, wanted) => {
  expect(retryAfterMs(header, Date.parse("2026-11-25T12:00:00Z"))).toBe(wanted);
});

test.each([
  [undefined, false, false],
  [200, true, false],
  [204, true, false],
  [299, true, false],
  [199, false, false],
  [301, false, false],
  [307, false, false],
  [404, false, false],
  [410, false, true],
  [500, false, false],
])("a status of %s: delivered %s, gone %s", (status, delivered, gone) => {
  expect(verdictOf(status)).toEqual({ delivered, gone });
});
