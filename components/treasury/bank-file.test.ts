import { expect, test } from "vitest";
import { ApiFault } from "#lib/contract/api-fault.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Json } from "#lib/kernel/json.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { base64Of, fileFault, isXml, pickedFile, refusedFile } from "./bank-file.ts";

const { form } = treasuryText.statements;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const fileOf = (text: string) => ({ name: "a", bytes: bytesOf(text) });

test("a file is read with as much of its name as is stored", async () => {
  const picked = await pickedFile(new File(["abc"], "n".repeat(201)));
  expect(picked).toEqual({ name: "n".repeat(200), bytes: bytesOf("abc") });
  expect(await pickedFile(undefined)).toBeUndefined();
});

test("what is wrong with a file is known before it is sent: there is none, or it is larger than a request takes", () => {
  expect(fileFault(undefined)).toBe(form.missing);
  expect(fileFault({ name: "a", bytes: new Uint8Array(12_000_000) })).toBeUndefined();
  expect(fileFault({ name: "a", bytes: new Uint8Array(12_000_001) })).toBe(form.large);
});

test("XML begins with its mark, behind spaces and a byte order mark at most", () => {
  expect(["<a/>", "\uFEFF<a/>", "\n  <a/>", `${" ".repeat(63)}<`].map((text) => isXml(fileOf(text)))).toEqual([
    ...[true, true, true, true],
  ]);
  expect(["a;b\n<", "", " ; <x>"].map((text) => isXml(fileOf(text)))).toEqual([false, false, false]);
  expect(isXml(fileOf(`${" ".repeat(64)}<`))).toBe(false);
});

test("bytes of any value are sent as they are", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString("base64"));
  expect(base64Of(new Uint8Array())).toBe("");
});

test("a file that is refused as a whole says why and in which line; nothing else that is refused does", () => {
  const refusal = (failure: Json | undefined, code = "VALIDATION_FAILED") =>
    refusedFile(new ApiFault(400, code, "A sentence.", undefined, failure === undefined ? {} : { failure }));
  const tooMany = { code: "TOO_MANY_LINES", limit: Decimal.from("5000"), line: Decimal.from("7") };
  expect(refusal(tooMany)).toMatch(/7.*5\s000/);
  expect(refusal(tooMany, "INVALID_STATE")).toBeUndefined();
  expect(refusal({ code: "UNKNOWN_ONE" })).toBeUndefined();
  for (const failure of [
    undefined,
    null,
    "TOO_MANY_LINES",
    Decimal.ZERO,
    ["TOO_MANY_LINES"],
    {},
    { code: Decimal.from("7") },
  ])
    expect(refusal(failure)).toBeUndefined();
  expect(refusedFile(new Error("lost"))).toBeUndefined();
});
