import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import { zodResolver } from "@hookform/resolvers/zod";
import { z } from "zod";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { looselyTyped } from "./amount.ts";

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
  /** What is said of all others; absent: the contract's own words. */
  say?: (name: Name<Values>, message: string) => string;
  /** What only the form can know, such as a number that could mean two; it goes before the contract's word. */
  faults?: (values: Values) => Faults<Values>;
};

/** The check of a form by a contract's own schema, as {@link schemaBy} makes it. What passes is the schema's output. */
export const checkedBy = <Values extends FieldValues, Body extends z.ZodType>(
  contract: Body | ((values: Values) => Body),
  reading: Reading<Values> = {},
): Resolver<Values, unknown, z.output<Body>> =>
  zodResolver<Values, unknown, z.output<Body>>(schemaBy(contract, reading));

/**
 * What a form has to be: what was typed becomes a body, the contract judges it, and each fault stands at its field in
 * the form's words, the first of each field alone.
 */
export function schemaBy<Values extends FieldValues, Body extends z.ZodType>(
  contract: Body | ((values: Values) => Body),
  reading: Reading<Values>,
) {
  const { bodyOf = writtenIn, faults = () => ({}) } = reading;
  return z.custom<Values>().transform((values, context): z.output<Body> => {
    const body = bodyOf(values);
    const read = (typeof contract === "function" ? contract(values) : contract).safeParse(body);
    const found = new Map(Object.entries<string | undefined>(faults(values)).filter(([, message]) => message));
    for (const { path, message } of read.error?.issues ?? []) {
      const name = fieldOf(path, values);
      if (!found.has(name)) found.set(name, saidOf(reading, name, message, body));
    }
    for (const [name, message] of found) context.addIssue({ code: "custom", path: [name], message: message ?? "" });
    return read.success ? read.data : z.NEVER;
  });
}

/** A contract's fault in the form's words. */
function saidOf<Values>(
  { missing = {}, words = {}, say = (_, message) => message }: Reading<Values>,
  name: Name<Values>,
  message: string,
  body: object,
): string {
  const given = new Map(Object.entries<unknown>({ ...body }));
  return (isEmpty(given.get(name)) ? missing[name] : undefined) ?? words[name] ?? say(name, message);
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
  <Values extends FieldValues>(faults: (values: Values) => Faults<Values>): Resolver<Values, unknown, Values> =>
  (values) => {
    const found = Object.entries<string | undefined>(faults(values)).filter(([, message]) => message);
    if (found.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(found.map(([name, message]) => [name, { type: "custom", message }]));
    return { values: {}, errors: errors as FieldErrors<Values> };
  };

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
