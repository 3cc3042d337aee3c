import { expect, test } from "vitest";
import { executedHref, expiringHref, receivedHref, soldHref } from "./rows-behind.ts";

const read = (href: string) => {
  const [path, query] = href.split("?");
  return [path, Object.fromEntries(new URLSearchParams(query))];
};
const DAY = "2026-11-20T00:00:00.000Z/2026-11-21T00:00:00.000Z";

test("a figure leads to the rows that it adds up, of the very span of time", () => {
  expect(read(receivedHref("2026-11-20", undefined))).toEqual([
    "/payments",
    { range: "90d", received: "true", created: DAY },
  ]);
  expect(read(receivedHref("2026-11-20", "BTC"))).toEqual([
    "/payments",
    { range: "90d", received: "true", created: DAY, cryptoType: "BTC" },
  ]);
  expect(read(soldHref("2026-11-20"))).toEqual(["/payments", { range: "90d", sold: DAY }]);
  expect(read(executedHref("2026-11-19", "2026-11-20"))).toEqual([
    "/conversions",
    { range: "90d", status: "EXECUTED", executed: "2026-11-19T00:00:00.000Z/2026-11-21T00:00:00.000Z" },
  ]);
  expect(read(expiringHref(Date.parse("2026-11-20T12:00:00Z"), Date.parse("2026-11-20T12:01:00Z")))).toEqual([
    "/payments",
    {
      ...{ range: "90d", status: "PENDING", sort: "expiryTime" },
      expires: "2026-11-20T12:00:00.000Z/2026-11-20T12:01:00.000Z",
    },
  ]);
});
