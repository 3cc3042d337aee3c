import fc from "fast-check";
import { expect, it } from "vitest";
import { ownPath, wayBack } from "./way-back.ts";

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
])("%s leads to %s", (target, to) => {
  expect(wayBack(target, ORIGIN)).toBe(to);
});

it.each([
  "/.//evil.example/payments",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "/.//\\evil.example",
  "/x/../\\evil.example",
  "/./\\/evil.example",
  "\t//evil.example",
  "/\n/evil.example",
  "//desk.example@evil.example/",
  "https://desk.example@evil.example/",
  "https://desk.example.evil.example/",
  "https:/\\evil.example",
  "https://desk.example//evil.example",
  "https://desk.example/.//evil.example",
  "/?x#//evil.example",
])("%j stays on our own site", (target) => {
  const to = wayBack(target, ORIGIN);
  expect(new URL(to, ORIGIN).origin).toBe(ORIGIN);
  expect(to).not.toMatch(/^\/[/\\]/);
});

it("no spelling leaves the site", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "%2f",
    "%5c",
    "\t",
    "\n",
    "@",
    ":",
    "https:",
    "evil.example",
  );
  const spelling = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(spelling, (target) => {
      for (const text of [target, `/${target}`, ORIGIN + target]) {
        const to = wayBack(text, ORIGIN);
        expect(to.startsWith("/")).toBe(true);
        expect(new URL(to, ORIGIN).origin).toBe(ORIGIN);
        expect(wayBack(to, ORIGIN)).toBe(to);
      }
    }),
    { numRuns: 5_000 },
  );
});

it.each([undefined, null, "", 7, {}, "http://localhost:3140.evil.test", "http://[", "desk.example:x"])(
  "%j is no address of ours",
  (target) => {
    expect(ownPath(target, ORIGIN)).toBeUndefined();
  },
);
