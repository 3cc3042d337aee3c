import { z } from "zod";
import { Decimal } from "#lib/kernel/decimal.ts";
import { STARTS_AFTER, meaning } from "./meanings.ts";

/**
 * The kinds of field an answer is made of. They describe what is written, for the reference, its readers' types, the
 * client that decodes by them (`decode-answer.ts`) and the tests that hold every answer against them; the server parses nothing
 * by them.
 */

/** An exact number, written as a plain literal: no exponent, no trailing zeros. */
export const exact = () =>
  z.custom<Decimal>((value) => value instanceof Decimal).meta({ type: "number", format: "decimal" });

/** A whole number, zero or more. */
export const count = () => z.number().meta({ type: "integer", minimum: 0 });

/** Epoch time in milliseconds. */
export const time = () => z.number().meta({ type: "integer", format: "int64" });

/** A time as ISO 8601 in UTC with milliseconds. */
export const isoText = () => z.string().meta({ format: "date-time" });

/** Marks what is written for another program: its numbers are plain ones. */
export const FOREIGN = z.registry<{ readonly plain: true }>();

/** JSON that another standard describes, such as WebAuthn's options; handed on as it is. */
export const foreignJson = () => z.record(z.string(), z.unknown()).register(FOREIGN, { plain: true });

/** A page of records: `startsAfter` leads to the next one and is null at the end. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item).meta(meaning("The records.")),
    startsAfter: z.string().nullable().meta(STARTS_AFTER),
  });

/** A page of a list that may be ordered by value. */
export const valuedPageOf = <Item extends z.ZodType>(item: Item) =>
  pageOf(item).extend({
    rates: z
      .record(z.string(), exact())
      .optional()
      .meta(
        meaning(
          "Of a list by value alone: what one whole unit of each symbol is worth in the currency that was given, as all its pages are ordered by it. What has no price is left out.",
          { EUR: 1, USD: 0.86 },
        ),
      ),
  });

/** A whole list, never divided into pages. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item).meta(meaning("The records.")) });
