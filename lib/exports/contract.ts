import { z } from "zod";
import { count, listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { id, oneOf, orRequired } from "#lib/contract/fields.ts";
import { EXPORT_FORMATS, EXPORT_LISTS, MOST_CHOSEN } from "./export-facts.ts";

export const EXPORT_STATUSES = ["QUEUED", "RUNNING", "READY", "CANCELLED", "FAILED", "EXPIRED"] as const;

const exportRecord = z
  .object({
    exportId: z.string(),
    list: z.enum(EXPORT_LISTS),
    format: z.enum(EXPORT_FORMATS),
    status: z.enum(EXPORT_STATUSES),
    createdBy: z.string(),
    createdAt: time(),
    /** Rows that the filter held when the file was asked for, and those written so far. */
    count: count(),
    rows: count(),
    bytes: count(),
    finishedAt: time().optional(),
    expiresAt: time().optional(),
    /** Why it failed, in one sentence. */
    reason: z.string().optional(),
  })
  .meta({ id: "Export" });
export type ExportRecord = z.output<typeof exportRecord>;

/** What a file holds: the rows of a list's own filter, in its sort, or the records named by `ids`. */
const selection = {
  list: oneOf(EXPORT_LISTS),
  filter: z
    .record(z.string(), z.unknown(), { error: orRequired("must be an object of the list's own filters") })
    .optional(),
  ids: z
    .array(id(), { error: orRequired("must be a list of ids") })
    .min(1)
    .max(MOST_CHOSEN)
    .optional(),
};

/** What a file is asked for with. */
const wish = z.object({ ...selection, format: oneOf(EXPORT_FORMATS) });
export type ExportWish = z.output<typeof wish>;

const MISSING = ["FORBIDDEN", "NOT_FOUND"] as const;

export const makeExportEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/exports",
  scope: "account:read",
  summary:
    "Asks for a file of a list: exactly the rows of its filter, written in the background and kept for seven days.",
  body: wish,
  answer: exportRecord,
  refuses: ["FORBIDDEN", "RANGE_TOO_LONG"],
});

export const countExportEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/exports/count",
  scope: "account:read",
  mutation: false,
  summary: "Counts the rows that such a file would hold.",
  body: z.object(selection),
  answer: z.object({ count: count() }).meta({ id: "ExportCount" }),
  refuses: ["FORBIDDEN", "RANGE_TOO_LONG"],
});

export const listExportsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/exports",
  scope: "account:read",
  summary: "Answers the account's latest files, newest first, with their progress.",
  answer: listOf(exportRecord).meta({ id: "ExportList" }),
});

export const cancelExportEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/exports/[exportId]",
  scope: "account:read",
  summary: "Stops writing a file, or removes one that is ready.",
  answer: exportRecord,
  refuses: [...MISSING],
});

export const exportFileEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/exports/[exportId]/file",
  scope: "account:read",
  summary: "Answers the file of an export that is ready.",
  media: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  refuses: [...MISSING, "INVALID_STATE"],
});
