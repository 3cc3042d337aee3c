import type { OpenApiDocument } from "#lib/reference/document.ts";
import type { JsonSchema } from "#lib/reference/schemas.ts";

const DEEPEST = 4;
const TYPE_NAMES: Record<string, string> = { int64: "epoch ms", decimal: "exact number", "date-time": "ISO 8601" };

/** The fields of a schema as rows of a Markdown table, records within records by dotted names. */
export function fieldTable(
  document: OpenApiDocument,
  schema: JsonSchema,
  head: "Field" | "Parameter" = "Field",
): string {
  const rows = fieldRows(document, schema, "", 0);
  if (rows.length === 0) return "No fields.";
  return [`| ${head} | Type | Meaning |`, "|---|---|---|", ...rows].join("\n");
}

function fieldRows(document: OpenApiDocument, schema: JsonSchema, prefix: string, depth: number): string[] {
  const known = resolved(document, schema);
  if (known.items) return fieldRows(document, known.items, `${prefix.replace(/\.$/, "")}[].`, depth);
  if (known.anyOf && depth < DEEPEST) {
    return unique(known.anyOf.flatMap((choice) => fieldRows(document, choice, prefix, depth)));
  }
  const fields = Object.entries(known.properties ?? {});
  return fields.flatMap(([name, field]) => {
    const always = known.required?.includes(name) ?? false;
    const inner =
      depth < DEEPEST && isRecord(document, field) ? fieldRows(document, field, `${prefix}${name}.`, depth + 1) : [];
    return [rowOf(document, `${prefix}${name}`, field, always), ...inner];
  });
}

/** The row of one field; what may be missing says so. */
export function rowOf(document: OpenApiDocument, name: string, field: JsonSchema, always: boolean): string {
  const words = [field.description ?? "", exampleWords(field)].filter(Boolean).join(" ");
  return `| \`${name}\` | ${typeWords(document, field)}${always ? "" : ", optional"} | ${words.replaceAll("|", "\\|")} |`;
}

function exampleWords({ examples, enum: words }: JsonSchema): string {
  const [example] = examples ?? [];
  if (example === undefined || words) return "";
  return `Example: \`${typeof example === "string" ? example : JSON.stringify(example)}\``;
}

const unique = (rows: readonly string[]): string[] => [...new Set(rows)];

function resolved(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  return (name && document.components.schemas[name]) || schema;
}

function isRecord(document: OpenApiDocument, field: JsonSchema): boolean {
  const { items, properties, anyOf } = resolved(document, field);
  return properties !== undefined || anyOf !== undefined || (items !== undefined && isRecord(document, items));
}

function typeWords(document: OpenApiDocument, field: JsonSchema): string {
  const { enum: words, items, format, type, const: fixed, anyOf } = resolved(document, field);
  if (fixed !== undefined) return `\`${fixed}\``;
  if (words) return words.map((word) => `\`${word}\``).join(" · ");
  if (items) return `list of ${typeWords(document, items)}`;
  if (anyOf) return anyOf.map((choice) => typeWords(document, choice)).join(" or ");
  return TYPE_NAMES[format ?? ""] ?? ([type ?? "any"].flat().join(" or ") || "record").replace("object", "record");
}
