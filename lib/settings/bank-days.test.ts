import { expect, test } from "vitest";
import { daysText, readDays } from "./bank-days.ts";

test("dates with names are read as they are pasted, from CSV and as they were stored", () => {
  const days = [
    { day: "2026-12-24", name: "Christmas Eve" },
    { day: "2027-01-06", name: "Epiphany" },
  ];
  for (const text of [
    "2026-12-24 Christmas Eve\n2027-01-06 Epiphany",
    '"2027-01-06";"Epiphany"\r\n"2026-12-24";"Christmas Eve"\r\n',
    "24.12.2026, Christmas Eve\n6.1.2027\tEpiphany\n",
    daysText(days),
  ])
    expect(readDays(text)).toEqual(days);
  expect(daysText(days)).toBe("2026-12-24 Christmas Eve; 2027-01-06 Epiphany");
});

test("there may be 400 of them, with names of 60 characters", () => {
  const many = Array.from({ length: 400 }, (_, n) => `${2000 + n}-05-01 x`);
  expect(readDays(many.toReversed().join("\n"))?.map(({ day, name }) => `${day} ${name}`)).toEqual(many);
  const name = "é".repeat(60);
  expect(readDays(`2026-12-24 ${name}`)).toEqual([{ day: "2026-12-24", name }]);
});

test.each([
  "",
  "Christmas",
  "2026-02-30 No such day",
  "2026-12-24",
  "2026-12-24 One\n2026-12-24 Twice",
  "Holidays:\n2026-12-24 Christmas Eve",
  `2026-12-24 ${"x".repeat(61)}`,
  "2026-12-24 hid\u202Eden",
  "2026-12-24 one; and more\n2026-12-25 two",
  Array.from({ length: 401 }, (_, n) => `${2000 + n}-05-01 x`).join("\n"),
])("what is no list of days is refused: %s", (text) => {
  expect(readDays(text)).toBeUndefined();
});
