import { expect, test } from "vitest";
import { z } from "zod";
import { positive, text } from "#lib/contract/fields.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { checkedBy, numberTyped, writtenIn } from "./form-check.ts";

const contract = z.object({ note: text(1, 5), quantity: positive(8).optional() }).strict();
type Typed = { note: string; quantity: string };

/** A call as `calls.ts` has it: the schema comes when it is asked for. */
const call = { schema: () => Promise.resolve(contract) };
const check = checkedBy<Typed, typeof contract>(call, {
  bodyOf: ({ note, quantity }) => ({ ...writtenIn({ note }), quantity: numberTyped(quantity) }),
  missing: { note: "Say why." },
  words: { quantity: "Give a number." },
  faults: ({ quantity }) => ({ quantity: quantity === "7" ? "Not seven." : undefined }),
  say: (name, message) => `${name}: ${message}`,
});

async function faultsOf(typed: Typed) {
  const { errors } = await check(typed);
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
}

test("what passes is the contract's own output, trimmed and exact", async () => {
  const { values } = await check({ note: " why ", quantity: "0.10000001" });
  expect(values).toEqual({ note: "why", quantity: Decimal.of(10_000_001n, 8) });
  expect((await check({ note: "why", quantity: " " })).values).toEqual({ note: "why", quantity: undefined });
});

test.each<[Typed, object]>([
  [{ note: "  ", quantity: "" }, { note: "Say why." }],
  [{ note: "too long", quantity: "" }, { note: "note: must have 1 to 5 characters" }],
  [{ note: "why", quantity: "ten" }, { quantity: "Give a number." }],
  [{ note: "why", quantity: "0" }, { quantity: "Give a number." }],
  [{ note: "why", quantity: "0.123456789" }, { quantity: "Give a number." }],
  [{ note: "why", quantity: "7" }, { quantity: "Not seven." }],
  [
    { note: "", quantity: "7" },
    { note: "Say why.", quantity: "Not seven." },
  ],
])("each field at fault has one word of the form's: %o", async (typed, expected) => {
  expect(await faultsOf(typed)).toEqual(expected);
});

test("what the form has no word for is said in sentences: the contract's, and of a field that was left empty", async () => {
  const plain = checkedBy<Typed, typeof contract>(call, {
    bodyOf: ({ note, quantity }) => ({ ...writtenIn({ note }), quantity: numberTyped(quantity) }),
  });
  const errorsOf = async (typed: Typed) => (await plain(typed)).errors;
  expect((await errorsOf({ note: "", quantity: "" })).note?.message).toBe("Enter a value.");
  expect((await errorsOf({ note: "too long", quantity: "" })).note?.message).toBe("Enter 1 to 5 characters.");
});

test("a fault of what the form has no field for stands at its first", async () => {
  const open = checkedBy<{ note: string }, typeof contract>(call, { bodyOf: () => ({ note: "why", more: 1 }) });
  expect(Object.keys((await open({ note: "why" })).errors)).toEqual(["note"]);
});
