import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { SchemaBook } from "#lib/reference/schemas.ts";
import { reasonFacts } from "./reason-facts.ts";

const FILE = join(resolve(import.meta.dirname, "../.."), "public/openapi.json");

test("the facts of a reason are published with their words, examples and choices", () => {
  const book = new SchemaBook();
  book.output(z.object({ reasonFacts }), "Deposit");
  const published = JSON.parse(readFileSync(FILE, "utf8")) as { components: { schemas: Record<string, unknown> } };
  const { ReasonFacts, ReasonPart } = published.components.schemas;
  expect(JSON.parse(JSON.stringify(book.named))).toMatchObject({ ReasonFacts, ReasonPart });
});
