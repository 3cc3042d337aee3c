import { expect, test } from "vitest";
import { choiceIn, cookieOf, readPreferences } from "./preference-cookies.ts";

test("over https a choice is kept under a name that browsers take from https alone", () => {
  expect([cookieOf("theme", "https:"), cookieOf("theme", "http:")]).toEqual(["__Secure-desk-theme", "desk-theme"]);
});

test("choices are read as they were written, the one of https before any other", () => {
  const jar: Record<string, string> = { "__Secure-desk-theme": "dark", "desk-theme": "light", "desk-zone": "%zz" };
  expect(readPreferences((name) => jar[name])).toMatchObject({ theme: "dark", zone: "utc", language: "", account: "" });
  expect(readPreferences((name) => ({ "desk-density": "compact" })[name])).toMatchObject({ density: "compact" });
});

test.each([
  ["desk-language=de", "de"],
  ["a=1; desk-language=de; b=2", "de"],
  ["desk-language=en; __Secure-desk-language=de", "de"],
  ["xdesk-language=de", undefined],
  ["", undefined],
])("the language in %j is %j", (header, language) => {
  expect(choiceIn(header, "language")).toBe(language);
});
