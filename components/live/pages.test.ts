import { expect, test } from "vitest";
import { collector, countNewer, type Page, renewed } from "./pages.ts";

type Row = { id: string; at: number };
const idOf = ({ id }: Row) => id;
const page = (ids: string, startsAfter: string | null = null, at = 1): Page<Row> => ({
  data: [...ids].map((id) => ({ id, at })),
  startsAfter,
});
const held = (...pages: Page<Row>[]) => collector(idOf)(pages);
const ids = (rows: Iterable<string>) => [...rows].join("");

test("pages that come on are added, each row once", () => {
  const collect = collector(idOf);
  const [first, second] = [page("ab", "b"), page("bc", "c")];
  expect(ids(collect([first]).keys())).toBe("ab");
  expect(ids(collect([first, second]).keys())).toBe("abc");
  expect(ids(collect([first, second, page("ad")]).keys())).toBe("abcd");
});

test("where rows have no key of their own, one that says the same is another row", () => {
  const { size } = collector(idOf, "other")([page("aab", "b"), page("b")]);
  expect(size).toBe(4);
});

test("a list that is read anew begins from nothing", () => {
  const collect = collector(idOf);
  const first = page("ab", "b");
  collect([first, page("c")]);
  expect(ids(collect([first]).keys())).toBe("ab");
  expect(ids(collect([page("b")]).keys())).toBe("b");
  expect(ids(collect([]).keys())).toBe("");
});

test("the same pages are the same rows", () => {
  const collect = collector(idOf);
  const pages = [page("ab", "b")];
  expect(collect(pages)).toBe(collect([...pages]));
});

test("a row says what its renewal makes of it, in its place, however deep; none is added", () => {
  const later = (row: Row, fresh: Row | undefined) => (fresh && fresh.at > row.at ? fresh : row);
  const rows = renewed(held(page("ab", "b", 5), page("c", null, 5)), page("xcb", null, 9), idOf, later);
  expect(rows.map(({ id, at }) => `${id}${at}`)).toEqual(["a5", "b9", "c9"]);
  expect(renewed(held(page("ab")), undefined, idOf, () => ({ id: "z", at: 0 })).map(idOf)).toEqual(["a", "b"]);
});

test("a renewal knows whether the page that was read again is all there is", () => {
  const gone = (row: Row, fresh: Row | undefined, whole: boolean) => fresh ?? (whole ? { ...row, at: -1 } : row);
  const rows = held(page("ab", "b"));
  expect(renewed(rows, page("a"), idOf, gone).map(({ at }) => at)).toEqual([1, -1]);
  expect(renewed(rows, page("a", "a"), idOf, gone).map(({ at }) => at)).toEqual([1, 1]);
});

test.each([
  ["ahead of the list", "xyab", true, 2],
  ["within it, as another order has it", "axb", true, 1],
  ["more than a page", "wxyz", true, 4],
  ["what moved up from the next page is none", "bcd", true, 0],
  ["one came and the rest moved up", "xbcd", true, 1],
  ["at the end of a list that is all there", "abx", false, 1],
  ["none", "ab", false, 0],
  ["none are left", "", true, 0],
])("newcomers: %s", (_, newest, hasMore, count) => {
  expect(countNewer(held(page("ab")), page(newest), idOf, hasMore)).toBe(count);
});

test("to an empty list everything is new, and before its first page was read again nothing", () => {
  expect(countNewer(held(page("")), page("ab"), idOf, false)).toBe(2);
  expect(countNewer(held(page("ab")), undefined, idOf, true)).toBe(0);
});
