import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { advance, DEPOSIT_STATUSES, DEPOSIT_TRANSITIONS, type DepositStatus, REASON_CODES } from "./states.ts";

const sql = readFileSync(
  new URL("../../prisma/migrations/20261121000000_house/migration.sql", import.meta.url),
  "utf8",
);
/** Where the list was last written down. */
const newest = readFileSync(
  new URL("../../prisma/migrations/20261128055710_assigned_crypto/migration.sql", import.meta.url),
  "utf8",
);
const statuses = Object.keys(DEPOSIT_TRANSITIONS) as DepositStatus[];

test("a deposit's transitions are those of the database", () => {
  const theirs = [...sql.matchAll(/\('deposit', '(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from} → ${to}`);
  const ours = statuses.flatMap((from) => DEPOSIT_TRANSITIONS[from].map((to) => `${from} → ${to}`));
  expect(theirs.length).toBeGreaterThan(0);
  expect(ours.toSorted()).toEqual(theirs.toSorted());
});

test("a deposit's statuses are those that it moves between", () => expect([...DEPOSIT_STATUSES]).toEqual(statuses));

test("the reason codes are those of the database", () => {
  const list = /reason_code in \(([^)]*)\)/.exec(newest)?.[1] ?? "";
  expect([...list.matchAll(/'(\w+)'/g)].map(([, code]) => code)).toEqual([...REASON_CODES]);
});

test("every pair outside the table is refused, staying included", () => {
  for (const from of statuses) {
    for (const to of statuses) {
      if (DEPOSIT_TRANSITIONS[from].includes(to)) expect(advance(from, to)).toBe(to);
      else expect(() => advance(from, to)).toThrow(`A deposit that is ${from} cannot become ${to}.`);
    }
  }
  expect(() => advance("DECLINED", "CREDITED")).toThrow(expect.objectContaining({ code: "INVALID_STATE" }));
});
