import { expect, test } from "vitest";
import { refuseAhead, type Statement } from "./statement.ts";

test("a day that has begun anywhere may be told, and none before it has", () => {
  const closedAt = new Date("2026-11-21T00:00:00Z");
  const at = (closed: Date, booked: Date): Statement => ({
    iban: undefined,
    asset: "EUR",
    reference: "S",
    balances: undefined,
    closedAt: closed,
    lines: [{ bookedAt: booked } as Statement["lines"][number]],
  });
  const before = new Date("2026-11-20T00:00:00Z");
  for (const statement of [at(closedAt, before), at(before, closedAt)]) {
    expect(() => refuseAhead("text", statement, new Date("2026-11-20T10:00:00.000Z"))).not.toThrow();
    expect(() => refuseAhead("text", statement, new Date("2026-11-20T09:59:59.999Z"))).toThrow("2026-11-21");
  }
});
