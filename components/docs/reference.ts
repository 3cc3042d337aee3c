import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from "#lib/reference/document.ts";
import { ERROR_FACTS } from "#lib/reference/error-facts.ts";
import { EVENT_FACTS } from "#lib/reference/events.ts";
import { curlOf, type ExampleCall, exampleCalls, typescriptOf } from "#lib/reference/snippets.ts";
import { type ErrorCode, STATUS_OF_CODE } from "#lib/kernel/errors.ts";
import { fieldTable, rowOf } from "./fields.ts";

/** An operation with where it lives. */
export type Listed = { path: string; method: string; operation: OpenApiOperation };

export function listed(document: OpenApiDocument): Listed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

/** The reference's page of one operation, as Markdown. */
export function operationMarkdown(document: OpenApiDocument, { path, method, operation }: Listed): string {
  const call = exampleCalls(document).find(({ operationId }) => operationId === operation.operationId);
  const body = operation.requestBody?.content["application/json"]?.schema;
  const answer = operation.responses["200"]?.content ?? {};
  const json = answer["application/json"]?.schema;
  const others = Object.keys(answer).filter((type) => type !== "application/json");
  return [
    `# ${operation.operationId}`,
    `\`${method} ${path}\``,
    operation.summary,
    operation.description,
    ...parameterParts(document, operation),
    ...(body ? ["## Body", fieldTable(document, body)] : []),
    "## Example",
    ...examplesOf(call, operation),
    "## Answer",
    ...(json ? [fieldTable(document, json)] : []),
    ...waitingParts(document, operation),
    ...(others.length > 0 ? [`Also as ${others.map((type) => `\`${type}\``).join(", ")}.`] : []),
    "## Refusals",
    refusalTable(document, operation),
  ].join("\n\n");
}

/** What is answered while nothing is done yet. */
function waitingParts(document: OpenApiDocument, { responses }: OpenApiOperation): string[] {
  const { description = "", content } = responses["202"] ?? {};
  const schema = content?.["application/json"]?.schema;
  return schema ? ["## Answer 202", description, fieldTable(document, schema)] : [];
}

function parameterParts(document: OpenApiDocument, { parameters = [] }: OpenApiOperation): string[] {
  const rows = parameters.flatMap(({ name, in: place, required, schema, ...rest }) =>
    name ? [rowOf(document, name, { ...schema, ...rest }, required ?? place === "path")] : [],
  );
  return rows.length > 0
    ? ["## Parameters", ["| Parameter | Type | Meaning |", "|---|---|---|", ...rows].join("\n")]
    : [];
}

function examplesOf(call: ExampleCall | undefined, operation: OpenApiOperation): string[] {
  if (!call) return [];
  const curl = `\`\`\`sh\n${curlOf(call, operation["x-scope"] ?? "public")}\n\`\`\``;
  const json = operation.responses["200"]?.content?.["application/json"];
  if (!json || operation["x-scope"] === undefined || operation["x-scope"] === "public") return [curl];
  return [curl, `\`\`\`ts\n${typescriptOf(call)}\n\`\`\``];
}

function refusalTable(document: OpenApiDocument, operation: OpenApiOperation): string {
  const rows = Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => codesOf(document, response).map((code) => [status, code] as const))
    .map(([status, code]) => `| ${status} | [${code}](/docs/errors/${code}) | ${ERROR_FACTS[code].cause} |`);
  if (rows.length === 0) return "None.";
  return ["| Status | Code | Cause |", "|---|---|---|", ...rows].join("\n");
}

function codesOf(document: OpenApiDocument, response: OpenApiResponse): ErrorCode[] {
  const name = response.$ref?.split("/").at(-1);
  const shared = document.components["responses"] as Record<string, OpenApiResponse>;
  const schema = ((name && shared[name]) || response).content?.["application/json"]?.schema;
  return (schema?.properties?.["code"]?.enum ?? []) as ErrorCode[];
}

/** One code's page: cause, fix, and who answers it. */
export function errorMarkdown(document: OpenApiDocument, code: ErrorCode): string {
  const { cause, fix } = ERROR_FACTS[code];
  const answering = listed(document).filter(({ operation }) =>
    Object.values(operation.responses).some((response) => codesOf(document, response).includes(code)),
  );
  const all = answering.length > listed(document).length / 2;
  const links = answering.map(({ operation: { operationId } }) => `[${operationId}](/docs/reference/${operationId})`);
  return [
    `# ${code}`,
    `HTTP status ${STATUS_OF_CODE[code]}.`,
    "## Cause",
    cause,
    "## Fix",
    fix,
    "## Answered by",
    links.length === 0
      ? "The server itself, before any operation."
      : all
        ? "Nearly every operation."
        : `${links.join(", ")}.`,
    "## What it looks like",
    `\`\`\`json\n${JSON.stringify({ message: "One sentence that says what to change.", code, requestId: "01a1fc3e-…" }, null, 2)}\n\`\`\``,
  ].join("\n\n");
}

/** Every code with its status and cause. */
export function errorsMarkdown(): string {
  const rows = (Object.keys(ERROR_FACTS) as ErrorCode[]).map(
    (code) => `| [${code}](/docs/errors/${code}) | ${STATUS_OF_CODE[code]} | ${ERROR_FACTS[code].cause} |`,
  );
  return [
    "# Errors",
    'Every refusal is `{"message", "code", "requestId", "errors"}`. Go by `code`. `message` is one sentence for people and may change its wording; `errors` names each field that is wrong; quote `requestId` when you ask about it.',
    ["| Code | Status | Cause |", "|---|---|---|", ...rows].join("\n"),
  ].join("\n\n");
}

/** Every operation by area. */
export function referenceMarkdown(document: OpenApiDocument): string {
  const tags = document["tags"] as { name: string; description: string }[];
  const parts = tags.flatMap(({ name, description }) => {
    const own = listed(document).filter(({ operation }) => operation.tags.includes(name));
    if (own.length === 0) return [];
    const rows = own.map(
      ({ method, path, operation }) =>
        `| [${operation.operationId}](/docs/reference/${operation.operationId}) | \`${method} ${path}\` | ${operation.summary} |`,
    );
    return [`## ${name}`, description, ["| Operation | | |", "|---|---|---|", ...rows].join("\n")];
  });
  return ["# Reference", "All of it as one document: [/openapi.json](/openapi.json), OpenAPI 3.1.", ...parts].join(
    "\n\n",
  );
}

/** Every event, and what it carries. */
export function eventsMarkdown(document: OpenApiDocument): string {
  const rows = Object.entries(EVENT_FACTS).map(([type, when]) => `| \`${type}\` | ${when} |`);
  const events = document.components.schemas["Event"] ?? {};
  return [
    "# Events",
    "Each is sent to your webhook endpoints and kept for [getEvents](/docs/reference/getEvents). `data` is the record as the API shows it at that moment, plus `sequence`, which counts per object from 1 without gaps.",
    ["| Type | When |", "|---|---|", ...rows].join("\n"),
    "## Fields",
    fieldTable(document, events),
  ].join("\n\n");
}
