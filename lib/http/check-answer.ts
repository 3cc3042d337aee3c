import { z } from "zod";
import { plainOf } from "./plain-of.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { must } from "#lib/kernel/errors.ts";
import { Decimal } from "#lib/kernel/decimal.ts";

/** Holds an answer against its schema, the texts in it too; a field that the schema does not name is a fault as well. */
export function checkAnswer(endpoint: Endpoint, schema: z.core.$ZodType | undefined, out: unknown): void {
  must(schema, `${endpoint.method} ${endpoint.path} has a schema for what it answers`);
  const plain = plainOf(schema, out);
  const { success, data, error } = z.safeParse(schema, plain);
  const fault = success ? strayField(plain, data) : z.prettifyError(error);
  must(fault === undefined, `${endpoint.method} ${endpoint.path} answers by its contract: ${fault}`);
}

/** A field of the answer that the schema has dropped. */
function strayField(answered: unknown, described: unknown): string | undefined {
  if (typeof answered !== "object" || answered === null || answered instanceof Decimal) return undefined;
  for (const [field, inner] of Object.entries(answered)) {
    const known = (described as Record<string, unknown>)[field];
    if (known === undefined) return `${field} is in no schema`;
    const stray = strayField(inner, known);
    if (stray !== undefined) return stray;
  }
  return undefined;
}
