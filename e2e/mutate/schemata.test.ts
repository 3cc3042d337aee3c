import { describe, expect, test } from "vitest";
import { instrument } from "./schemata.ts";

/** What the source becomes with each of its mutants on: the value of its last expression. */
function outcomes(source: string): Map<string, unknown> {
  const { code, mutants } = instrument("lib/some/file.ts", source, 10);
  const run = (active: number | undefined) => {
    try {
      return new Function("$m", "$l", code)(
        (id: number) => id === active,
        () => undefined,
      ) as unknown;
    } catch (error) {
      return (error as Error).name;
    }
  };
  const found = new Map<string, unknown>([["as it is", run(undefined)]]);
  for (const { id, operator, original, replacement } of mutants)
    found.set(`${operator}: ${original} → ${replacement}`, run(id));
  return found;
}

describe("a source with its mutants compiled in", () => {
  test("does what it did while none is on, and each mutant changes one thing", () => {
    expect(Object.fromEntries(outcomes("let a = 2; if (a > 1) { a = a + 5; } return a;"))).toEqual({
      "as it is": 7,
      "number: 2 → (2 + 1)": 8,
      "operator: a > 1 → a >= 1": 7,
      "operator: a > 1 → a <= 1": 2,
      "always: a > 1 → true": 7,
      "never: a > 1 → false": 2,
      "number: 1 → (1 + 1)": 2,
      "statement dropped: a = a + 5; → ": 2,
      "operator: a + 5 → a - 5": -3,
      "number: 5 → (5 + 1)": 8,
    });
  });

  test("keeps what a method is called on, chains and targets whole", () => {
    const found = outcomes(
      "const o = { n: 3, of() { return this.n; } }; const list = [1]; list[0] = o?.of().toString(); return list[0];",
    );
    expect(found.get("as it is")).toBe("3");
    expect(found.get("chain: o?.of().toString() → o.of().toString()")).toBe("3");
  });

  test("drops each side of a condition", () => {
    const found = outcomes("const [a, b] = [1, 0]; return a && b ? 'both' : 'not';");
    expect(found.get("as it is")).toBe("not");
    expect(found.get("condition dropped: a && b → a")).toBe("both");
    expect(found.get("condition dropped: a && b → b")).toBe("not");
    expect(found.get("always the first: a && b ? 'both' : 'not' → 'both'")).toBe("both");
  });

  test("empties functions and lists, turns methods round", () => {
    const found = outcomes(
      "const most = (list) => { const [x] = list.filter((y) => y > 1); return x; }; return most([1, 2]);",
    );
    expect(found.get("as it is")).toBe(2);
    expect(found.get("call dropped: list.filter((y) => y > 1) → list")).toBe(1);
    expect(found.get("empty list: [1, 2] → []")).toBeUndefined();
    expect([...found].filter(([name]) => name.startsWith("empty function"))).toHaveLength(1);
  });

  test("mutates the statement in a tagged template, holes and all", () => {
    const source =
      "const sql = (parts, ...values) => parts.join('?') + values; return sql`select 1 where a = " +
      "$" +
      "{4} and b = $" +
      "{5}`;";
    const dropped = [...outcomes(source)].filter(([name]) => name.startsWith("sql: condition dropped"));
    expect(dropped.map(([, value]) => value)).toEqual(["select 1 where a = ? 4", "select 1 where  b = ?5"]);
  });

  test("leaves the wording of our own faults alone", () => {
    expect([...outcomes('must(true, "said to ourselves");').keys()].join()).not.toContain("said to ourselves → ");
  });

  test("names a mutant the same when lines move, and tells equals apart", () => {
    const keysOf = (text: string) => instrument("lib/a.ts", text, 0).mutants.map(({ key }) => key);
    const source = "function f(a) { return a + 1 + (a + 1); }";
    expect(keysOf(`\n\n${source}`)).toEqual(keysOf(source));
    expect(new Set(keysOf(source)).size).toBe(keysOf(source).length);
  });

  test("can be compiled with some of them only, their numbers unchanged", () => {
    const { code, mutants } = instrument("lib/a.ts", "export const a = 1 + 2;", 7, new Set([8]));
    expect(mutants.map(({ id }) => id)).toEqual([7, 8, 9]);
    expect(code.match(/\$m\(\d+\)/g)).toEqual(["$m(8)"]);
  });
});
