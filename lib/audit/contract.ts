import { z } from "zod";
import { count, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { text, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { AT, LIMIT, OBJECT_ID, REQUEST_ID, STARTS_AFTER, meaning } from "#lib/contract/meanings.ts";
import { AUDIT_FILTERS } from "./filters.ts";

/** One line of the audit record; `at` is epoch milliseconds of business time. */
const auditRecord = z
  .object({
    at: time().meta(AT),
    actor: z.string().meta(meaning("Who did it: a key, a person, the worker or the operator.", `key:${IDS.key}`)),
    action: z.string().meta(meaning("What was done.", "bill.create")),
    objectKind: z.string().meta(meaning("Kind of what it is about.", "payment")),
    objectId: z.string().meta(OBJECT_ID),
    detail: z.record(z.string(), z.unknown()).meta(meaning("What changed.", { spreadBps: "80" })),
    requestId: z.string().meta(REQUEST_ID),
    clientAddress: z.string().optional().meta(meaning("Network address of the caller.", "203.0.113.7")),
  })
  .meta({ id: "AuditEntry" });

export type AuditRecord = z.output<typeof auditRecord>;

/** Who did what to which object, newest first (rulebook 11.2). */
const query = z.object({
  ...fieldsOf(AUDIT_FILTERS),
  limit: whole(1, 500).optional().meta(LIMIT),
  startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
});

export const listAuditEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/audit",
  scope: "audit:read",
  summary: "Answers the audit record of the account, newest first.",
  query: query,
  answer: pageOf(auditRecord).meta({ id: "AuditPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

/** What may not hold of the seals over the record. */
export const SEAL_FAULTS = ["SEAL_MISSING", "SEAL_BROKEN", "LINES_CHANGED", "LINES_MISSING", "LINES_ADDED"] as const;
export type SealFaultCode = (typeof SEAL_FAULTS)[number];

export const verifyHouseAuditEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/audit/verifications",
  scope: "house:audit",
  summary: "Verifies the whole audit record against the chain of its seals.",
  description:
    "Reads every line of all accounts, so it takes a while on a large record. What came of it, and who had it verified, stands in the record as audit.verify. Compare head with one that was noted elsewhere: it proves that no end was cut off.",
  answer: z
    .object({
      holds: z.boolean().meta(meaning("Whether every seal holds.", true)),
      checkedAt: time().meta(AT),
      seals: count().meta(meaning("Seals of the chain.", 48)),
      lines: count().meta(meaning("Lines under seal.", 18_230)),
      waiting: count().meta(meaning("Lines that wait for the next seal.", 3)),
      head: z.string().optional().meta(meaning("The last seal, in hex; absent where there is none yet.", "9f2c5e1b")),
      faults: z
        .array(
          z
            .object({
              code: z
                .enum(SEAL_FAULTS)
                .meta(
                  meaning(
                    "SEAL_MISSING: a seal is gone. SEAL_BROKEN: it does not follow from the one before it. LINES_CHANGED: lines under it were changed. LINES_MISSING: fewer lines are there than were sealed. LINES_ADDED: lines stand between sealed ones.",
                    "LINES_CHANGED",
                  ),
                ),
              seal: count().optional().meta(meaning("Number of the seal.", 12)),
            })
            .meta({ id: "SealFault" }),
        )
        .meta(meaning("What does not hold, at most 20 of it.")),
    })
    .meta({ id: "AuditVerification" }),
  refuses: ["SERVICE_UNAVAILABLE"],
});

export const houseAuditFileEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/audit/file",
  scope: "house:audit",
  summary: "Answers the audit record of the operator as a file of CSV: exactly the rows of the filter, newest first.",
  description: "At most 100 000 rows; that it was read stands in the record.",
  query: z.object(fieldsOf(AUDIT_FILTERS)),
  media: ["text/csv"],
});

const auditValues = z
  .object({
    actors: z.array(z.string()).meta(meaning("Who stands in the record.", [`key:${IDS.key}`])),
    actions: z.array(z.string()).meta(meaning("What was done.", ["bill.create"])),
    objectKinds: z.array(z.string()).meta(meaning("Kinds of what it was done to.", ["payment"])),
  })
  .meta({ id: "AuditValues" });

export const listAuditValuesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/audit/values",
  scope: "audit:read",
  summary:
    "Answers what the audit record of the account can be filtered by: each actor, action and kind of object once.",
  answer: auditValues,
});

export const listHouseAuditValuesEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/audit/values",
  scope: "house:audit",
  summary:
    "Answers what the audit record of the operator can be filtered by: each actor, action and kind of object once.",
  answer: auditValues,
});

export const listHouseAuditEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/audit",
  scope: "house:audit",
  summary: "Answers the audit record of the operator, newest first.",
  query: query,
  answer: pageOf(auditRecord).meta({ id: "AuditPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});
