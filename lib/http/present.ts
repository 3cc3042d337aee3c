import { z } from "zod";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { type EventFeed, type FileOut, Linked, Waiting } from "#lib/contract/out.ts";
import { Raw, writeJson } from "#lib/kernel/json.ts";
import { checkAnswer } from "./check-answer.ts";
import { streamOf } from "./stream.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

/** What is said over HTTP, without the headers that every response has. */
export type Presented = {
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
  headers: Record<string, string>;
  status: 200 | 202;
};

export type Presenting = {
  endpoint: Endpoint;
  /** What the verb received. */
  input: object;
  /** The caller would rather have a table. */
  csv: boolean;
  /** Every answer is held against its contract; a verb that says something else answers 500. */
  checked: boolean;
  /** Whether the caller would still be let in: asked as long as a stream is open. */
  stillMay: () => Promise<boolean>;
};

/** What an endpoint's verb answered, in the words of HTTP. */
export function present(how: Presenting, out: unknown): Presented {
  const { endpoint, csv } = how;
  const { answer, waits } = endpoint;
  if (answer === undefined) return presentMedia(how, out as FileOut | EventFeed);
  if (out instanceof Waiting) return { ...presentJson(how, waits, out.request), status: 202 };
  if (out instanceof Linked) return { ...presentJson(how, answer, out.data), headers: linkTo(endpoint, out.next) };
  if (csv && endpoint.csv) return presentTable(how, endpoint.csv, out as Page);
  const presented = presentJson(how, answer, out);
  const status = endpoint.waiting?.(out instanceof Raw ? JSON.parse(out.text) : out) ? 202 : presented.status;
  return { ...presented, status, ...(endpoint.location && { headers: { location: endpoint.location(out) } }) };
}

function presentJson(how: Presenting, schema: z.ZodType | undefined, out: unknown): Presented {
  if (how.checked) checkAnswer(how.endpoint, schema, out);
  return { body: writeJson(out), headers: {}, status: 200 };
}

const TYPES: Readonly<Record<string, { type: string; shown: "inline" | "attachment" }>> = {
  pdf: { type: "application/pdf", shown: "inline" },
  csv: { type: "text/csv; charset=utf-8", shown: "attachment" },
  xml: { type: "application/xml", shown: "attachment" },
  xlsx: { type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", shown: "attachment" },
};

function presentMedia({ stillMay }: Presenting, out: FileOut | EventFeed): Presented {
  if ("open" in out) {
    const headers = { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" };
    return { body: streamOf(out, stillMay), headers, status: 200 };
  }
  const { fileName, bytes, size } = out;
  const { type, shown } = TYPES[fileName.split(".").at(-1) ?? ""] ?? {
    type: "application/octet-stream",
    shown: "attachment",
  };
  const headers = {
    "content-type": type,
    "content-length": String(size),
    "content-disposition": `${shown}; filename="${fileName}"`,
  };
  return { body: bytes, headers, status: 200 };
}

/** A whole page: what its contract's list answers. */
type Page = { data: readonly Readonly<Record<string, unknown>>[]; startsAfter: string | null };

/**
 * RFC 4180. A table has no place for a token, so the header Link names the next page; a page that has one is full, so its
 * length is the limit. Values are of our own making: none begins a spreadsheet's formula but the minus sign of a number.
 */
function presentTable({ endpoint, input, checked }: Presenting, columns: readonly string[], page: Page): Presented {
  if (checked) checkAnswer(endpoint, endpoint.answer, page);
  const times = timesOf(endpoint.answer);
  const cell = (record: Page["data"][number], column: string): string => {
    const value = record[column] ?? "";
    return times.has(column) && typeof value === "number" ? new Date(value).toISOString() : String(value);
  };
  const lines = page.data.map((record) => columns.map((column) => cell(record, column)).join(","));
  const { startsAfter } = page;
  const next = startsAfter === null ? undefined : { ...input, limit: page.data.length, startsAfter };
  return {
    body: `${[columns.join(","), ...lines].join("\r\n")}\r\n`,
    headers: { "content-type": "text/csv; charset=utf-8", ...linkTo(endpoint, next) },
    status: 200,
  };
}

/** The columns of a list that are epoch times. */
function timesOf(answer: z.ZodType | undefined): ReadonlySet<string> {
  const list = answer instanceof z.ZodObject ? answer.shape["data"] : undefined;
  const record = list instanceof z.ZodArray ? list.element : undefined;
  const fields = record instanceof z.ZodObject ? Object.entries(record.shape) : [];
  return new Set(fields.filter(([, field]) => metaOf(field)?.["format"] === "int64").map(([name]) => name));
}

/** The header Link (RFC 8288) that names the next page: the query's fields in the contract's order. */
function linkTo({ path, query }: Endpoint, next: object | undefined): Record<string, string> {
  if (next === undefined) return {};
  const given: Readonly<Record<string, unknown>> = { ...next };
  const named = Object.entries(query?.shape ?? {}).flatMap(([name, field]): [string, string][] => {
    const value = given[name];
    return value === undefined ? [] : [[name, parameterOf(field, value)]];
  });
  return { link: `<${path}?${new URLSearchParams(named)}>; rel="next"` };
}

/** A time as the field takes it: ISO 8601 or epoch milliseconds. */
function parameterOf(field: z.core.$ZodType, value: unknown): string {
  if (!(value instanceof Date)) return String(value);
  return metaOf(field)?.["format"] === "date-time" ? value.toISOString() : String(value.getTime());
}

function metaOf(field: z.core.$ZodType): Readonly<Record<string, unknown>> | undefined {
  const own = z.globalRegistry.get(field);
  if (own?.["type"] !== undefined || !(field instanceof z.ZodOptional)) return own;
  return metaOf(field.def.innerType);
}
