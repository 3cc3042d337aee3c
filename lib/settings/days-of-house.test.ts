import { expect, test } from "vitest";
import { checkSetting, DEFAULT, UNSET } from "./setting.ts";

test("whose midnight ends the days is one place of the world, for all", () => {
  for (const zone of ["UTC", "Europe/Berlin", "America/Toronto", "Asia/Kolkata", "Asia/Calcutta", "Europe/Kyiv"])
    expect(checkSetting("zone", zone)).toBe(zone);
  for (const none of ["Europe/Nowhere", "berlin", "+01:00", ""])
    expect(() => checkSetting("zone", none)).toThrow("zone must be a time zone such as Europe/Berlin.");
  for (const name of ["zone.EUR", "zone.BTC.EUR"])
    expect(() => checkSetting(name, "UTC")).toThrow(`${name} is one for the operator.`);
});

test("bank holidays are one list of named dates, for all, stored in their order", () => {
  expect(checkSetting("bankHolidays", "2026-12-31 New Year's Eve; 2026-12-24 Christmas Eve")).toBe(
    "2026-12-24 Christmas Eve; 2026-12-31 New Year's Eve",
  );
  expect(checkSetting("bankHolidays", DEFAULT)).toBe(UNSET);
  expect(() => checkSetting("bankHolidays", "2026-02-30 No day")).toThrow(
    "bankHolidays must be up to 400 dates, each once and with a name, such as 2026-12-24 Christmas Eve.",
  );
  expect(() => checkSetting("bankHolidays.EUR", "2026-12-24 Christmas Eve")).toThrow(
    "bankHolidays.EUR is one list for the operator.",
  );
});
