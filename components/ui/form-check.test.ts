import { expect, test } from "vitest";
import { z } from "zod";
import { positive, text } from "#lib/contract/fields.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { numberTyped, schemaBy, writtenIn } from "./form-check.ts";

const contract = z.object({ note: text(1, 5), quantity: positive(8).optional() }).strict();
type Typed = { note: string; quantity: string };

const schema = schemaBy<Typed, typeof contract>(contract, {
  bodyOf: ({ note, quantity }) => ({ ...writtenIn({ note }), quantity: numberTyped(quantity) }),
  missing: { note: "Say why." },
  words: { quantity: "Give a number." },
  faults: ({ quantity }) => ({ quantity: quantity === "7" ? "Not seven." : undefined }),
  say: (name, message) => `${name}: ${message}`,
});

function faultsOf(typed: Typed) {
  const { error } = schema.safeParse(typed);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
}

test("what passes is the contract's own output, trimmed and exact", () => {
  const read = schema.parse({ note: " why ", quantity: "0.10000001" });
  expect(read).toEqual({ note: "why", quantity: Decimal.of(10_000_001n, 8) });
  expect(schema.parse({ note: "why", quantity: " " })).toEqual({ note: "why", quantity: undefined });
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
])("each field at fault has one word of the form's: %o", (typed, said) => {
  expect(faultsOf(typed)).toEqual(said);
});

test("a fault of what the form has no field for stands at its first", () => {
  const open = schemaBy<{ note: string }, typeof contract>(contract, { bodyOf: () => ({ note: "why", more: 1 }) });
  expect(open.safeParse({ note: "why" }).error?.issues[0]?.path).toEqual(["note"]);
});
