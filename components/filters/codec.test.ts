import { afterEach, describe, expect, it } from "vitest";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import {
  begin,
  choice,
  choices,
  end,
  exactAmount,
  exactText,
  exactTexts,
  flag,
  lookup,
  textsOf,
} from "#lib/contract/filters.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { answerLanguage } from "#lib/i18n/language.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import {
  cleared,
  optionsOn,
  paramsOf,
  plain,
  queryOf,
  readFilters,
  someOf,
  textOf,
  typedFault,
  typedOf,
} from "./codec.ts";

const ANY = meaning("Any.");
const NOW = Date.parse("2026-11-21T12:05:41Z");
const FILTERS = {
  startTime: begin("epoch", ANY, { standard: "7d", mostDays: 90 }),
  endTime: end("epoch", ANY),
  state: choice(["OPEN", "CLOSED"], ANY),
  colour: choices(["RED", "GREEN", "BLUE"], ANY),
  minimum: exactAmount(ANY),
  actor: exactText(5, ANY),
  shop: exactTexts(5, ANY),
  mine: flag(ANY),
  txHash: lookup(ANY, { range: "90d" }),
  address: lookup(ANY),
};
const read = (query: string) => readFilters(FILTERS, new URLSearchParams(query));
const queried = (query: string) => queryOf<typeof FILTERS>(read(query), NOW, "utc");

describe("one line of a list's filters", () => {
  it("is a field of the operation's query", () => {
    expect(Object.keys(fieldsOf(FILTERS))).toEqual(Object.keys(FILTERS));
    expect(fieldsOf(FILTERS).state.safeParse("OPEN").success).toBe(true);
    expect(fieldsOf(FILTERS).state.safeParse(undefined).success).toBe(true);
    expect(fieldsOf(FILTERS).state.safeParse("NOPE").success).toBe(false);
  });

  it("is read from the URL; what the operation would refuse is left out", () => {
    expect(read("state=OPEN&minimum=12.50&actor=ada&mine=true").values).toEqual({
      state: "OPEN",
      minimum: Decimal.from("12.5"),
      actor: "ada",
      mine: "true",
    });
    expect(read("state=NOPE&minimum=-1&actor=too-long&mine=false&other=1").values).toEqual({});
    expect(read("minimum=1e400").values).toEqual({});
  });

  it("of several values takes one or some, each once, in one order", () => {
    const { colour } = fieldsOf(FILTERS);
    const taken = (value: unknown) => colour.safeParse(value).data;
    expect(["RED", "BLUE,RED", "RED,RED", ["BLUE", "RED"], ["GREEN"]].map(taken)).toEqual([
      "RED",
      ["RED", "BLUE"],
      "RED",
      ["RED", "BLUE"],
      "GREEN",
    ]);
    for (const wrong of ["", "RED,", "RED,NOPE", "red", [], ["NOPE"], 1, " RED"])
      expect(colour.safeParse(wrong).success).toBe(false);
    expect(FILTERS.state.several).toBe(false);
    expect(fieldsOf(FILTERS).state.safeParse("OPEN,CLOSED").success).toBe(false);
    expect(read("colour=BLUE,RED").values).toEqual({ colour: ["RED", "BLUE"] });
    expect(read("colour=NOPE,RED").values).toEqual({ colour: "RED" });
    expect(textOf(read("colour=BLUE,RED"), "colour")).toBe("RED,BLUE");
    expect(optionsOn(read("colour=BLUE,RED"), "colour")).toEqual(["RED", "BLUE"]);
    expect(optionsOn(read(""), "colour")).toEqual([]);
  });

  it("of several texts takes one as it is, or some with line breaks between", () => {
    const { shop } = fieldsOf(FILTERS);
    const faultOf = (value: unknown) => shop.safeParse(value).error?.issues[0]?.message;
    expect(["a,b", " a ", "a\nb"].map((value) => shop.safeParse(value).data)).toEqual(["a,b", " a ", "a\nb"]);
    expect(faultOf("a\n")).toBe("must have 1 to 5 characters on each line");
    expect(faultOf("toolong")).toBe("must have 1 to 5 characters");
    expect(faultOf("a\tb")).toBe("must not contain control characters");
    expect(faultOf(Array(50).fill("a").join("\n"))).toBeUndefined();
    expect(faultOf(Array(51).fill("a").join("\n"))).toBe("must have at most 50 lines");
    expect(["a,b", "a\na", "b\na\nb"].map(textsOf)).toEqual(["a,b", "a", ["b", "a"]]);
    expect(read("shop=a%0Ab").values).toEqual({ shop: "a\nb" });
    expect(read("shop=a%0Atoolong&actor=a%0Ab").values).toEqual({});
    expect(plain(" a \r\n\n b,c ", FILTERS.shop)).toBe("a\nb,c");
  });

  it("goes to the query under its name, the range as two times", () => {
    expect(queried("state=OPEN&from=2026-11-01&to=2026-11-02")).toEqual({
      state: "OPEN",
      startTime: Date.parse("2026-11-01T00:00:00Z"),
      endTime: Date.parse("2026-11-02T23:59:59.999Z"),
    });
  });

  it("is taken away with all others of its list", () => {
    expect(paramsOf(FILTERS)).toEqual([
      "state",
      "colour",
      "minimum",
      "actor",
      "shop",
      "mine",
      "txHash",
      "address",
      "range",
      "from",
      "to",
    ]);
    expect(cleared(someOf(FILTERS, "state", "minimum"))).toEqual({ state: undefined, minimum: undefined });
  });

  it("reads as the text its field and its chip show", () => {
    const filtered = read("minimum=12.50");
    expect([textOf(filtered, "minimum"), textOf(filtered, "state")]).toEqual(["12.5", ""]);
  });
});

