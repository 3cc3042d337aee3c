import { writeJson } from "#lib/kernel/json.ts";
import { type Call, operationOf } from "./call.ts";
import type { Endpoint, GivenOf } from "./endpoint.ts";

/** Where the fields of one call go; times stand as the contract writes them. */
export type Written = { path: string; query: Record<string, unknown>; body: Record<string, unknown> };

/** The path of a call with its query, as it stands in the request line. */
export function targetOf<E extends Endpoint>(call: Call<E>, given: GivenOf<E>): string {
  const { path, query } = writtenOf(call, given);
  const pairs = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return pairs === "" ? path : `${path}?${pairs}`;
}

/** The JSON body of a call; undefined where the contract has none. */
export function bodyOf<E extends Endpoint>(call: Call<E>, given: GivenOf<E>): string | undefined {
  return call.body && writeJson(writtenOf(call, given).body);
}

/** Path, query and body of a call as they are written, without what is not given. */
export function writtenOf<E extends Endpoint>(call: Call<E>, given: GivenOf<E>): Written {
  const fields = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  const path = call.path.replaceAll(/\[(\w+)\]/g, (_hole, name: string) => {
    const value = fields.get(name);
    if (typeof value !== "string" || value === "") throw new TypeError(`${operationOf(call)} needs ${name}`);
    fields.delete(name);
    return encodeURIComponent(value);
  });
  const parts: Written = { path, query: {}, body: {} };
  for (const [name, value] of fields) {
    const isInQuery = call.query?.includes(name);
    if (!isInQuery && !call.body?.includes(name) && !call.openBody)
      throw new TypeError(`${name} is no field of ${operationOf(call)}`);
    parts[isInQuery ? "query" : "body"][name] = call.isoTimes?.includes(name) ? isoTime(value) : value;
  }
  return parts;
}

/** Times are given in epoch milliseconds; a field of ISO 8601 gets its text. */
const isoTime = (value: unknown): unknown => (typeof value === "number" ? new Date(value).toISOString() : value);
