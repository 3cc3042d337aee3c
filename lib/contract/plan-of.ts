import { z } from "zod";
import { FOREIGN } from "./answers.ts";
import { decodeBy, type Plan } from "./decode-answer.ts";

/** Reads JSON by a schema of the contract, as the browser reads an answer by its plan. It throws what {@link decodeBy} throws. */
export function decodeAnswer<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  return decodeBy(planOf(schema), text) as z.output<Schema>;
}

/** A schema has one plan, so that what is made of the plan is made once. */
const made = new WeakMap<z.core.$ZodType, Plan>();

/** How what a schema describes is read; the kinds are those that `answers.ts` and the contracts are made of. */
export function planOf(schema: z.core.$ZodType): Plan {
  const known = made.get(schema);
  if (known) return known;
  const plan = FOREIGN.has(schema) ? "plain" : makePlan(schema);
  made.set(schema, plan);
  const { id } = z.globalRegistry.get(schema) ?? {};
  if (typeof plan === "object" && typeof id === "string") named.set(plan, id);
  return plan;
}

/** The record whose plan it is; undefined for one that its contract gives no name. */
export const recordOfPlan = (plan: object): string | undefined => named.get(plan);
const named = new WeakMap<object, string>();

/** A schema's own description of itself. */
type Def = z.core.$ZodTypes["_zod"]["def"];

function makePlan(schema: z.core.$ZodType): Plan {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case "object":
      return Object.fromEntries(Object.entries(def.shape).map(fieldOf));
    case "array":
      return ["list", planOf(def.element)];
    case "record":
      return ["map", planOf(def.valueType)];
    case "nullable":
      return ["null", planOf(def.innerType)];
    case "readonly":
      return planOf(def.innerType);
    case "union":
      return ["either", def.options.map(planOf)];
    case "custom":
      return "exact";
    case "number":
      return "whole";
    case "string":
    case "enum":
      return "text";
    case "boolean":
      return "flag";
    case "literal":
      return literalPlan(def.values);
    case "unknown":
      return "any";
    default:
      throw new TypeError(`an answer's schema has a ${def.type}, which nothing decodes`);
  }
}

function fieldOf([name, schema]: [string, z.core.$ZodType]): [string, Plan] {
  const def = schema._zod.def as Def;
  return def.type === "optional" ? [`${name}?`, planOf(def.innerType)] : [name, planOf(schema)];
}

/** Another word may be added, so a literal says its kind alone. */
function literalPlan(values: readonly unknown[]): Plan {
  if (values.every((value) => typeof value === "string")) return "text";
  if (values.every((value) => typeof value === "boolean")) return "flag";
  throw new TypeError(`an answer's schema has the literal ${values.map(String).join(" or ")}, which nothing decodes`);
}
