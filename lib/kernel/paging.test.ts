import { expect, test } from "vitest";
import type { App } from "./app.ts";
import { secretsUnder } from "./secrets.ts";
import { openToken, openUnsealedToken, sealToken } from "./paging.ts";

const app = { secrets: secretsUnder("0123456789abcdef0123456789abcdef") } as App;
const filters = { fiat: "EUR", startTime: new Date(0), status: undefined };
const token = sealToken(app, "acc-1", filters, ["2026-01-01", "id"]);
const refused = expect.objectContaining({ code: "INVALID_PAGINATION_TOKEN" });

test("a token answers what it was made of, the order of filters aside", () => {
  expect(openToken(app, "acc-1", { startTime: new Date(0), fiat: "EUR" }, token)).toEqual(["2026-01-01", "id"]);
});

test("a token tells nobody where it stands, and is the same for the same place", () => {
  expect(Buffer.from(token, "base64url").toString()).not.toContain("2026-01-01");
  expect(sealToken(app, "acc-1", filters, ["2026-01-01", "id"])).toBe(token);
});

test("other filters or another account are refused", () => {
  expect(() => openToken(app, "acc-2", filters, token)).toThrow(refused);
  expect(() => openToken(app, "acc-1", { ...filters, fiat: "USD" }, token)).toThrow(refused);
  expect(() => openToken(app, "acc-1", { ...filters, status: "PENDING" }, token)).toThrow(refused);
});

test("no altered character is let through", () => {
  for (let at = 0; at < token.length; at += 1) {
    const altered = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    expect(() => openToken(app, "acc-1", filters, altered), `character ${at}`).toThrow(refused);
  }
  for (const other of ["", ".", "a.b", `${token}.`, `${token}A`, token.slice(1)]) {
    expect(() => openToken(app, "acc-1", filters, other), other).toThrow(refused);
  }
});

test("a token of before tokens were sealed is read where callers keep theirs for good, and not when it was altered", () => {
  const before = "WyI4OTc2IiwiMzY5Il0.U5A4V5bWS21jje0Haq4cBw";
  expect(openUnsealedToken(app, "acc-1", { list: "events" }, before)).toEqual(["8976", "369"]);
  expect(() => openUnsealedToken(app, "acc-2", { list: "events" }, before)).toThrow(refused);
  expect(() => openToken(app, "acc-1", { list: "events" }, before)).toThrow(refused);
  for (const other of ["", ".", "a.b", `${before}.`, `${before}A`, before.slice(1), `X${before.slice(1)}`, token])
    expect(() => openUnsealedToken(app, "acc-1", { list: "events" }, other), other).toThrow(refused);
});
