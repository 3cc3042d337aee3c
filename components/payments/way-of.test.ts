import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { deposit, EXPIRY, halfLate, payment } from "./payment.fixture.ts";
import { STATIONS, wayOf } from "./way-of.ts";

const of = (text: string) => Decimal.from(text);
const shown = (...from: Parameters<typeof wayOf>) => {
  const way = wayOf(...from);
  return [...STATIONS, "all" as const].map((one) => way[one].toString());
};
const NOW = EXPIRY - 60_000;

test("what nobody paid is with the payer until the bill expires, and nowhere afterwards", () => {
  expect(shown(payment(), NOW)).toEqual(["0.00420876", "0", "0", "0", "0", "0.00420876"]);
  expect(shown(payment(), EXPIRY)).toEqual(["0", "0", "0", "0", "0", "0"]);
});

test("what is seen is on the chain, the rest still to come", () => {
  const seen = deposit({ status: "UNCONFIRMED", quantity: of("0.002") });
  expect(shown(payment({ deposits: [seen] }), NOW)).toEqual(["0.00220876", "0.002", "0", "0", "0", "0.00420876"]);
});

test("dropped, declined and foreign money is on no station of its own; more than was asked for is counted", () => {
  const deposits = [
    deposit({ status: "DROPPED", quantity: of("1") }),
    deposit({ status: "UNCONFIRMED", cryptoType: "BCH", quantity: of("1") }),
    deposit({ status: "UNCONFIRMED", quantity: of("0.005") }),
  ];
  expect(shown(payment({ deposits }), NOW)).toEqual(["0", "0.005", "0", "0", "0", "0.005"]);
});

test("what came is in custody, sold or out, and they sum to it", () => {
  expect(shown(halfLate(), EXPIRY + 1)).toEqual(["0", "0", "0.00220876", "0.002", "0", "0.00420876"]);
  const out = { ...halfLate(), quantityUnconverted: of("0.001"), quantityPaidOut: of("0.00120876") };
  expect(shown(out, EXPIRY + 1)).toEqual(["0", "0", "0.001", "0.002", "0.00120876", "0.00420876"]);
});
