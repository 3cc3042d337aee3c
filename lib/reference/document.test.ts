import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, expect, test } from "vitest";
import { keyMay } from "#lib/contract/may.ts";
import { HOUSE_SCOPES, SCOPES, whoseIs } from "#lib/contract/permissions.ts";
import { STATUS_OF_CODE } from "#lib/kernel/errors.ts";
import { EVENT_TYPES } from "#lib/events/event-types.ts";
import { type OpenApiDocument, openApiDocument } from "./document.ts";
import { loadOperations, type Operation } from "./endpoints.ts";
import type { JsonSchema } from "./schemas.ts";
import { breaksOf, surfaceOf } from "./surface.ts";

const ROOT = resolve(import.meta.dirname, "../..");

let operations: Operation[];
let document: OpenApiDocument;
let undescribed: string[];
beforeAll(async () => {
  operations = await loadOperations();
  ({ document, undescribed } = openApiDocument(operations));
});

/** Every value at any depth under a name. */
function allUnder(name: string, value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(key === name ? [inner] : []), ...allUnder(name, inner)]);
}

function at(pointer: string): unknown {
  let found: unknown = document;
  for (const step of pointer.slice(2).split("/")) found = (found as Record<string, unknown> | undefined)?.[step];
  return found;
}

test("each field says what it means and shows an example", () => {
  expect(undescribed).toEqual([]);
});

test("every route of the program is an operation, and every operation a route", () => {
  const routes = globSync("app/{payment,manage,house,sandbox,pay}/**/route.ts", { cwd: ROOT }).flatMap((file) => {
    const path = `/${file.replace(/^app\//, "").replace(/\/route\.ts$/, "")}`;
    const text = readFileSync(join(ROOT, file), "utf8");
    return [...text.matchAll(/export const (GET|POST|PUT|PATCH|DELETE)\b/g)].map(([, method]) => `${method} ${path}`);
  });
  expect(operations.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).sort()).toEqual(routes.sort());
});

test("names are unique and every reference leads somewhere", () => {
  const ids = allUnder("operationId", document);
  expect(new Set(ids).size).toBe(ids.length);
  for (const reference of new Set(allUnder("$ref", document)))
    expect(at(String(reference)), String(reference)).toBeDefined();
});

test("every code and every event is in it", () => {
  expect(document.components.schemas["Error"]?.properties?.["code"]?.enum).toEqual(Object.keys(STATUS_OF_CODE));
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES, "webhook.test"]);
});

test("who may call is told as the program decides it", () => {
  const described = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const { operationId, endpoint } of operations) {
    const { scope } = endpoint;
    if (scope === "public") continue;
    const held = [...SCOPES, ...HOUSE_SCOPES].some((one) => one === scope);
    const standsIn = scope !== "own" && !held && keyMay("sandbox", ["sandbox"], scope);
    const operation = described.find((one) => one.operationId === operationId);
    expect(JSON.stringify(operation?.security).includes("apiKey"), operationId).toBe(held || standsIn);
    expect(operation?.description?.includes("also for a key with the scope `sandbox`"), operationId).toBe(standsIn);
    const isHeaderRead = whoseIs(scope) === "account";
    expect(allUnder("$ref", operation?.parameters).includes("#/components/parameters/account")).toBe(isHeaderRead);
  }
});

/** Every schema with examples at any depth, with where it stands. */
function exampled(value: unknown, path: string): [path: string, schema: JsonSchema][] {
  if (typeof value !== "object" || value === null) return [];
  const own: [string, JsonSchema][] = Array.isArray((value as JsonSchema).examples)
    ? [[path, value as JsonSchema]]
    : [];
  const inner = Object.entries(value).filter(([name]) => name !== "examples");
  return [...own, ...inner.flatMap(([name, each]) => exampled(each, `${path}/${name}`))];
}

test("every example satisfies its schema", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { decimal: true } });
  addFormats.default(ajv);
  ajv.addSchema(document, "document");
  const schemas = [
    ...exampled(inlined(document.components), "components"),
    ...exampled(inlined(document.paths), "paths"),
  ];
  expect(schemas.length).toBeGreaterThan(300);
  const faults = schemas.flatMap(([path, schema]) => {
    const holds = ajv.compile(schema);
    return (schema.examples ?? []).flatMap((each) => (holds(each) ? [] : [`${path}: ${ajv.errorsText(holds.errors)}`]));
  });
  expect(faults).toEqual([]);
});

/** References inside a compiled part point at the whole document. */
function inlined(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part).replaceAll('"#/components/', '"document#/components/'));
}

test("a release may grow, and what was promised stays", () => {
  const now = surfaceOf(document);
  expect(breaksOf(now, now)).toEqual([]);
  const field = "MadeBill out.price! number";
  expect(now).toContain(field);
  const without = now.filter((line) => line !== field);
  expect(breaksOf(now, without)).toEqual([`gone: ${field}`]);
  expect(breaksOf(without, now)).toEqual([]);
  expect(
    breaksOf(
      now,
      now.map((line) => line.replace(field, "MadeBill out.price number")),
    ),
  ).toEqual([`gone: ${field}`]);
  const mandatory = "POST /payment/v1/requestPaymentAddress in body.fiat! string";
  expect(
    breaksOf(
      now,
      now.map((line) => line.replace(mandatory, mandatory.replace("!", ""))),
    ),
  ).toEqual([]);
  const more = "POST /payment/v1/requestPaymentAddress in body.colour! string";
  expect(breaksOf(now, [...now, more])).toEqual([`demanded now: ${more}`]);
  const bound = "POST /payment/v1/requestPaymentAddress bound body.subaccount maxLength 128";
  expect(now).toContain(bound);
  const others = now.filter((line) => line !== bound);
  const tighter = bound.replace("128", "127");
  expect(breaksOf(now, others)).toEqual([]);
  expect(breaksOf(others, now)).toEqual([`stricter now: ${bound}`]);
  expect(breaksOf(now, [...others, tighter])).toEqual([`stricter now: ${tighter}`]);
  expect(breaksOf([...others, tighter], now)).toEqual([]);
  const status = "POST /payment/v1/requestPaymentAddress answers 409";
  expect(
    breaksOf(
      now,
      now.filter((line) => line !== status),
    ),
  ).toEqual([`gone: ${status}`]);
  for (const start of ["Payment out.strategy!", "POST /sandbox/v1/venue in body.fault!"]) {
    const words = now.find((line) => line.startsWith(start)) ?? "";
    const grown = now.map((line) => (line === words ? `${line}|NEW` : line));
    expect([words.includes("|"), breaksOf(now, grown)]).toEqual([true, []]);
    expect(breaksOf(grown, now)).not.toEqual([]);
  }
});
