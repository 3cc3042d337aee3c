import { expect, test } from "vitest";
import { prettyJson } from "./pretty.ts";

test("answers are set in lines without reading their numbers", () => {
  const text = '{"price":59400.10,"items":[{"a":"x, {y}: [\\"z\\"]"},1e-8],"none":{},"list":[]}';
  const pretty = prettyJson(text);
  expect(pretty).toBe(
    '{\n  "price": 59400.10,\n  "items": [\n    {\n      "a": "x, {y}: [\\"z\\"]"\n    },\n    1e-8\n  ],\n  "none": {},\n  "list": []\n}',
  );
  expect(JSON.parse(pretty)).toEqual(JSON.parse(text));
  expect(prettyJson("")).toBe("");
});
