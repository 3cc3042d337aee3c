import fc from "fast-check";
import { expect, test } from "vitest";
import {
  arranged,
  boundedWidth,
  isShown,
  type Layout,
  moved,
  movedTo,
  PLAIN,
  type Placed,
  readLayout,
  withColumn,
  writeLayout,
} from "./layout.ts";

const column = (id: string, more: Partial<Placed> = {}): Placed => ({
  id,
  fixed: false,
  hidden: false,
  width: 100,
  ...more,
});
const COLUMNS = [column("name", { fixed: true }), column("a"), column("b"), column("c"), column("d", { hidden: true })];
const IDS = COLUMNS.map(({ id }) => id);
const order = (layout: Layout) => arranged(COLUMNS, layout).map(({ id }) => id);

test("a column moves over the next one that shows, and never past the one that names the row", () => {
  const once = moved(COLUMNS, PLAIN, "a", 1);
  expect(order(once)).toEqual(["name", "b", "a", "c", "d"]);
  expect(order(moved(COLUMNS, once, "b", -1))).toEqual(["name", "b", "a", "c", "d"]);
  const hidden = withColumn(PLAIN, "b", { shown: false });
  expect(order(moved(COLUMNS, hidden, "a", 1))).toEqual(["name", "b", "c", "a", "d"]);
});

test("pinned columns come first, and what is dropped among them is pinned too", () => {
  const pinned = withColumn(PLAIN, "c", { pinned: true });
  expect(order(pinned)).toEqual(["name", "c", "a", "b", "d"]);
  const dropped = movedTo(COLUMNS, pinned, "b", "c");
  expect(order(dropped)).toEqual(["name", "b", "c", "a", "d"]);
  expect(dropped.columns["b"]).toEqual({ pinned: true });
});

test("what nobody chose is as the table says; the column that names the row cannot be put away", () => {
  const put = withColumn(withColumn(PLAIN, "name", { shown: false }), "d", { shown: true });
  expect(COLUMNS.map((one) => isShown(one, PLAIN))).toEqual([true, true, true, true, false]);
  expect(COLUMNS.map((one) => isShown(one, put))).toEqual([true, true, true, true, true]);
});

test("an address carries any layout there and back", () => {
  const choice = fc.record(
    { shown: fc.boolean(), pinned: fc.constant(true), width: fc.integer({ min: 0, max: 900 }).map(boundedWidth) },
    { requiredKeys: [] },
  );
  const layout = fc.record({
    order: fc.shuffledSubarray(IDS),
    columns: fc.dictionary(
      fc.constantFrom(...IDS),
      choice.filter((one) => Object.keys(one).length > 0),
    ),
  });
  fc.assert(
    fc.property(layout, (made) => {
      const { columns, order: ids } = writeLayout(made);
      const read = readLayout(IDS, columns ?? null, ids ?? null);
      expect(read.order).toEqual(made.order);
      expect({ ...read.columns }).toEqual({ ...made.columns });
    }),
  );
});

test("an address from elsewhere cannot break the table", () => {
  expect(readLayout(IDS, "zz.h_a.w99999_b.x_c.w9", "zz_b_b")).toEqual({
    order: ["b"],
    columns: { a: {}, b: {}, c: { width: 56 } },
  });
});
