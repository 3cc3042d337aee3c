import { describe, expect, test } from "vitest";
import { isSqlTag, looksLikeSql, sqlChanges } from "./sql.ts";

/** The statement with each change made, its white space evened. */
const changed = (text: string, operator?: string): string[] =>
  sqlChanges(text)
    .filter((change) => operator === undefined || change.operator === operator)
    .map(({ start, end, text: put }) => (text.slice(0, start) + put + text.slice(end)).replaceAll(/\s+/g, " ").trim());

const HOLE = "\uE000";

describe("a condition is left out", () => {
  test("one by one, the first too", () => {
    expect(
      changed("select 1 from t where a = 1 and b is null and c in ('X', 'Y') order by a", "condition dropped"),
    ).toEqual([
      "select 1 from t where a = 1 and c in ('X', 'Y') order by a",
      "select 1 from t where b is null and c in ('X', 'Y') order by a",
      "select 1 from t where a = 1 and b is null order by a",
    ]);
  });

  test("the only one becomes true", () => {
    expect(changed(`update t set a = 1 where id = ${HOLE} returning a`, "condition dropped")).toEqual([
      "update t set a = 1 where true returning a",
    ]);
  });

  test("inside brackets and joins", () => {
    expect(
      changed("select 1 from t join u on u.id = t.id and u.a = 2 where (a or b) and c", "condition dropped"),
    ).toEqual([
      "select 1 from t join u on u.id = t.id where (a or b) and c",
      "select 1 from t join u on u.a = 2 where (a or b) and c",
      "select 1 from t join u on u.id = t.id and u.a = 2 where (a ) and c",
      "select 1 from t join u on u.id = t.id and u.a = 2 where ( b) and c",
      "select 1 from t join u on u.id = t.id and u.a = 2 where (a or b)",
      "select 1 from t join u on u.id = t.id and u.a = 2 where c",
    ]);
  });

  test("what is between two values stays whole, and so does a case", () => {
    expect(changed("select 1 from t where a between 1 and 2 and b", "condition dropped")).toEqual([
      "select 1 from t where a between 1 and 2",
      "select 1 from t where b",
    ]);
    expect(
      changed("select 1 from t where a and case when b then c else d end = e and f", "condition dropped"),
    ).toContain("select 1 from t where a and f");
  });

  test("of a part of a statement", () => {
    expect(changed(`and b.account_id = ${HOLE}`, "condition dropped")).toEqual([""]);
  });
});

test.each([
  ["select 1 from t where a <= 2", "comparison", ["select 1 from t where a < 2"]],
  ["select 1 from t where a = b", "comparison", ["select 1 from t where a <> b"]],
  ["update t set a = b, c = d where e = f", "comparison", ["update t set a = b, c = d where e <> f"]],
  ["select a from t where b is not null", "null", ["select a from t where b is null"]],
  ["select a from t order by a desc, b", "word", ["select a from t order by a asc, b"]],
  ["select a from t order by a desc, b", "order", ["select a from t order by a desc, b desc"]],
  ["select a from t limit 1", "limit", ["select a from t"]],
  ["select a from t limit 1", "number", ["select a from t limit 2"]],
  ["select a from t for update", "lock", ["select a from t"]],
  ["select a from t for update of t skip locked", "skip locked", ["select a from t for update of t"]],
  ["select a from t for update skip locked", "lock", ["select a from t"]],
  ["select coalesce(sum(a), 0) from t", "coalesce", ["select coalesce(sum(a)) from t"]],
  ["select max(a) from t", "word", ["select min(a) from t"]],
  ["select a + b from t", "operator", ["select a - b from t"]],
  ["select * from t left join u on true", "join", ["select * from t join u on true"]],
  ["select distinct a from t", "distinct", ["select a from t"]],
  ["select a from t union all select b from u", "union", ["select a from t union select b from u"]],
  ["select 1 where not exists (select 1)", "negation", ["select 1 where exists (select 1)"]],
  ["insert into t values (1) on conflict do nothing", "conflict", ["insert into t values (1)"]],
  ["select 1 where a in ('X', 'Y')", "list", ["select 1 where a in ( 'Y')", "select 1 where a in ('X')"]],
  ["select a + interval '15 minutes'", "number", ["select a + interval '16 minutes'"]],
])("%s: %s", (text, operator, expected) => expect(changed(text, operator)).toEqual(expected));

test("SQL is known by its tag, or by how it begins", () => {
  expect(["Prisma.sql", "db.$queryRaw<{ id: string }[]>", "tx.db.$executeRaw", "sql"].every(isSqlTag)).toBe(true);
  expect(["css", "String.raw", "html"].some(isSqlTag)).toBe(false);
  expect(["select a from b", " update t set a = 1", "delete from t", "with a as (select 1)"].every(looksLikeSql)).toBe(
    true,
  );
  expect(["Select", "update", "selected one", "with love"].some(looksLikeSql)).toBe(false);
});
