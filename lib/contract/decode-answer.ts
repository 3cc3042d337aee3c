import type { z } from "zod";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type Json, parseJson } from "#lib/kernel/json.ts";
import { FOREIGN } from "./answers.ts";

/** An answer of another form than its contract's; `path` is the first field that differs. */
export class ShapeFault extends Error {
  readonly expected: string;
  path: string;

  constructor(expected: string) {
    super(`is not ${expected}`);
    this.expected = expected;
    this.path = "";
  }

  /** The same fault, with its path extended by one step outwards. */
  under(step: string | number): this {
    const name = typeof step === "number" ? `[${step}]` : step;
    this.path = this.path === "" || this.path.startsWith("[") ? `${name}${this.path}` : `${name}.${this.path}`;
    this.message = `${this.path} is not ${this.expected}`;
    return this;
  }
}

/** A number of an answer before its field says what it is. */
class Literal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Read = Json<Literal>;
type Decode = (value: Read | undefined) => unknown;

/**
 * Reads the JSON of an answer by its contract's own schema: `exact()` stays an exact {@link Decimal}, `count()` and
 * `time()` become plain numbers. Fields that the schema does not name are left out and a word that an enum does not name
 * is kept, since both may be added while a page is open.
 * @throws {ShapeFault} when the answer has another form; {JsonFault} when it is no JSON.
 */
export function decodeAnswer<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  return decoderOf(schema)(parseJson(text, (literal) => new Literal(literal))) as z.output<Schema>;
}

/** What reads by a schema is put together once. */
const made = new WeakMap<z.core.$ZodType, Decode>();

function decoderOf(schema: z.core.$ZodType): Decode {
  const known = made.get(schema);
  if (known) return known;
  const decoder = FOREIGN.has(schema) ? plain : makeDecoder(schema);
  made.set(schema, decoder);
  return decoder;
}

/** A schema's own description of itself; the kinds are those that `answers.ts` and the contracts are made of. */
type Def = z.core.$ZodTypes["_zod"]["def"];

function makeDecoder(schema: z.core.$ZodType): Decode {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case "object":
      return objectOf(def.shape);
    case "array":
      return arrayOf(decoderOf(def.element));
    case "record":
      return recordOf(decoderOf(def.valueType));
    case "optional": {
      const inner = decoderOf(def.innerType);
      return (value) => (value === undefined ? undefined : inner(value));
    }
    case "nullable": {
      const inner = decoderOf(def.innerType);
      return (value) => (value === null ? null : inner(value));
    }
    case "readonly":
      return decoderOf(def.innerType);
    case "union":
      return unionOf(def.options.map(decoderOf));
    case "custom":
      return exactNumber;
    case "number":
      return plainNumber;
    case "string":
    case "enum":
      return string;
    case "boolean":
      return boolean;
    case "literal":
      return literalOf(def.values);
    case "unknown":
      return anything;
    default:
      throw new TypeError(`an answer's schema has a ${def.type}, which nothing decodes`);
  }
}

function objectOf(shape: Readonly<Record<string, z.core.$ZodType>>): Decode {
  const names = Object.keys(shape);
  const reads = Object.values(shape).map(decoderOf);
  return (value) => {
    if (!isObject(value)) throw new ShapeFault("an object");
    const out: Record<string, unknown> = {};
    let at = 0;
    try {
      for (; at < names.length; at += 1) {
        const name = names[at] as string;
        const field = (reads[at] as Decode)(value[name]);
        if (field !== undefined) out[name] = field;
      }
    } catch (error) {
      throw told(error, names[at] as string);
    }
    return out;
  };
}

function arrayOf(read: Decode): Decode {
  return (value) => {
    if (!Array.isArray(value)) throw new ShapeFault("a list");
    return value.map((item, at) => {
      try {
        return read(item);
      } catch (error) {
        throw told(error, at);
      }
    });
  };
}

function recordOf(read: Decode): Decode {
  return (value) => {
    if (!isObject(value)) throw new ShapeFault("an object");
    const fields = Object.entries(value).map(([name, field]) => {
      try {
        return [name, read(field)];
      } catch (error) {
        throw told(error, name);
      }
    });
    return Object.fromEntries(fields);
  };
}

/** The first form that fits. */
function unionOf(reads: readonly Decode[]): Decode {
  return (value) => {
    for (const read of reads) {
      try {
        return read(value);
      } catch (error) {
        if (!(error instanceof ShapeFault)) throw error;
      }
    }
    throw new ShapeFault("of any form that is promised");
  };
}

const told = (error: unknown, step: string | number): unknown =>
  error instanceof ShapeFault ? error.under(step) : error;

const exactNumber: Decode = (value) => {
  const number = value instanceof Literal ? Decimal.parse(value.text) : undefined;
  if (number) return number;
  throw new ShapeFault("a number");
};

const plainNumber: Decode = (value) => {
  const whole = value instanceof Literal ? Number(value.text) : Number.NaN;
  if (Number.isSafeInteger(whole)) return whole;
  throw new ShapeFault("a whole number");
};

const string: Decode = (value) => {
  if (typeof value === "string") return value;
  throw new ShapeFault("a text");
};

const boolean: Decode = (value) => {
  if (typeof value === "boolean") return value;
  throw new ShapeFault("true or false");
};

const literalOf =
  (values: readonly unknown[]): Decode =>
  (value) => {
    if (values.some((one) => typeof one === typeof value)) return value;
    throw new ShapeFault(values.map(String).join(" or "));
  };

/** What no schema describes: all its numbers are exact. */
const anything: Decode = (value) => eachNumber(value, exactNumber);

/** What another standard describes: its numbers are small and go to programs that know no other kind. */
const plain: Decode = (value) => eachNumber(value, ({ text }) => Number(text));

function eachNumber(value: Read | undefined, numberOf: (literal: Literal) => unknown): unknown {
  if (value instanceof Literal) return numberOf(value);
  if (Array.isArray(value)) return value.map((item) => eachNumber(item, numberOf));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, eachNumber(field, numberOf)]));
}

function isObject(value: Read | undefined): value is { [key: string]: Read } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Literal);
}
