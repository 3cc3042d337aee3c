import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { conversion, quote } from "./conversion.fixture.ts";
import { costSteps } from "./cost-steps.ts";

const of = (text: string) => Decimal.from(text);

test("what was credited is what the steps come to, whatever was quoted", () => {
  const quoted = quote({ bid: of("58710.56"), mid: undefined, spread: of("7.39") });
  const executed = conversion({ status: "EXECUTED", quote: quoted, fiatReceived: of("731.3") });
  const stepsOf = (record: typeof executed) =>
    costSteps(record, quoted).map(({ name, value, step }) => [name, value?.toString(), step?.toString()]);
  expect(stepsOf(conversion({ status: "QUOTED", quote: quoted }))).toEqual([
    ["bid", "746.22", undefined],
    ["fee", undefined, "-7.46"],
    ["spread", undefined, "-7.39"],
    ["credited", "731.37", "-14.85"],
  ]);
  expect(stepsOf(executed)).toEqual([
    ["bid", "746.22", undefined],
    ["fee", undefined, "-7.53"],
    ["spread", undefined, "-7.39"],
    ["credited", "731.3", "-14.92"],
  ]);
});
