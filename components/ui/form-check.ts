import { fetched } from "#components/not-loaded.ts";
import { faultsText } from "#lib/i18n/faults.ts";
import type { FieldErrors, FieldValues, ResolverResult } from "react-hook-form";
import type { z } from "zod";
import type { Call } from "#lib/contract/call.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { decimalMark, looselyTyped, meansTwo } from "#lib/i18n/amount.ts";

type Name<Values> = Extract<keyof Values, string>;
/** What is said of fields at fault. */
export type Faults<Values> = Partial<Record<Name<Values>, string | undefined>>;

type Reading<Values> = {
  /** The body that the values say; absent: the values themselves, texts trimmed, empty ones left out. */
  bodyOf?: (values: Values) => object;
  /** What is said of a field that was left empty though the contract wants it. */
  missing?: Faults<Values>;
  /** What is said of one that the contract refuses otherwise. */
  words?: Faults<Values>;
  /** What is said of all others; absent: the contract's predicate in the page's language, as a sentence. */
  say?: (name: Name<Values>, message: string) => string;
  /** What only the form can know, such as a number that could mean two; it goes before the contract's word. */
  faults?: (values: Values) => Faults<Values>;
};

/** A form's check; `prepare` fetches what it needs before there is something to check. */
export type Check<Values extends FieldValues, Body> = {
  (values: Values): ResolverResult<Values, Body> | Promise<ResolverResult<Values, Body>>;
  prepare?: (values: Values) => Promise<unknown>;
};

/** A call whose contract has this body. */
type Taking<Body extends z.ZodObject> = Pick<Call<Endpoint<string, Body>>, "schema">;

/**
 * The check of a form by the contract's own schema of a body: what was typed becomes a body, the schema judges it, and
 * each fault stands at its field in the form's words, the first of each field alone. What passes is the schema's output.
 * The schema comes with the first word that is typed: until then a page has none.
 */
export function checkedBy<Values extends FieldValues, Body extends z.ZodObject>(
  call: Taking<Body> | ((values: Values) => Taking<Body>),
  reading: Reading<Values> = {},
): Check<Values, z.output<Body>> {
  const { bodyOf = writtenIn, faults = () => ({}) } = reading;
  const schemaFor = async (values: Values): Promise<Body> => {
    const { schema } = typeof call === "function" ? call(values) : call;
    if (!schema) throw new TypeError("a form is checked by a call that has a body");
    return await fetched(schema);
  };
  const check = async (values: Values): Promise<ResolverResult<Values, z.output<Body>>> => {
    const schema = await schemaFor(values);
    const body = bodyOf(values);
    const read = schema.safeParse(body);
    const found = new Map(Object.entries<string | undefined>(faults(values)).filter(([, message]) => message));
    for (const { path, message } of read.error?.issues ?? []) {
      const name = fieldOf(path, values);
      if (!found.has(name)) found.set(name, faultText(reading, name, message, body));
    }
    return read.success && found.size === 0 ? { values: read.data, errors: {} } : refused(found);
  };
  return Object.assign(check, { prepare: schemaFor });
}

/** A contract's fault in the form's words. */
function faultText<Values>(
  { missing = {}, words = {}, say }: Reading<Values>,
  name: Name<Values>,
  message: string,
  body: object,
): string {
  const given = new Map(Object.entries<unknown>({ ...body }));
  const typed = given.get(name);
  if (typeof typed === "string" && meansTwo(typed)) return faultsText.twoNumbers(decimalMark());
  const empty = isEmpty(given.get(name));
  const worded = (empty ? missing[name] : undefined) ?? words[name];
  if (worded !== undefined) return worded;
  if (say) return say(name, faultsText.field(message));
  return empty ? faultsText.empty : faultsText.atField(message);
}

const isEmpty = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

/** A fault of what the form has no field for stands at its first. */
function fieldOf<Values extends FieldValues>(path: readonly PropertyKey[], values: Values): Name<Values> {
  const names = Object.keys(values) as Name<Values>[];
  const name = names.find((one) => one === path[0]) ?? names[0];
  if (name === undefined) throw new Error("a form without fields has nothing to check");
  return name;
}

/** The check of a form that is no body of the API: the faults it finds, or the values as they are. */
export const checkedIf =
  <Values extends FieldValues>(faults: (values: Values) => Faults<Values>): Check<Values, Values> =>
  (values) => {
    const found = Object.entries<string | undefined>(faults(values)).filter(([, message]) => message);
    return found.length === 0 ? { values, errors: {} } : refused(found);
  };

function refused<Values extends FieldValues>(found: Iterable<readonly [name: string, message: string | undefined]>) {
  const errors = Object.fromEntries([...found].map(([name, message]) => [name, { type: "custom", message }]));
  return { values: {}, errors: errors as FieldErrors<Values> };
}

/** Texts without what surrounds them, empty ones left out: to the API no text is no field. */
export function writtenIn(values: FieldValues): object {
  const trimmed = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? value.trim() : value,
  ]);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== "" && value !== undefined));
}

/** A number as it was typed, exact; what cannot be read stays a text, for the contract to refuse. Nothing is no field. */
export const numberTyped = (typed: string): Decimal | string | undefined =>
  typed.trim() === "" ? undefined : (looselyTyped(typed) ?? typed);
