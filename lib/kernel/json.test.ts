import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal } from "./decimal.ts";
import { type Json, JsonFault, parseJson, writeJson } from "./json.ts";

const faultOf = (text: string): JsonFault => {
  try {
    parseJson(text);
  } catch (fault) {
    if (fault instanceof JsonFault) return fault;
  }
  throw new Error(`${text} was read`);
};

/** The value as the language's own parser would have it; numbers by their literals. */
const plain = (value: Json): unknown => {
  if (value instanceof Decimal) return Number(value.toString());
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
    : value;
};

describe("JSON", () => {
  it("is read as the language reads it, with its white space", () => {
    const values = fc.jsonValue({ depthSize: "small", noUnicodeString: false }).filter(isOfOurs);
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, 2, "\t", "\r\n "), (value, space) => {
        expect(plain(parseJson(JSON.stringify(value, null, space)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("is refused where the language refuses it", () => {
    const cut = fc
      .tuple(
        fc.jsonValue().filter(isOfOurs),
        fc.nat(),
        fc.nat(),
        fc.constantFrom("", ",", "}", "]", '"', "t", "0", "\\", "."),
      )
      .map(([value, from, length, put]) => {
        const text = JSON.stringify(value);
        const at = from % (text.length + 1);
        return text.slice(0, at) + put + text.slice(at + (length % 3));
      });
    fc.assert(
      fc.property(cut, (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (!isJson) expect(faultOf(text)).toBeInstanceOf(JsonFault);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"a":1,"a":2}', "a", "The field a is given more than once."],
    ['{"a":[{"b":{"c":1,"c":2}}]}', "a[0].b.c", "The field c is given more than once."],
    ['{"a":{"__proto__":1}}', "a.__proto__", "The field __proto__ is not allowed."],
    ['{"a":[0,1e21]}', "a[1]", "A number has an exponent beyond ±20."],
    ["1e21", undefined, "A number has an exponent beyond ±20."],
    ["[".repeat(17), undefined, "The JSON body is nested deeper than 16 levels."],
    ['{"a":1,}', undefined, "The body is not valid JSON at character 8."],
    ['{"a":tru}', undefined, "The body is not valid JSON at character 6."],
    ["", undefined, "The body is not valid JSON at character 1."],
  ])("%s names what is wrong and where", (text, path, message) => {
    const fault = faultOf(text);
    expect(fault.message).toBe(message);
    expect(fault.path).toBe(path);
  });

  it("keeps numbers exact, both ways", () => {
    const literal = '{"quantity":0.100000000000000000000000000001,"price":123456789012345678901234567890.5}';
    expect(writeJson(parseJson(literal))).toBe(literal);
  });
});

/** Beyond the language's own rules, some JSON is refused. */
function isOfOurs(value: unknown): boolean {
  const text = JSON.stringify(value);
  return !/__proto__|e[+-]?(?:2[1-9]|[3-9]\d|\d{3})/i.test(text);
}
