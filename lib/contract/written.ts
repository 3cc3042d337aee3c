import { z } from "zod";
import { writeJson } from "#lib/kernel/json.ts";
import type { Endpoint, GivenOf } from "./endpoint.ts";

/** Where the fields of one call go; times stand as the contract writes them. */
export type Written = { path: string; query: Record<string, unknown>; body: Record<string, unknown> };

/** `METHOD /path`: the name by which operations are distinguished. */
export const operationOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The path of a call with its query, as it stands in the request line. */
export function targetOf<E extends Endpoint>(contract: E, given: GivenOf<E>): string {
  const { path, query } = writtenOf(contract, given);
  const pairs = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return pairs === "" ? path : `${path}?${pairs}`;
}

/** The JSON body of a call; undefined where the contract has none. */
export function bodyOf<E extends Endpoint>(contract: E, given: GivenOf<E>): string | undefined {
  return contract.body && writeJson(writtenOf(contract, given).body);
}

/** Path, query and body of a call as they are written, without what is not given. */
export function writtenOf<E extends Endpoint>(contract: E, given: GivenOf<E>): Written {
  const fields = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  const path = contract.path.replaceAll(/\[(\w+)\]/g, (_hole, name: string) => {
    const value = fields.get(name);
    if (typeof value !== "string" || value === "") throw new TypeError(`${operationOf(contract)} needs ${name}`);
    fields.delete(name);
    return encodeURIComponent(value);
  });
  const parts: Written = { path, query: {}, body: {} };
  for (const [name, value] of fields) {
    const inQuery = contract.query?.shape[name];
    const field = inQuery ?? contract.body?.shape[name];
    if (!field && !contract.openBody) throw new TypeError(`${name} is no field of ${operationOf(contract)}`);
    parts[inQuery ? "query" : "body"][name] = field ? written(value, field) : value;
  }
  return parts;
}

/** Times are given in epoch milliseconds; a field of ISO 8601 gets its text. */
function written(value: unknown, field: z.core.$ZodType): unknown {
  return typeof value === "number" && isIsoTime(field) ? new Date(value).toISOString() : value;
}

function isIsoTime(field: z.core.$ZodType): boolean {
  if (z.globalRegistry.get(field)?.["format"] === "date-time") return true;
  const { def } = field._zod;
  return "innerType" in def && isIsoTime(def.innerType as z.core.$ZodType);
}
