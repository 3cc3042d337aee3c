import fc from "fast-check";
import { expect, test } from "vitest";
import { changed, isPlain, isWanted, type Layout, movedTo, PLAIN, readLayout, stateOf, writeLayout } from "./layout.ts";
import { boundedWidth } from "./widths.ts";

/** A table, one column of which shows while the list is sorted by it. */
const VALUED = { ids: ["name", "a", "value"], fixed: ["name"], hidden: [], sorted: ["value"] };
const COLUMNS = { ids: ["name", "a", "b", "c", "d"], fixed: ["name"], hidden: ["d"], sorted: [] };
const IDS = COLUMNS.ids;

const show = (layout: Layout, id: string, is: boolean) =>
  changed(COLUMNS, layout, "columnVisibility", (before) => ({ ...before, [id]: is }));
const pin = (layout: Layout, id: string) =>
  changed(COLUMNS, layout, "columnPinning", ({ start }) => ({ start: [...start, id], end: [] }));

test("a column put where another is takes its place; nothing passes the one that names the row", () => {
  const once = movedTo(COLUMNS, PLAIN, IDS, "a", "b");
  expect(once.columnOrder).toEqual(["name", "b", "a", "c", "d"]);
  expect(movedTo(COLUMNS, once, once.columnOrder, "b", "name")).toBe(once);
  expect(movedTo(COLUMNS, once, once.columnOrder, "name", "b")).toBe(once);
});

test("what is put among pinned columns is pinned too, in its place, and what is put behind them is not", () => {
  const pinned = pin(PLAIN, "c");
  expect(stateOf(COLUMNS, pinned).columnPinning.start).toEqual(["name", "c"]);
  const put = movedTo(COLUMNS, pinned, ["name", "c", "a", "b", "d"], "b", "c");
  expect(stateOf(COLUMNS, put).columnPinning.start).toEqual(["name", "b", "c"]);
  const back = movedTo(COLUMNS, put, ["name", "b", "c", "a", "d"], "b", "a");
  expect(stateOf(COLUMNS, back).columnPinning.start).toEqual(["name", "c"]);
});

test("what nobody chose is as the table says; the column that names the row cannot be put away", () => {
  expect(stateOf(COLUMNS, PLAIN).columnVisibility).toEqual({ name: true, d: false });
  const put = show(show(PLAIN, "name", false), "d", true);
  expect(stateOf(COLUMNS, put).columnVisibility).toEqual({ name: true, d: true });
  expect(isWanted(put, "d")).toBe(true);
});

test("only what a reader changed is kept: another slice's change keeps nothing that the table says itself", () => {
  const wide = changed(COLUMNS, PLAIN, "columnSizing", { a: 120 });
  expect(wide).toEqual({ ...PLAIN, columnSizing: { a: 120 } });
  expect(isPlain(wide)).toBe(false);
  expect(show(PLAIN, "a", false).columnVisibility).toEqual({ a: false });
  expect(show(show(PLAIN, "a", false), "a", true).columnVisibility).toEqual({ a: true });
});

test("an address carries any layout there and back", () => {
  const ids = fc.shuffledSubarray(IDS);
  const layout = fc.record({
    columnOrder: ids,
    columnPinning: ids.map((start) => ({ start, end: [] })),
    columnSizing: fc.dictionary(fc.constantFrom(...IDS), fc.integer({ min: 0, max: 900 }).map(boundedWidth)),
    columnVisibility: fc.dictionary(fc.constantFrom(...IDS), fc.boolean()),
  });
  fc.assert(
    fc.property(layout, (made) => {
      const { columns, order } = writeLayout(made);
      const read = readLayout(IDS, columns ?? null, order ?? null);
      expect(stateOf(COLUMNS, read)).toEqual(stateOf(COLUMNS, { ...PLAIN, ...made }));
    }),
  );
});

test("an address of before is read as it was, and written the same", () => {
  const [columns, order] = ["a.h_d.s_b.p.w140", "name_c_b_a_d"];
  const read = readLayout(IDS, columns, order);
  expect(stateOf(COLUMNS, read)).toMatchObject({
    columnPinning: { start: ["name", "b"] },
    columnSizing: { b: 140 },
    columnVisibility: { a: false, d: true },
  });
  expect(writeLayout(read)).toEqual({ columns, order });
});

test("an address from elsewhere cannot break the table", () => {
  expect(readLayout(IDS, "zz.h_a.w99999_b.x_c.w9", "zz_b_b")).toEqual({
    ...PLAIN,
    columnOrder: ["b"],
    columnSizing: { c: 56 },
  });
});

test("a column of what the list is sorted by shows then and only then, whatever the reader chose before", () => {
  const chosen = readLayout(VALUED.ids, "value.s", null);
  expect(stateOf(VALUED, PLAIN, "a").columnVisibility["value"]).toBe(false);
  expect(stateOf(VALUED, chosen).columnVisibility["value"]).toBe(false);
  expect(stateOf(VALUED, readLayout(VALUED.ids, "value.h", null), "value").columnVisibility["value"]).toBe(true);
});
