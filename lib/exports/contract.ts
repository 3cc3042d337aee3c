import { z } from "zod";
import { count, listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { id, oneOf, orRequired } from "#lib/contract/fields.ts";
import { EXPORT_LISTS } from "#lib/contract/export-lists.ts";
import { ERROR_CODES } from "#lib/kernel/errors.ts";
import { EXPORT_FORMATS, MOST_CHOSEN } from "./export-facts.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { CREATED_AT, EXPORT_ID, meaning } from "#lib/contract/meanings.ts";

export const EXPORT_STATUSES = ["QUEUED", "RUNNING", "READY", "CANCELLED", "FAILED", "EXPIRED"] as const;

const exportRecord = z
  .object({
    exportId: z.string().meta(EXPORT_ID),
    list: z.enum(EXPORT_LISTS).meta(meaning("Which list.")),
    format: z.enum(EXPORT_FORMATS).meta(meaning("Kind of file.")),
    status: z.enum(EXPORT_STATUSES).meta(meaning("State.")),
    filter: z.record(z.string(), z.unknown()).meta(
      meaning("The list's own filters that it holds the rows of, with the end that it was given.", {
        status: "COMPLETED",
      }),
    ),
    chosen: count()
      .optional()
      .meta(meaning("How many records were named by ids; absent where the filter says which.", 2)),
    createdBy: z.string().meta(meaning("Who created it: a key or a person.", `key:${IDS.key}`)),
    createdAt: time().meta(CREATED_AT),
    /** Rows that the filter held when the file was requested, and those written so far. */
    count: count().meta(meaning("How many.")),
    rows: count().meta(meaning("Rows written so far.", 120)),
    bytes: count().meta(meaning("Size of the file so far.", 18230)),
    finishedAt: time().optional().meta(meaning("When the file was ready, epoch milliseconds.")),
    expiresAt: time().optional().meta(meaning("When the key ends by itself, epoch milliseconds.", 1826605924801)),
    /** Why it failed, in one sentence. */
    reason: z
      .string()
      .optional()
      .meta(
        meaning(
          "The reason in one sentence for a person.",
          "Kept as crypto: the money came after the bill had expired.",
        ),
      ),
    failure: z.enum(ERROR_CODES).optional().meta(meaning("The same as the code of a refusal.", "INTERNAL")),
  })
  .meta({ id: "Export" });
export type ExportRecord = z.output<typeof exportRecord>;

/** What a file holds: the rows of a list's own filter, in its sort, or the records named by `ids`. */
const selection = {
  list: oneOf(EXPORT_LISTS).meta(meaning("Which list.")),
  filter: z
    .record(z.string(), z.unknown(), { error: orRequired("must be an object of the list's own filters") })
    .optional()
    .meta(meaning("The list's own filters.", { status: "COMPLETED" })),
  ids: z
    .array(id(), { error: orRequired("must be a list of ids") })
    .min(1)
    .max(MOST_CHOSEN)
    .optional()
    .meta(meaning("Only these records.", [IDS.payment])),
};

/** The request for a file. */
const request = z.object({ ...selection, format: oneOf(EXPORT_FORMATS).meta(meaning("Kind of file.")) });
export type ExportRequest = z.output<typeof request>;

const MISSING = ["FORBIDDEN", "NOT_FOUND"] as const;

export const makeExportEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/exports",
  scope: "account:read",
  beyondScope: true,
  summary:
    "Asks for a file of a list: exactly the rows of its filter, written in the background and kept for seven days.",
  description: "At most 20 files of an account wait at once, and all that are kept take at most 4 GB.",
  body: request,
  answer: exportRecord,
  refuses: ["FORBIDDEN", "RANGE_TOO_LONG", "INVALID_STATE"],
});

export const countExportEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/exports/count",
  scope: "account:read",
  beyondScope: true,
  mutation: false,
  summary: "Counts the rows that such a file would hold.",
  body: z.object(selection),
  answer: z.object({ count: count().meta(meaning("How many.")) }).meta({ id: "ExportCount" }),
  refuses: ["FORBIDDEN", "RANGE_TOO_LONG"],
});

export const listExportsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/exports",
  scope: "account:read",
  beyondScope: true,
  summary: "Answers the account's latest files, newest first, with their progress.",
  answer: listOf(exportRecord).meta({ id: "ExportList" }),
});

export const cancelExportEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/exports/[exportId]",
  params: { exportId: EXPORT_ID },
  scope: "account:read",
  beyondScope: true,
  summary: "Stops writing a file, or removes one that is ready.",
  answer: exportRecord,
  refuses: [...MISSING],
});

export const writeExportAgainEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/exports/[exportId]/again",
  params: { exportId: EXPORT_ID },
  scope: "account:read",
  beyondScope: true,
  summary: "Writes a file again that could not be written: the same rows, kept for seven days from then.",
  answer: exportRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const exportFileEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/exports/[exportId]/file",
  params: { exportId: EXPORT_ID },
  scope: "account:read",
  summary: "Answers the file of an export that is ready.",
  media: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  refuses: [...MISSING, "INVALID_STATE"],
});
