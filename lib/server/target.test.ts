import fc from "fast-check";
import { expect, it } from "vitest";
import { isOwned } from "#lib/http/owned.ts";
import { readingOf } from "./target.ts";

it.each([
  "/x/../manage/v1/balances",
  "/x/./y",
  "/./manage/v1/balances",
  "/x//y",
  "//manage/v1/balances",
  "/x\\..\\manage/v1/balances",
  "/\\manage/v1/balances",
  "/x/%2e%2e/manage/v1/balances",
  "/x/%2E./manage/v1/balances",
  "/x%2f..%2fmanage/v1/balances",
  "/x%5c..%5cmanage/v1/balances",
  "/x/%252e%252e/manage/v1/balances",
  "/x%252f%252e%252e%252fmanage/v1/balances",
  "/x/%25252e%25252e/manage",
  "/x/%2525252525252e%25252525252e/manage",
  "/x/..",
  "/..",
  "/x/%00",
  "/x/%0a",
  "/x/%zz",
  "/x/%ff",
  "/x/%",
])("%s is read otherwise", (path) => {
  expect(readingOf(path)).toBeUndefined();
});

it.each([
  "/",
  "/payments",
  "/docs/rulebook/surface.md",
  "/docs/errors/INVALID_TARGET",
  "/_next/static/chunks/turbopack-1..2.js",
  "/_next/static/chunks/%5Broot-of-the-server%5D__1._.js",
  "/pay/019aab",
  "/a%20b",
  "/...",
  "/.well-known/security.txt",
  "/x/",
])("%s is plain", (path) => {
  expect(readingOf(path)).toBe(decodeURIComponent(path));
});

it("what is escaped reads as it is", () => {
  expect(isOwned(readingOf("/%6danage/v1/balances") ?? "")).toBe(true);
});

it("tidying a path that has a reading, before or after unescaping, leads nowhere else", () => {
  const piece = fc.constantFrom(
    "/",
    "x",
    ".",
    "..",
    "%2e",
    "%2f",
    "%5c",
    "\\",
    "%25",
    "2e",
    "manage",
    "%6d",
    "v1",
    "%",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const path = `/${pieces.join("")}`;
      const reading = readingOf(path);
      if (reading === undefined || reading.includes("?")) return;
      for (const text of [path, decodeURIComponent(path), reading]) {
        const { pathname } = new URL(text, "http://desk.example");
        expect(isOwned(decodeURIComponent(pathname))).toBe(isOwned(reading));
      }
    }),
    { numRuns: 5_000 },
  );
});
