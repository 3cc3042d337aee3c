import { z } from "zod";
import { Decimal } from "#lib/kernel/decimal.ts";
import { parseJson, Raw } from "#lib/kernel/json.ts";

type Reader = (value: unknown) => unknown;

/** A presentable value with every text in it read and every absent field left out; it is not held against the schema. */
export function plainOf(schema: z.core.$ZodType, value: unknown): unknown {
  return readerOf(schema)(value);
}

/** One reader for each schema, made on first use. */
const readers = new WeakMap<z.core.$ZodType, Reader>();

function readerOf(schema: z.core.$ZodType): Reader {
  const known = readers.get(schema);
  if (known) return known;
  const inner = madeReader(schema);
  const reader: Reader = (value) => inner(value instanceof Raw ? parseJson(value.text) : value);
  readers.set(schema, reader);
  return reader;
}

const asItIs: Reader = (value) => value;

function madeReader(schema: z.core.$ZodType): Reader {
  if (schema instanceof z.ZodObject) return recordReader((field) => schema.shape[field]);
  if (schema instanceof z.ZodRecord) return recordReader(() => schema.valueType);
  if (schema instanceof z.ZodArray) return listReader(readerOf(schema.element));
  if (schema instanceof z.ZodUnion) return unionReader(schema.options);
  if (schema instanceof z.ZodNumber) return numberOf;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly)
    return readerOf(schema.def.innerType);
  return asItIs;
}

function recordReader(schemaOf: (field: string) => z.core.$ZodType | undefined): Reader {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const out: Record<string, unknown> = {};
    for (const [field, inner] of Object.entries(value)) {
      const schema = schemaOf(field);
      if (inner !== undefined) out[field] = schema ? readerOf(schema)(inner) : inner;
    }
    return out;
  };
}

const listReader =
  (item: Reader): Reader =>
  (value) =>
    Array.isArray(value) ? value.map(item) : value;

/** The first of the shapes that holds. */
function unionReader(options: readonly z.core.$ZodType[]): Reader {
  return (value) => {
    for (const option of options) {
      const read = readerOf(option)(value);
      if (z.safeParse(option, read).success) return read;
    }
    return value;
  };
}

function numberOf(value: unknown): unknown {
  return value instanceof Decimal || typeof value === "bigint" ? Number(value.toString()) : value;
}
