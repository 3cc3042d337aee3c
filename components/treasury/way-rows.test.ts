import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PlaceRecord } from "#lib/places/contract.ts";
import { wayRows } from "./way-rows.ts";

const of = (text: string) => Decimal.from(text);
const place = (kind: PlaceRecord["kind"], value?: string) =>
  ({ kind, ...(value !== undefined && { value: of(value) }) }) as PlaceRecord;

test("each unit stands at one station: what is in sight on its chain, what moves are under way stands between places", () => {
  const places = [
    place("CUSTODY", "300"),
    place("VENUE", "100"),
    place("VENUE", "50.5"),
    place("BANK", "40"),
    place("BANK"),
    place("TRANSIT", "9.5"),
  ];
  const arrivals = [
    { kind: "DEPOSITS", value: of("480") },
    { kind: "DEPOSITS" },
    { kind: "MOVE", value: of("9.5") },
    { kind: "WITHDRAWAL", value: of("7") },
  ];
  const rows = wayRows(places, arrivals).map(({ station, value, share }) => `${station} ${value} ${share}`);
  expect(rows).toEqual(["CHAIN 480 48.9", "CUSTODY 300 30.6", "TRANSIT 9.5 0.9", "VENUE 150.5 15.3", "BANK 40 4"]);
});

test("where nothing stands there are no shares", () => {
  expect(wayRows([], []).every(({ value, share }) => value.isZero() && share === undefined)).toBe(true);
});
