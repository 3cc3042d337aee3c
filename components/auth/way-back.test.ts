import { expect, it } from "vitest";
import { wayBack } from "./way-back.ts";

const ORIGIN = "https://desk.example";

it.each([
  ["/payments?open=1", "/payments?open=1"],
  ["https://desk.example/payments?x=1", "/payments?x=1"],
  ["https://evil.example/payments", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["/sign-in?callbackUrl=/sign-in", "/"],
  ["/enrol?callbackUrl=/payments", "/"],
  ["", "/"],
  [null, "/"],
])("%s leads to %s", (asked, to) => {
  expect(wayBack(asked, ORIGIN)).toBe(to);
});

// A path may begin like another host.
it.each(["/.//evil.example/payments", "/x/..//evil.example", "/%2e//evil.example"])(
  "%s stays on our own site",
  (asked) => {
    expect(new URL(wayBack(asked, ORIGIN), ORIGIN).origin).toBe(ORIGIN);
  },
);