describe("what is typed into a filter", () => {
  const typed = (text: string, name: "minimum" | "actor" | "shop" | "txHash" = "minimum") =>
    typedFault(text, FILTERS[name]) ?? plain(text, FILTERS[name]);
  afterEach(() => answerLanguage(() => "en"));

  it("is a number as its reader writes it, or the fault that stands at its field", () => {
    expect(["1250.5", " 1250,5 ", "1\u00a0250.50", "0"].map((text) => typed(text))).toEqual([
      "1250.5",
      "1250.5",
      "1250.5",
      "0",
    ]);
    expect(["abc", "-1", "1,250", "0.123456789", "9".repeat(16)].map((text) => typed(text))).toEqual([
      "Enter a number.",
      "Enter zero or more.",
      "This could be two numbers. Write thousands without a separator, and decimals behind “.”.",
      "Enter at most 8 decimals.",
      "Enter a smaller value.",
    ]);
    answerLanguage(() => "de");
    expect([typed("1\u00a0250,50"), typedOf(read("minimum=12.50"), "minimum")]).toEqual(["1250.5", "12,5"]);
  });

  it("is a text that the list's operation takes", () => {
    expect([typed("", "actor"), typed(" ada ", "actor"), typed("a\nb", "shop")]).toEqual(["", "ada", "a\nb"]);
    expect([typed("too-long", "actor"), typed("a\ntoolong", "shop")]).toEqual([
      "Enter 1 to 5 characters.",
      "Enter 1 to 5 characters on each line.",
    ]);
    expect(typed("a\u202eb", "txHash")).toBe("Remove the marks that turn the direction of writing.");
  });
});

describe("without a range in the URL", () => {
  const rangeOf = (query: string) => read(query).range;

  it("a list shows its standard one, a lookup its own, and one found by its own index none", () => {
    expect(rangeOf("state=OPEN")).toEqual({ kind: "7d" });
    expect(rangeOf("txHash=ff")).toEqual({ kind: "90d" });
    expect(rangeOf("address=1abc")).toBeUndefined();
    expect(rangeOf("txHash=ff&address=1abc")).toBeUndefined();
  });

  it("a list without a time has none, whatever the URL says beside", () => {
    expect(readFilters(someOf(FILTERS, "state"), new URLSearchParams("range=7d")).range).toBeUndefined();
  });
});
