import { Decimal } from "#lib/kernel/decimal.ts";
import { type Json, parseJson } from "#lib/kernel/json.ts";

/**
 * How an answer is read, without a word of what its fields mean: `exact` is a {@link Decimal}, `whole` a plain number,
 * `any` has exact numbers throughout and `plain` plain ones. An object names its fields; one whose name ends in `?` may
 * be absent. `plan-of.ts` makes it of a schema.
 */
export type Plan =
  | "text"
  | "flag"
  | "exact"
  | "whole"
  | "any"
  | "plain"
  | readonly [tag: "list" | "null" | "map", inner: Plan]
  | readonly [tag: "either", forms: readonly Plan[]]
  | { readonly [field: string]: Plan };

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
 * Reads the JSON of an answer by its plan. Fields that the plan does not name are left out and a word that an enum does
 * not name is kept, since both may be added while a page is open.
 * @throws {ShapeFault} when the answer has another form; {JsonFault} when it is no JSON.
 */
export function decodeBy(plan: Plan, text: string): unknown {
  return decoderOf(plan)(parseJson(text, (literal) => new Literal(literal)));
}

/** What reads by a plan is put together once. */
const made = new WeakMap<object, Decode>();

function decoderOf(plan: Plan): Decode {
  if (typeof plan === "string") return SCALARS[plan];
  const known = made.get(plan);
  if (known) return known;
  const decoder = isTagged(plan) ? taggedOf(plan) : objectOf(plan);
  made.set(plan, decoder);
  return decoder;
}

type Scalar = Extract<Plan, string>;
type Tagged = Extract<Plan, readonly unknown[]>;

const isTagged = (plan: Exclude<Plan, string>): plan is Tagged => Array.isArray(plan);

function taggedOf(plan: Tagged): Decode {
  if (plan[0] === "either") return unionOf(plan[1].map(decoderOf));
  const read = decoderOf(plan[1]);
  if (plan[0] === "list") return arrayOf(read);
  if (plan[0] === "map") return recordOf(read);
  return (value) => (value === null ? null : read(value));
}

function objectOf(shape: Readonly<Record<string, Plan>>): Decode {
  const names = Object.keys(shape).map((name) => name.replace(/\?$/, ""));
  const reads = Object.entries(shape).map(([name, plan]) => {
    const read = decoderOf(plan);
    return name.endsWith("?") ? optional(read) : read;
  });
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
      throw located(error, names[at] as string);
    }
    return out;
  };
}

const optional =
  (read: Decode): Decode =>
  (value) =>
    value === undefined ? undefined : read(value);

function arrayOf(read: Decode): Decode {
  return (value) => {
    if (!Array.isArray(value)) throw new ShapeFault("a list");
    return value.map((item, at) => {
      try {
        return read(item);
      } catch (error) {
        throw located(error, at);
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
        throw located(error, name);
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

const located = (error: unknown, step: string | number): unknown =>
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

const SCALARS: Readonly<Record<Scalar, Decode>> = {
  text: string,
  flag: boolean,
  exact: exactNumber,
  whole: plainNumber,
  any: anything,
  plain,
};

function isObject(value: Read | undefined): value is { [key: string]: Read } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Literal);
}
