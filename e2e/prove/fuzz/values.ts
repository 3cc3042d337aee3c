import type { Chance } from "#e2e/world/seeded.ts";
import type { OpenApiDocument } from "#lib/reference/document.ts";
import type { JsonSchema } from "#lib/reference/schemas.ts";

/** True once in so many times. */
export const oneIn = (chance: Chance, times: number): boolean => chance.whole(1, times) === 1;
/** A whole number from 0, below the limit. */
export const below = (chance: Chance, limit: number): number => chance.whole(0, limit - 1);

/** JSON texts that nobody means well by. */
const HOSTILE: readonly string[] = [
  "null",
  "true",
  "{}",
  "[]",
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  '"\'; drop table bill; --"',
  '"../../etc/passwd"',
  '"<script>alert(1)</script>"',
  '"NaN"',
  '"__proto__"',
  '"constructor"',
  '"-1"',
  '"1e400"',
  "0",
  "-0",
  "-1",
  "1e20",
  "-1e20",
  "1e-20",
  "1e21",
  "1E+2",
  "0.000000001",
  "0.1e-7",
  "9007199254740991",
  "9007199254740992",
  "90071992.54740992",
  "99999999999999999999999999",
  "1700000000",
  "253402300799999",
  "253402300800000",
  '"2026-02-30T00:00:00Z"',
  '"0000-01-01"',
  "[null]",
  "[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]",
  '{"__proto__":1}',
  '{"a":1,"a":2}',
  `"${"x".repeat(3_000)}"`,
  `"${"é".repeat(129)}"`,
];

/** A value for a schema as JSON text: one it allows, one just beside it, or one from hell. */
export type Mood = "valid" | "near" | "hostile";

/** Words of earlier answers by field, so that some identifiers name something. */
export type Memory = { pick(chance: Chance, name: string): string | undefined };

export type Making = { document: OpenApiDocument; chance: Chance; memory: Memory };

/** Counts of blocks and the like stay small: the bounds themselves are the near mood's business. */
const MOST_WHOLE = 20;

export function valueText(making: Making, name: string, schema: JsonSchema, mood: Mood): string {
  if (mood === "hostile") return making.chance.pick(HOSTILE);
  return mood === "near" ? nearText(making.chance, schema) : validText(making, name, schema);
}

function validText(making: Making, name: string, schema: JsonSchema): string {
  const { document, chance } = making;
  const known = (schema.$ref && document.components.schemas[schema.$ref.split("/").at(-1) ?? ""]) || schema;
  if (known.const !== undefined) return JSON.stringify(known.const);
  if (known.enum) return JSON.stringify(chance.pick(known.enum));
  if (known.anyOf) return validText(making, name, chance.pick(known.anyOf));
  if (known.properties) return objectText(making, known, "valid");
  if (!known.items) return plainText(making, name, known);
  const inner = known.items;
  const entries = Array.from({ length: chance.whole(1, 3) }, () => validText(making, name, inner));
  return `[${entries.join(",")}]`;
}

function plainText({ chance, memory }: Making, name: string, schema: JsonSchema): string {
  const { type, examples = [] } = schema;
  if (type === "boolean") return chance.pick(["true", "false"]);
  const asShown = examples[0] !== undefined && oneIn(chance, 2);
  if (asShown && type !== "string") return JSON.stringify(examples[0]);
  if (type === "integer") return wholeText(chance, schema);
  if (type === "number") return amountText(chance);
  const remembered = oneIn(chance, 4) ? undefined : memory.pick(chance, name);
  return JSON.stringify(remembered ?? examples[0] ?? `word-${below(chance, 1_000)}`);
}

function wholeText(chance: Chance, { minimum, maximum }: JsonSchema): string {
  const least = typeof minimum === "number" ? minimum : 0;
  const most = typeof maximum === "number" ? maximum : Number.MAX_SAFE_INTEGER;
  return String(chance.whole(least, Math.min(most, least + MOST_WHOLE)));
}

function amountText(chance: Chance): string {
  const decimals = below(chance, 9);
  const fraction = decimals === 0 ? "" : `.${String(chance.whole(1, 10 ** decimals - 1)).padStart(decimals, "0")}`;
  return `${below(chance, 2_000)}${fraction}`;
}

const ODD_NUMBERS = ['"5"', "0.1234567891", "1.5", "-3", "true", "1e2", "12345678901234567890"];

/** A wrong type, a word too many, a bound overstepped by one. */
function nearText(chance: Chance, schema: JsonSchema): string {
  if (schema.enum) return JSON.stringify(String(chance.pick(schema.enum)).toLowerCase());
  if (schema.items) return chance.pick(["[]", '[""]', "{}"]);
  if (schema.type === "string") return JSON.stringify("y".repeat(nearLength(chance, schema)));
  const bounds = [schema["maximum"], schema["minimum"]].filter((bound) => typeof bound === "number");
  const beyond = bounds.map((bound, at) => String(at === 0 ? bound + 1 : bound - 1));
  return chance.pick([...beyond, ...ODD_NUMBERS]);
}

function nearLength(chance: Chance, { minLength, maxLength }: JsonSchema): number {
  const most = typeof maxLength === "number" ? maxLength + 1 : 300;
  const least = typeof minLength === "number" ? minLength - 1 : 0;
  return Math.max(0, chance.pick([most, least]));
}

/** An object of the schema: all that is required and some of the rest; in another mood than valid, one field is of it. */
export function objectText(making: Making, schema: JsonSchema, mood: Mood): string {
  const { chance } = making;
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || oneIn(chance, 3),
  );
  const spoilt = mood === "valid" ? -1 : below(chance, Math.max(1, fields.length));
  const parts = fields.flatMap(([name, field], at) => {
    const own = at === spoilt ? mood : "valid";
    const missing = own === "near" && oneIn(chance, 5);
    return missing ? [] : [`${JSON.stringify(name)}:${valueText(making, name, field, own)}`];
  });
  if (mood !== "valid" && oneIn(chance, 8)) parts.push(`"unknown${below(chance, 10)}":${chance.pick(HOSTILE)}`);
  return `{${parts.join(",")}}`;
}
