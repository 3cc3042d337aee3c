import { z } from "zod";
import type { Call } from "./call.ts";
import type { Endpoint } from "./endpoint.ts";
import { planOf } from "./plan-of.ts";

/** What the browser needs of an endpoint, made from its schemas. */
export function callOf<E extends Endpoint>(endpoint: E): Call<E> {
  const { method, path, query, body, openBody, answer, waits, media, csv } = endpoint;
  const fields = { ...query?.shape, ...body?.shape };
  const isoTimes = Object.keys(fields).filter((name) => isIsoTime(fields[name]));
  const file = media?.join(", ") ?? (csv ? "text/csv" : undefined);
  return {
    method,
    path,
    ...(query && { query: Object.keys(query.shape) }),
    ...(body && { body: Object.keys(body.shape) }),
    ...(openBody && { openBody }),
    ...(isoTimes.length > 0 && { isoTimes }),
    ...(answer && { answer: planOf(answer) }),
    ...(waits && { waits: planOf(waits) }),
    ...(file !== undefined && { file }),
    ...(body && { schema: () => Promise.resolve(body) }),
  };
}

function isIsoTime(field: z.core.$ZodType | undefined): boolean {
  if (!field) return false;
  if (z.globalRegistry.get(field)?.["format"] === "date-time") return true;
  const { def } = field._zod;
  return "innerType" in def && isIsoTime(def.innerType as z.core.$ZodType);
}
