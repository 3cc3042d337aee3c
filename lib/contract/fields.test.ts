import { describe, expect, test } from "vitest";
import { prose, text } from "./fields.ts";

describe("what people write", () => {
  const note = prose(1, 10);

  test.each(["Two\nlines", "Two\r\nlines", "\n", "a\n".repeat(5)])("%j is a note", (value) => {
    expect(note.parse(value)).toBe(value);
  });

  test.each([
    ["", "must have 1 to 10 characters"],
    ["ten and one", "must have 1 to 10 characters"],
    ["a\n".repeat(6), "must have 1 to 10 characters"],
    ["a\tb", "must not contain control characters"],
    ["a\rb", "must not contain control characters"],
    ["a\u0000b", "must not contain control characters"],
    ["a\u202eb", "must not contain marks that turn the direction of writing"],
    ["\u2067b", "must not contain marks that turn the direction of writing"],
  ])("%j is none", (value, message) => {
    expect(note.safeParse(value).error?.issues[0]?.message).toBe(message);
  });

  test("a text is one line", () => {
    expect(text(1, 10).safeParse("Two\nlines").error?.issues[0]?.message).toBe("must not contain control characters");
  });
});
