import { expect, test } from "vitest";
import { conversionQuery, DEFAULT_SORT, fileFilter, readConversionFilter, viewOf } from "./filter.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const read = (text: string) => readConversionFilter(new URLSearchParams(text));
const query = (text: string) => conversionQuery(read(text), NOW, "utc");

test("the newest stand first unless another order is named", () => {
  expect(DEFAULT_SORT).toEqual({ id: "created", desc: true });
  expect(read("").sort).toEqual(DEFAULT_SORT);
  expect(query("")).toMatchObject({ sort: "-created" });
  expect(query("sort=created")).toMatchObject({ sort: "created" });
  expect(query("sort=nonsense")).toMatchObject({ sort: "-created" });
});

test("a link of a former release names a view, which stands for its states; states that are named rule", () => {
  const states = (text: string) => query(text).status;
  expect(["", "view=all", "view=nonsense"].map(states)).toEqual([undefined, undefined, undefined]);
  expect(states("view=open")).toEqual(states("status=CREATED,QUOTED,EXECUTING"));
  expect(states("view=executed")).toEqual(states("status=EXECUTED"));
  expect(states("view=ended")).toEqual(states("status=CANCELLED,FAILED"));
  expect(states("view=ended&status=EXECUTED")).toEqual(states("status=EXECUTED"));
  expect(states("status=EXECUTED")).not.toEqual(states("status=CANCELLED,FAILED"));
});

test("the view that the states are, and none where they are no view's", () => {
  expect(["", "view=open", "view=executed", "view=ended", "status=CREATED"].map((text) => viewOf(read(text)))).toEqual([
    ...["all", "open", "executed", "ended", undefined],
  ]);
});

test("a file holds what the page does, and only what is set", () => {
  expect(query("").in).toBeUndefined();
  expect("in" in query("")).toBe(false);
  expect(fileFilter(query("status=EXECUTED"))).toMatchObject({ status: "EXECUTED", sort: "-created" });
});
