import { expect, test } from "vitest";
import { ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getStatementEndpoint } from "./contract.ts";

const read = (query: Record<string, unknown>) => {
  const { success, data } = getStatementEndpoint.query.safeParse(query);
  return success ? data : undefined;
};

test("a statement is of any asset, of one customer or payment, from and to an instant in milliseconds", () => {
  for (const asset of ASSET_SYMBOLS) expect(read({ asset })).toEqual({ asset });
  expect(read({ asset: "XRP" })).toBeUndefined();
  expect(read({ startTime: Decimal.from("1795824000000"), endTime: Decimal.from("1795824000001") })).toEqual({
    startTime: new Date(1_795_824_000_000),
    endTime: new Date(1_795_824_000_001),
  });
  expect(read({ startTime: "2026-11-28T00:00:00Z" })).toBeUndefined();
  expect(read({ endTime: "2026-11-28T00:00:00Z" })).toBeUndefined();
  expect(read({ subaccount: "x".repeat(128) })).toEqual({ subaccount: "x".repeat(128) });
  expect(read({ subaccount: "x".repeat(129) })).toBeUndefined();
  expect(read({ paymentId: "x".repeat(128) })).toEqual({ paymentId: "x".repeat(128) });
});
