import type { z } from "zod";
import { amount, anyOf, epochMs, isoTime, minutes, oneOf, span, text, texts } from "./fields.ts";
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
      return filter.several ? texts(1, filter.most) : text(1, filter.most);
    case "lookup":
      return text(1, filter.most);
    case "flag":
      return oneOf(["true"]);
    case "amount":
      return amount();
    case "span":
      return span();
    case "minutes":
      return minutes();
    case "begin":
    case "end":
      return filter.time === "iso" ? isoTime() : epochMs();
  }
}

function aboutOf(filter: Filter): Meaning {
  if (!("several" in filter) || !filter.several) return filter.about;
  const between = filter.kind === "text" ? "line breaks (%0A)" : "commas";
  return { ...filter.about, description: `${filter.about.description} Several with ${between} between: any of them.` };
}
