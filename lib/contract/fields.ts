import { z } from "zod";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { MAX_UNITS } from "#lib/kernel/money.ts";
import { oneOrMore } from "./filters.ts";
import { MOST_MINUTES, readMinutes } from "./minutes-text.ts";
import { readSpan } from "./span-text.ts";
import { linesFault, textFault } from "./text-fault.ts";

/**
 * The kinds of field a contract is made of. Numbers come in as exact {@link Decimal}s (body) or are read from the
 * text of a query parameter by `meta().type`; messages are predicates that follow the field's name.
 */

type RawIssue = { input?: unknown };

/** A message for a wrong type that says "is required" when there was nothing. */
export const orRequired = (predicate: string) => (issue: RawIssue) =>
  issue.input === undefined ? "is required" : predicate;

const decimal = () => z.custom<Decimal>((value) => value instanceof Decimal, { error: orRequired("must be a number") });

/** What is wrong with an amount of `scale` decimals; undefined when nothing is. */
function amountFault(value: Decimal, scale: number | undefined, least: "zero" | "above zero"): string | undefined {
  if (value.units < 0n || (least === "above zero" && value.isZero())) {
    return least === "zero" ? "must not be negative" : "must be greater than zero";
  }
  const units = value.toUnits(scale ?? Math.max(value.scale, 0));
  if (units === undefined) return scale === 0 ? "must be a whole number" : `must have at most ${scale} decimals`;
  if (scale === undefined && value.scale > MAX_SCALE) return `must have at most ${MAX_SCALE} decimals`;
  return (scale === undefined ? value.floorUnits(0) : units) >= MAX_UNITS ? "is too large" : undefined;
}

/** No asset has more decimals than a satoshi's. */
const MAX_SCALE = 8;

function amountField(scale: number | undefined, least: "zero" | "above zero") {
  return decimal()
    .superRefine((value, issues) => {
      const fault = amountFault(value, scale, least);
      if (fault) issues.addIssue({ code: "custom", message: fault });
    })
    .meta({ type: "number", ...(least === "zero" ? { minimum: 0 } : { exclusiveMinimum: 0 }) });
}

/** An exact amount, zero or more. With a scale: at most that many decimals and under 2^53 units; without: see {@link unitsOf}. */
export const amount = (scale?: number) => amountField(scale, "zero");

/** An exact amount above zero; scale as in {@link amount}. */
export const positive = (scale?: number) => amountField(scale, "above zero");

/** An exact amount on either side of zero, and not zero: above it comes, below it goes. */
export const exactSigned = () =>
  decimal()
    .superRefine((value, issues) => {
      const size = value.units < 0n ? Decimal.of(-value.units, value.scale) : value;
      const fault = value.isZero() ? "must not be zero" : amountFault(size, undefined, "above zero");
      if (fault) issues.addIssue({ code: "custom", message: fault });
    })
    .meta({ type: "number" });

/**
 * Smallest units of an amount whose scale is known only after another field was read.
 * Refuses more decimals than the scale and 2^53 units or more, naming the field.
 */
export function unitsOf(field: string, value: Decimal, scale: number): bigint {
  const fault = amountFault(value, scale, "zero");
  if (fault) throw invalid(field, `${field} ${fault}.`);
  return value.floorUnits(scale);
}

/** A whole number within bounds, as a plain number. */
export const whole = (min: number, max: number) =>
  decimal()
    .transform((value, issues) => {
      const units = value.toUnits(0);
      if (units === undefined || units < BigInt(min) || units > BigInt(max)) {
        issues.issues.push({ code: "custom", message: `must be a whole number from ${min} to ${max}`, input: value });
        return z.NEVER;
      }
      return Number(units);
    })
    .meta({ type: "integer", minimum: min, maximum: max });

/** A positive value below this reads as seconds (rulebook 1.6). */
const LEAST_LIKELY_MS = 100_000_000_000n;
/** The end of the year 9999. */
const LAST_MS = 253_402_300_799_999n;

/** A time in epoch milliseconds, as a Date. */
export const epochMs = () =>
  decimal()
    .transform((value, issues) => {
      const fault = epochFault(value);
      if (fault === undefined) return new Date(Number(value.floorUnits(0)));
      issues.issues.push({ code: "custom", message: fault, input: value });
      return z.NEVER;
    })
    .meta({ type: "integer", description: "Epoch time in milliseconds." });

function epochFault(value: Decimal): string | undefined {
  const ms = value.toUnits(0);
  if (ms === undefined || ms < 0n || ms > LAST_MS) return "must be epoch time in whole milliseconds";
  return ms > 0n && ms < LEAST_LIKELY_MS ? "looks like seconds; use epoch milliseconds" : undefined;
}

