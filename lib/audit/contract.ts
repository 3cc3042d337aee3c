import { z } from "zod";
import { pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, text, whole } from "#lib/contract/fields.ts";

/** One line of the audit record; `at` is epoch milliseconds of business time. */
const auditRecord = z
  .object({
    at: time(),
    actor: z.string(),
    action: z.string(),
    objectKind: z.string(),
    objectId: z.string(),
    detail: z.record(z.string(), z.unknown()),
    requestId: z.string(),
    clientAddress: z.string().optional(),
  })
  .meta({ id: "AuditEntry" });

export type AuditRecord = z.output<typeof auditRecord>;

/** Who did what to which object, newest first (rulebook 11.2). */
export const listAuditEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/audit",
  scope: "audit:read",
  summary: "Answers the audit record of the account, newest first.",
  query: z.object({
    startTime: epochMs().optional(),
    endTime: epochMs().optional(),
    actor: text(1, 256).optional(),
    action: text(1, 64).optional(),
    objectId: text(1, 128).optional(),
    requestId: text(1, 128).optional(),
    limit: whole(1, 500).optional(),
    startsAfter: text(1, 2_048).optional(),
  }),
  answer: pageOf(auditRecord).meta({ id: "AuditPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});
