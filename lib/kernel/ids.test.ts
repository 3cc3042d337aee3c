import { expect, test } from "vitest";
import { isId, uuidv7 } from "./ids.ts";

test("ids sort as they were made, within a millisecond too, and are versions 7 with their time", () => {
  const ids = Array.from({ length: 4_000 }, () => uuidv7(1_790_000_000_000));
  ids.push(uuidv7(1_790_000_000_001));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => isId(id) && id[14] === "7" && "89ab".includes(id[19] ?? ""))).toBe(true);
  expect(Number.parseInt((ids[0] ?? "").replaceAll("-", "").slice(0, 12), 16)).toBe(1_790_000_000_000);
});
