import type { z } from "zod";
import { amount, anyOf, epochMs, isoTime, oneOf, text } from "./fields.ts";
import type { Filter, Filters, ValueOf } from "./filters.ts";
import type { Meaning } from "./meanings.ts";

type FieldsOf<List extends Filters> = { [Name in keyof List]: z.ZodOptional<z.ZodType<ValueOf<List[Name]>>> };

/** The fields that a list's filters are in its operation's query. */
export function fieldsOf<List extends Filters>(filters: List): FieldsOf<List> {
  const fields = Object.entries(filters).map(([name, filter]) => [
    name,
    fieldOf(filter).optional().meta(aboutOf(filter)),
  ]);
  return Object.fromEntries(fields) as FieldsOf<List>;
}

function fieldOf(filter: Filter): z.ZodType {
  switch (filter.kind) {
    case "choice":
    case "symbol":
      return filter.several ? anyOf(filter.options) : oneOf(filter.options);
    case "text":
    case "lookup":
      return text(1, filter.most);
    case "flag":
      return oneOf(["true"]);
    case "amount":
      return amount();
    case "begin":
    case "end":
      return filter.time === "iso" ? isoTime() : epochMs();
  }
}

const aboutOf = (filter: Filter): Meaning =>
  "several" in filter && filter.several
    ? { ...filter.about, description: `${filter.about.description} Several with commas between: any of them.` }
    : filter.about;
