import { z } from "zod";

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  [keyword: string]: unknown;
};

/** Turns the contracts' schemas into JSON Schema, keeps the named ones aside and collects what has no description. */
export class SchemaBook {
  readonly named: Record<string, JsonSchema> = {};
  /** `Owner.field` of every field without words or without an example. */
  readonly undescribed = new Set<string>();

  /** What a caller sends: unknown fields are refused, so the schema is closed. */
  input(schema: z.ZodType, owner: string): JsonSchema {
    return this.described(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema, owner);
  }

  /** What we answer: open, since fields may be added and readers must let them pass. */
  output(schema: z.ZodType, owner: string): JsonSchema {
    const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as JsonSchema & {
      $defs?: Record<string, JsonSchema>;
    };
    for (const [name, definition] of Object.entries($defs)) {
      this.named[name] ??= this.described(opened(definition), name);
    }
    return this.described(opened(root), owner);
  }

  private described(schema: JsonSchema, owner: string): JsonSchema {
    const { $schema: _draft, id: _id, ...rest } = schema;
    return this.walk(rest, owner);
  }

  private walk(schema: JsonSchema, owner: string): JsonSchema {
    const out: JsonSchema = { ...schema };
    if (out.$ref) out.$ref = out.$ref.replace("#/$defs/", "#/components/schemas/");
    if (out.properties) {
      const fields = Object.entries(out.properties).map(([name, field]) => [name, this.field(name, field, owner)]);
      out.properties = Object.fromEntries(fields);
    }
    if (out.items) out.items = this.walk(out.items, owner);
    if (out.anyOf) out.anyOf = out.anyOf.map((choice) => this.walk(choice, owner));
    return out;
  }

  /** A field with the words and the example that its contract gives it. */
  field(name: string, field: JsonSchema, owner: string): JsonSchema {
    const { description, example, ...walked } = this.walk(field, owner);
    const shown = walked.examples?.[0] ?? exampleFor(walked, example);
    if (description === undefined || (isLeaf(walked) && shown === undefined)) this.undescribed.add(`${owner}.${name}`);
    return {
      ...walked,
      ...(description === undefined ? {} : { description }),
      ...(shown === undefined ? {} : { examples: [shown] }),
    };
  }
}

/** Whether the field holds a value itself and not a record described elsewhere. */
function isLeaf(schema: JsonSchema): boolean {
  if (schema.$ref || schema.properties) return false;
  if (schema.anyOf) return schema.anyOf.some(isLeaf) && !schema.anyOf.some(({ $ref }) => $ref);
  return schema.items === undefined || isLeaf(schema.items);
}

const NOW = 1795069924801;
const NOW_TEXT = "2026-11-19T11:52:04.801Z";

/** The words of a field that takes one of them or a list. */
export function oneOrMoreOf({ anyOf: [one, list] = [] }: JsonSchema): unknown[] | undefined {
  return one?.enum && list?.items?.enum?.length === one.enum.length ? one.enum : undefined;
}

/** The field's example where it is one of its words; else the first of them. */
function exampleFor(schema: JsonSchema, example: unknown): unknown {
  if (schema.const !== undefined) return schema.const;
  const words = schema.enum ?? oneOrMoreOf(schema);
  if (words) return words.includes(example) ? example : words[0];
  if (example === undefined) return plainExample(schema);
  return isLeaf(schema) || Array.isArray(example) ? example : undefined;
}

/** A time, a number or a yes needs no better example than one of its kind. */
function plainExample({ type, format }: JsonSchema): unknown {
  if (format === "int64") return NOW;
  if (format === "date-time") return NOW_TEXT;
  if (type === "boolean") return true;
  if (type === "integer") return 1;
  return type === "number" ? 100 : undefined;
}

/** Without `additionalProperties: false` at any depth; what says `true` or names a schema stays. */
function opened(schema: JsonSchema): JsonSchema {
  const out = Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) =>
      keyword === "additionalProperties" && value === false ? [] : [[keyword, openedValue(value)]],
    ),
  );
  return out as JsonSchema;
}

function openedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openedValue);
  return typeof value === "object" && value !== null ? opened(value as JsonSchema) : value;
}
