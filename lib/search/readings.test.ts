import { describe, expect, it } from "vitest";
import { readTyped } from "./readings.ts";

const ID = "01a1fce6-61af-7da4-9da8-c01ea021fe81";
const amounts = (typed: string) => readTyped(typed).amounts?.amounts.map(String);

describe("an id", () => {
  it("is read by its beginning, whole or shortened, with its dashes or without", () => {
    expect(readTyped("01a1fce6").ids).toEqual({
      first: `01a1fce6${"0".repeat(24)}`,
      last: `01a1fce6${"f".repeat(24)}`,
    });
    const whole = ID.replaceAll("-", "");
    for (const typed of [ID, whole, whole.toUpperCase(), ` ${ID} `]) expect(readTyped(typed).ids?.first).toBe(whole);
  });

  it("is read by its end, as a page shows it", () => {
    for (const typed of ["21fe81", "…21fe81", "...21fe81", "21FE81"])
      expect(readTyped(typed).tail).toEqual({ tail: "21fe81", like: "%21fe81" });
    expect(readTyped("01a1fc…21fe81").tail).toEqual({ tail: "21fe81", like: "01a1fc%21fe81" });
    expect(readTyped("fe81").tail).toBeUndefined();
    expect(readTyped("order-21fe81").tail).toBeUndefined();
  });

  it("of a case names what the case is about", () => {
    expect(readTyped(`wrong-asset-${ID}`).ids?.first).toBe(ID.replaceAll("-", ""));
  });
});

describe("an amount", () => {
  it.each([
    ["100", ["100"]],
    ["100.00 EUR", ["100"]],
    ["EUR 100", ["100"]],
    ["€100,00", ["100"]],
    ["0.00167026", ["0.00167026"]],
    ["0,00167026 btc", ["0.00167026"]],
    ["1 790.40", ["1790.4"]],
    ["1.790,40", ["1790.4"]],
    ["1,790.40", ["1790.4"]],
    ["1'790.40 USDT (eth)", ["1790.4"]],
    ["096275", ["96275"]],
    ["−", undefined],
    ["1.234", ["1.234", "1234"]],
    ["1,234,567", ["1234567"]],
    ["1.2.3", undefined],
    ["100 XYZ", undefined],
    ["EUR 100 USD", undefined],
    [`${"9".repeat(50)}`, undefined],
  ])("typed as %s", (typed, meant) => expect(amounts(typed)).toEqual(meant));

  it("says of what", () => {
    expect(readTyped("100 eur").amounts?.symbol).toBe("EUR");
    expect(readTyped("¥9000").amounts?.symbol).toBe("JPY");
    expect(readTyped("100").amounts?.symbol).toBeUndefined();
  });
});

describe("an address", () => {
  const forms = (typed: string) => readTyped(typed).addresses?.begins ?? [];

  it("is looked for in every form of its chain", () => {
    const [legacy, cash] = ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"];
    for (const typed of [legacy, cash, `bitcoincash:${cash}`, `BITCOINCASH:${cash.toUpperCase()}`, cash.toUpperCase()])
      expect(forms(typed)).toEqual(expect.arrayContaining([legacy, cash, `bitcoincash:${cash}`]));
    const [mixed, low] = ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"];
    for (const typed of [mixed, low, low.slice(2)]) expect(forms(typed)).toEqual(expect.arrayContaining([mixed, low]));
    const segwit = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
    expect(forms(segwit.toUpperCase())).toContain(segwit);
  });
});

it("reads any text without a fault, and none as a pattern", () => {
  for (const typed of [
    "%",
    "_%_",
    "'; drop table bill; --",
    "\\",
    "…",
    "a…%",
    "\u0000x",
    "🙂🙂🙂",
    "((((",
    "x".repeat(10_000),
  ]) {
    const { tail, hashes, addresses } = readTyped(typed);
    for (const like of [tail?.like, hashes?.like, addresses?.like]) expect(like ?? "%").toMatch(/^[\w-]*%\w*$/);
  }
});
