import { z } from "zod";
import { parseJson } from "#lib/kernel/json.ts";
import type { Operation } from "./endpoints.ts";
import { EXAMPLE_REQUESTS } from "./example-requests.ts";

/** Examples of the reference that their contracts would refuse, each as a sentence: a field that is renamed is found here. */
export function exampleFaults(operations: readonly Operation[]): string[] {
  const byName = new Map(operations.map((operation) => [operation.operationId, operation.endpoint]));
  return Object.entries(EXAMPLE_REQUESTS).flatMap(([name, { body, query }]) => {
    const endpoint = byName.get(name);
    if (!endpoint) return [`lib/reference/example-requests.ts: ${name} is no operation`];
    const faults = [
      ...(body ? faultsOf(endpoint.body, body) : []),
      ...Object.keys(query ?? {})
        .filter((field) => !(field in { ...endpoint.query?.shape }))
        .map((field) => `${field} is no field of the query`),
    ];
    return faults.map((fault) => `lib/reference/example-requests.ts: ${name}: ${fault}`);
  });
}

function faultsOf(schema: z.ZodObject | undefined, body: Record<string, unknown>): string[] {
  if (!schema) return ["it takes no body"];
  const { error } = schema.safeParse(parseJson(JSON.stringify(body)));
  return error ? [z.prettifyError(error).replaceAll("\n", " ")] : [];
}
