import { expect, test } from "vitest";
import { openVenues } from "./all.ts";

const named = (name: string) => ({ name, key: "k", secret: "s", url: undefined });

test("the venues an operator names are opened in that order, each guarded and well", () => {
  const venues = openVenues(["ccxt-bitstamp", "binance-convert", "kraken"].map(named));
  expect(venues.map(({ name }) => name)).toEqual(["ccxt-bitstamp", "binance-convert", "kraken"]);
  expect(venues.map((venue) => venue.condition?.().state)).toEqual(["CLOSED", "CLOSED", "CLOSED"]);
  expect(venues.map((venue) => venue.capabilities().firmQuotes)).toEqual([false, true, false]);
  expect(venues.map((venue) => venue.capabilities().serves("BCH", "JPY"))).toEqual([true, false, false]);
});

test("a name without an adapter is no venue", () => {
  expect(() => openVenues([named("mtgox")])).toThrow("adapter");
});
