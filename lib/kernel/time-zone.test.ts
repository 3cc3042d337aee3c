import { expect, test } from "vitest";
import { isTimeZone } from "./time-zone.ts";

test("a place is known by its name, and by the one that it had before: which of the two Intl lists is no matter", () => {
  for (const zone of Intl.supportedValuesOf("timeZone")) expect([zone, isTimeZone(zone)]).toEqual([zone, true]);
  for (const [now, before] of [
    ["Asia/Kolkata", "Asia/Calcutta"],
    ["Europe/Kyiv", "Europe/Kiev"],
    ["Asia/Ho_Chi_Minh", "Asia/Saigon"],
    ["America/Argentina/Buenos_Aires", "America/Buenos_Aires"],
    ["America/Port-au-Prince", "Africa/Dar_es_Salaam"],
  ] as const)
    expect([now, isTimeZone(now), isTimeZone(before)]).toEqual([now, true, true]);
  expect(isTimeZone("UTC")).toBe(true);
});

test("hours alone, another case, and what is nowhere are none", () => {
  for (const none of ["+05:30", "Etc/GMT+3", "GMT", "EST5EDT", "europe/berlin", "Europe/berlin", "EUROPE/BERLIN", ""])
    expect([none, isTimeZone(none)]).toEqual([none, false]);
  for (const none of ["Europe/Nowhere", "berlin", "Europe/", "/Berlin", " Europe/Berlin", "Europe/Berlin "])
    expect([none, isTimeZone(none)]).toEqual([none, false]);
});