/** `2026-01-31`, `2026-01-31T09:30`, `…:15.250Z`, `…+02:00`. A space stands for the plus that form decoding took. */
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+\- ]\d\d(?::?\d\d)?)?)?$/;

/** An ISO 8601 time as a Date; without an offset it is UTC. */
export const isoTime = () =>
  z
    .string({ error: orRequired(ISO_PREDICATE) })
    .transform((text, issues) => {
      const time = readIso(text);
      if (time !== undefined) return time;
      issues.issues.push({ code: "custom", message: ISO_PREDICATE, input: text });
      return z.NEVER;
    })
    .meta({ type: "string", format: "date-time" });

const ISO_PREDICATE = "must be an ISO 8601 time such as 2026-01-31T09:30:00Z";

function readIso(text: string): Date | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00", fraction = "", offset = "Z"] =
    match;
  const plain = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
  const utc = new Date(plain);
  const shift = offsetMinutes(offset);
  // A day that does not exist (30 February) rolls over in Date: the text must come back as it went in.
  if (Number.isNaN(utc.getTime()) || utc.toISOString() !== plain || shift === undefined) return undefined;
  const time = new Date(utc.getTime() - shift * 60_000);
  // ISO 8601 has the years 0000 and 10000 by agreement only, and an offset can lead there; no database takes them.
  return time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999 ? time : undefined;
}

function offsetMinutes(offset: string): number | undefined {
  if (offset === "Z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(":", "") || "0");
  if (hours > 23 || minutes > 59) return undefined;
  return (offset[0] === "-" ? -1 : 1) * (hours * 60 + minutes);
}

/** A text of `min` to `max` characters (code points) without control characters. */
export const text = (min: number, max: number) => spelled(min, max, (value) => value);

/** A text of which nothing is asked but that it is one: what is in it is for the operation's own checks. */
export const anyText = () => checked(() => undefined).meta({ type: "string" });

/** What a person writes at some length: as {@link text}, and it may have line breaks. */
export const prose = (min: number, max: number) => spelled(min, max, (value) => value.replaceAll(/\r?\n/g, " "));

const spelled = (min: number, max: number, onOneLine: (value: string) => string) =>
  checked((value) => textFault(onOneLine(value), min, max)).meta({ type: "string", minLength: min, maxLength: max });

/** One text as {@link text}, or several with line breaks between. */
export const texts = (min: number, max: number) =>
  checked((value) => linesFault(value, min, max)).meta({ type: "string", minLength: min });

/** A span of time as `readSpan` reads it. */
export const span = () => checked((value) => (readSpan(value) ? undefined : SPAN_PREDICATE)).meta({ type: "string" });

/** Minutes from a bill's expiry as `readMinutes` reads them. */
export const minutes = () =>
  checked((value) => (readMinutes(value) ? undefined : MINUTES_PREDICATE)).meta({ type: "string" });

const MINUTES_PREDICATE = `must be two whole numbers from -${MOST_MINUTES} to ${MOST_MINUTES} with a slash between, the first one not above the second, such as -9/-5`;

const SPAN_PREDICATE =
  "must be two ISO 8601 times in UTC with a slash between, the first one not after the second, such as 2026-01-31T09:30:00Z/2026-02-01T00:00:00Z";

const checked = (faultOf: (value: string) => string | undefined) =>
  z.string({ error: orRequired("must be a string") }).superRefine((value, issues) => {
    const fault = faultOf(value);
    if (fault) issues.addIssue({ code: "custom", message: fault });
  });

const MAX_ID = 128;

/** An opaque identifier; one that cannot exist is simply unknown. */
export const id = () => text(1, MAX_ID);

/** One of a few words, case-sensitive. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, {
    error: orRequired(words.length === 1 ? `must be ${words[0]}` : `must be one of ${words.join(", ")}`),
  });

/** One of a few words, or several: a list, or one text with commas between. One alone comes out as it is. */
export const anyOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.preprocess(
    (value) => {
      const given = typeof value === "string" ? value.split(",") : value;
      const known = Array.isArray(given) && given.length > 0 && given.every((word) => words.includes(word));
      return known ? oneOrMore(words, given) : value;
    },
    z.union([z.enum(words), z.array(z.enum(words)).min(1)], {
      error: orRequired(`must be one of ${words.join(", ")}, or several of them with commas between`),
    }),
  );

/** True or false. */
export const flag = () => z.boolean({ error: orRequired("must be true or false") }).meta({ type: "boolean" });
