import { OPERATIONS } from "#lib/sdk/operations.ts";
import type { OpenApiDocument, OpenApiOperation } from "./document.ts";
import { EXAMPLE_REQUESTS } from "./example-requests.ts";

/** An operation's example as it would be sent: the same for the reference, the collections and the tests that run it. */
export type ExampleCall = {
  operationId: string;
  method: string;
  /** With its parameters filled in. */
  path: string;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown> | undefined;
  /** Whether the SDK has a method for it. */
  named: boolean;
  place: string;
};

/** The example of every operation that answers under our own prefixes, in the document's order. */
export function exampleCalls(document: OpenApiDocument): ExampleCall[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => exampleCall(path, method.toUpperCase(), operation)),
  );
}

function exampleCall(path: string, method: string, operation: OpenApiOperation): ExampleCall {
  const { operationId, parameters = [], requestBody } = operation;
  const exampleOf = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && (place === "path" || parameter.required))
        .map(({ name = "", schema }) => [name, schema?.examples?.[0] ?? schema?.enum?.[0] ?? ""]),
    );
  const params = exampleOf("path");
  const body = requestBody?.content["application/json"]?.example as Record<string, unknown> | undefined;
  return {
    operationId,
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => encodeURIComponent(String(params[name]))),
    params,
    query: EXAMPLE_REQUESTS[operationId]?.query ?? exampleOf("query"),
    body: body && Object.keys(body).length > 0 ? body : undefined,
    named: operationId in OPERATIONS,
    place: `${method} ${path}`,
  };
}

/** Path and query as curl would send them. */
export function targetOf({ path, query }: ExampleCall): string {
  const fields = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return fields.length > 0 ? `${path}?${fields.join("&")}` : path;
}

/** One line of curl for a key of the sandbox, with DESK and KEY as the shell's variables. */
export function curlOf(call: ExampleCall, scope: string): string {
  const verb = call.method === "GET" || (call.method === "POST" && call.body) ? "" : ` -X ${call.method}`;
  const access = scope === "public" ? "" : ' -u "$KEY"';
  const body = call.body
    ? ` \\\n  -H 'content-type: application/json' -d '${JSON.stringify(call.body).replaceAll("'", `'\\''`)}'`
    : "";
  return `curl -s${verb}${access} "$DESK${targetOf(call)}"${body}`;
}

/** The same with the SDK. */
export function typescriptOf(call: ExampleCall): string {
  const input = { ...call.params, ...call.query, ...call.body };
  const fields = Object.keys(input).length > 0 ? literal(input) : "";
  if (call.named) return `const answer = await desk.${call.operationId}(${fields});`;
  return `const answer = await desk.call("${call.place}"${fields && `, ${fields}`});`;
}

const WIDE = 72;

/** A value as a person would write it in TypeScript. */
function literal(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${literal(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{ ", " }"];
  const line = `${open}${parts.join(", ")}${close}`;
  return line.length <= WIDE
    ? line
    : `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close.trim()}`;
}
