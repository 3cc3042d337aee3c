import type { z } from "zod";
import { oneOf } from "#lib/contract/fields.ts";
import { listAuditEndpoint } from "#lib/audit/contract.ts";
import { listCasesEndpoint } from "#lib/cases/contract.ts";
import { listConversionsEndpoint } from "#lib/conversions/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { type Json, parseJson, writeJson } from "#lib/kernel/json.ts";
import { getStatementEndpoint } from "#lib/ledger/contract.ts";
import { getPaymentEndpoint } from "#lib/payments/contract.ts";
import type { ExportList } from "#lib/contract/export-lists.ts";

/** A filter as it was requested, by the names and in the forms of the list's own operation. */
export type ExportFilter = Readonly<Record<string, Json>>;

const PAGING = { startsAfter: true, limit: true } as const;

/** Each list takes what its own operation takes, but for the paging. */
export const FILTERS = {
  payments: getPaymentEndpoint.query.omit(PAGING),
  conversions: listConversionsEndpoint.query.omit(PAGING),
  statement: getStatementEndpoint.query.omit(PAGING),
  audit: listAuditEndpoint.query.omit(PAGING),
  // The worker writes the file: whose own cases are meant it cannot know.
  cases: listCasesEndpoint.query
    .omit({ ...PAGING, dayEndsAt: true })
    .extend({ owner: oneOf(["nobody"] as const).optional() }),
} as const;

export type ExportFilterOf<List extends ExportList> = z.output<(typeof FILTERS)[List]>;

/** Reads a filter by its list's rules. Refuses with VALIDATION_FAILED, naming the field. */
export function readFilter<List extends ExportList>(list: List, filter: ExportFilter): ExportFilterOf<List> {
  const read = FILTERS[list].strict().safeParse(filter);
  if (read.success) return read.data as ExportFilterOf<List>;
  const [issue] = read.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const field = ["filter", ...(unknown === undefined ? (issue?.path ?? []) : [unknown])].join(".");
  throw invalid(
    field,
    unknown === undefined ? `${field} ${issue?.message}.` : `${list} cannot be filtered by ${field}.`,
  );
}

/**
 * The filter with an end, so that a file holds what there was when it was requested, however late it is written. A
 * range that is given stays; payments looked up by id or address have none, nor have cases, which are as they stand when
 * the file is written.
 */
export function withEnd(list: ExportList, filter: ExportFilter, now: Date): ExportFilter {
  if (list === "cases") return filter;
  const open = filter["endTime"] === undefined || filter["endTime"] === null;
  if (!open || filter["paymentId"] !== undefined) return filter;
  if (list === "conversions") return { ...filter, endTime: now.toISOString() };
  if (list === "payments" && filter["startTime"] === undefined && filter["address"] === undefined) return filter;
  return { ...filter, endTime: Decimal.from(now.getTime()) };
}

/** What one file is of. `ids` are records named one by one, in the order of the file. */
export type Selection = { list: ExportList; filter: ExportFilter; ids?: readonly string[] | undefined };

/** A selection as text for its row, numbers exact. */
export const selectionText = ({ filter, ids }: Selection): string => writeJson({ filter, ids });

/** What {@link selectionText} wrote. */
export function selectionFrom(row: { list: ExportList; filter: string }): Selection {
  const { filter, ids } = fieldsOf(parseJson(row.filter));
  return { list: row.list, filter: fieldsOf(filter), ids: Array.isArray(ids) ? ids.map(String) : undefined };
}

function fieldsOf(value: Json | undefined): ExportFilter {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
  if (!isObject) throw new Error("a stored selection is no object");
  return value;
}
