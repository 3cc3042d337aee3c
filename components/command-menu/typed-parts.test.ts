import { describe, expect, test } from "vitest";
import { typedParts } from "./typed-parts.ts";

const ID = "019ab3c4-5d6e-7f80-9a1b-2c3d4ef2e1d0";
/** The text with what was typed of it in brackets. */
const marked = (text: string, typed: string) =>
  typedParts(text, typed)
    .map((part) => (part.typed ? `[${part.text}]` : part.text))
    .join("");

describe("what was typed of a text", () => {
  test.each([
    ["a whole id", ID, `[${ID}]`],
    ["its beginning", "019ab3c4-5d6e-7", "[019ab3c4-5d6e-7]f80-9a1b-2c3d4ef2e1d0"],
    ["in capitals and without dashes", "019AB3C45D6E7", "[019ab3c4-5d6e-7]f80-9a1b-2c3d4ef2e1d0"],
    ["its last digits", "f2e1d0", "019ab3c4-5d6e-7f80-9a1b-2c3d4e[f2e1d0]"],
    ["as a page shortens it", "…f2e1d0", "019ab3c4-5d6e-7f80-9a1b-2c3d4e[f2e1d0]"],
    ["its beginning and its end", "019ab3…f2e1d0", "[019ab3]c4-5d6e-7f80-9a1b-2c3d4e[f2e1d0]"],
    ["beginning and end that meet", `${ID.slice(0, 30)}...${ID.slice(-8)}`, `[${ID.slice(0, 30)}]f2e1d0`],
    ["another id", ID.replace("f80", "f81"), ID],
    ["nothing", " ", ID],
  ])("%s", (_, typed, shown) => expect(marked(ID, typed)).toBe(shown));

  test("a name keeps its dashes and capitals", () => expect(marked("Shop-1", "shop-1")).toBe("[Shop-1]"));
});
