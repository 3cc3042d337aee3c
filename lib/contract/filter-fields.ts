import type { z } from "zod";
import { amount, epochMs, isoTime, oneOf, text } from "./fields.ts";
import type { Filter, Filters } from "./filters.ts";

/** What the API takes for a filter. */
type FieldOf<One extends Filter> = z.ZodOptional<
  One extends { options: infer Options extends readonly [string, ...string[]] }
    ? ReturnType<typeof oneOf<Options>>
    : One extends { kind: "flag" }
      ? ReturnType<typeof oneOf<readonly ["true"]>>
      : One extends { kind: "amount" }
        ? ReturnType<typeof amount>
        : One extends { kind: "begin" | "end" }
          ? ReturnType<typeof epochMs> | ReturnType<typeof isoTime>
          : ReturnType<typeof text>
>;

/** The fields of a list's query. */
export function fieldsOf<List extends Filters>(filters: List): { [Name in keyof List]: FieldOf<List[Name]> } {
  const fields = Object.entries(filters).map(([name, filter]) => [
    name,
    fieldOf(filter).optional().meta(filter.about),
  ]);
  return Object.fromEntries(fields) as { [Name in keyof List]: FieldOf<List[Name]> };
}

function fieldOf(filter: Filter): z.ZodType {
  switch (filter.kind) {
    case "choice":
    case "symbol":
      return oneOf(filter.options);
    case "flag":
      return oneOf(["true"]);
    case "amount":
      return amount();
    case "text":
    case "lookup":
      return text(1, filter.most);
    case "begin":
    case "end":
      return filter.time === "iso" ? isoTime() : epochMs();
  }
}
