import { expect, test } from "vitest";
import type { CaseOption } from "#lib/cases/option-contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { followsText, optionText } from "./option-text.ts";

const of = (text: string) => Decimal.from(text);
const moment = (at: number) => `${at} o’clock`;
const option = (changes: Partial<CaseOption>): CaseOption => ({
  code: "RELEASE",
  decides: "ACCOUNT",
  secondPerson: false,
  asset: "BTC",
  quantity: of("0.002"),
  fiat: "EUR",
  ...changes,
});
const shown = (changes: Partial<CaseOption>) => {
  const { title, result, button, until } = optionText(option(changes), moment);
  return [title, result, button, until].map((text) => text.replaceAll("\u00a0", " "));
};

test("a release says what it credits, and until when; after that what it brings then", () => {
  const bill = { rate: "BILL", amount: of("118.8"), until: 14 } as const;
  const title = "Release at the bill’s price";
  expect(shown({ ...bill, afterwards: { amount: of("96.3") } })).toEqual([
    ...[title, "118.80 EUR", "Release, credit 118.80 EUR…", "until 14 o’clock, then 96.30 EUR"],
  ]);
  // Sold in part: the fiat is what counts.
  expect(shown({ ...bill, afterwards: { amount: of("96.3"), keeps: of("0.001") } })[3]).toBe(
    "until 14 o’clock, then 96.30 EUR",
  );
  for (const amount of [undefined, of("0")])
    expect(shown({ ...bill, afterwards: { keeps: of("0.00199"), ...(amount && { amount }) } })[3]).toBe(
      "until 14 o’clock, then 0.00199 BTC",
    );
  expect(shown(bill)[3]).toBe("until 14 o’clock");
});

test("a release that credits nothing says what stays crypto, and one that is sold later promises no amount", () => {
  expect(shown({ amount: of("0"), keeps: of("0.00199") })).toEqual([
    ...["Release, held as crypto", "0.00199 BTC", "Release 0.002 BTC…", ""],
  ]);
  expect(shown({ amount: of("60"), keeps: of("0.001") }).slice(0, 3)).toEqual([
    ...["Release", "60.00 EUR", "Release, credit 60.00 EUR…"],
  ]);
  expect(shown({ amount: of("60"), waits: true }).slice(0, 3)).toEqual([
    ...["Release, sold at the next price", "60.00 EUR", "Release 0.002 BTC…"],
  ]);
});

test("what follows is one line: price, fee, what stays, what the bill becomes, and who else is asked", () => {
  const text = followsText(
    optionText(
      option({
        rate: "MARKET",
        amount: of("58.8"),
        price: of("59400"),
        feeQuantity: of("0.00001"),
        keeps: of("0.001"),
        bill: { status: "COMPLETED", amountStatus: "PAID" },
        secondPerson: true,
        decides: "HOUSE",
      }),
      moment,
    ),
  ).replaceAll("\u00a0", " ");
  expect(text.split(" · ").map((part) => part.replace(/\.$/, ""))).toEqual([
    "58.80 EUR",
    "0.002 BTC at 59 400 EUR",
    "Fee 0.00001 BTC",
    "0.001 BTC stays crypto",
    expect.stringMatching(/^Bill becomes /),
    "Awaiting approval",
    "The operator’s compliance decides this",
  ]);
});

const lines = (changes: Partial<CaseOption>) =>
  optionText(option(changes), moment).lines.map((text) => text.replaceAll("\u00a0", " ").replace(/\.$/, ""));

test("the amount that counts stands beside each option, and its button says what it does", () => {
  expect(shown({ code: "REFUND" })[1]).toBe("0.002 BTC");
  expect(shown({ code: "ACCEPT", amount: of("60") })[2]).toContain("60.00 EUR");
  expect(shown({ code: "WAIT", until: 14 })[2]).toContain("14 o’clock");
  expect(shown({ code: "MEND" })[2]).toBe("");
  expect(shown({ code: "REWRITE" })[2]).not.toBe("");
  for (const code of ["DECLINE", "WAIT"] as const) {
    expect(shown({ code, amount: of("60"), afterwards: { amount: of("40") } })[1]).toBe("40.00 EUR");
    expect(shown({ code, amount: of("60") })[1]).toBe("");
    expect(shown({ code, afterwards: { amount: of("40") } })[1]).toBe("");
  }
  expect(shown({ code: "CONVERT", amount: of("60"), keeps: of("0.001") })[1]).toBe("60.00 EUR");
  expect(shown({ code: "CONVERT", keeps: of("0.001") })[1]).toBe("");
  expect(shown({ keeps: of("0.001") }).slice(0, 2)).toEqual(["Release, held as crypto", "0.001 BTC"]);
  expect(shown({ amount: of("0") }).slice(0, 2)).toEqual(["Release", "0.00 EUR"]);
});

test("what follows is said once it is known, and nothing of what there is none", () => {
  expect(lines({})).toEqual([]);
  expect(lines({ price: of("59400"), fiat: undefined })).toEqual([]);
  expect(lines({ feeQuantity: of("0") })).toEqual([]);
  expect(lines({ keeps: of("0.001"), asset: undefined })).toEqual([]);
  expect(lines({ waits: true })).toHaveLength(1);
  expect(lines({ code: "CONVERT" })).toEqual([]);
  expect(lines({ code: "DECLINE" })).toHaveLength(1);
  expect(lines({ code: "DECLINE", decides: "HOUSE" }).at(-1)).toBe("The operator’s compliance decides this");
  expect(lines({ code: "REFUND", decides: "HOUSE" })).toHaveLength(1);
});

test("a bill's two states are named as its page names them", () => {
  expect(lines({ bill: { status: "COMPLETED", amountStatus: "UNDERPAID" } })[0]).toMatch(/Completed, Underpaid$/);
});
