import { z } from "zod";
import { count, exact, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import { amount, id, oneOf, text, whole } from "#lib/contract/fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { CASE_KINDS, CASE_SORTS } from "./case-kinds.ts";

/** A case whose facts are gone is SETTLED besides; nobody closes that. */
export const CASE_STATES = ["OPEN", "MUTED", "CLOSED"] as const;

const CASE_ACTIONS = [
  "ASSIGNED",
  "UNASSIGNED",
  "NOTED",
  "WITHDRAWN",
  "MUTED",
  "UNMUTED",
  "CLOSED",
  "REOPENED",
] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

const person = z.object({ userId: z.string(), name: z.string() }).meta({ id: "CasePerson" });

/** Times are epoch milliseconds. `worth` is in `fiat`, at the present price; absent when there is no fresh one. */
const caseRecord = z
  .object({
    caseId: z.string(),
    kind: z.enum(CASE_KINDS),
    state: z.enum([...CASE_STATES, "SETTLED"]),
    cause: z.string().meta({ description: "One sentence: what happened and what follows." }),
    since: time().meta({ description: "Since when the facts stand." }),
    asset: z.enum([...CRYPTOS, ...FIATS]).optional(),
    networkType: z.enum(NETWORK_TYPES).optional(),
    quantity: exact().optional().meta({ description: "What is at stake; of an underpaid bill what is missing." }),
    fiat: z.enum(FIATS),
    worth: exact().optional(),
    paymentId: z.string().optional(),
    txId: z.string().optional(),
    invoiceId: z.string().optional(),
    endpointId: z.string().optional(),
    assignee: person.optional(),
    mutedUntil: time().optional(),
    closed: z.object({ at: time(), by: z.string(), reason: z.string() }).optional(),
  })
  .meta({ id: "Case" });

/** A line of a case's history. `withdrawn`: a note that its writer took back. */
const caseEntry = z
  .object({
    entryId: z.string(),
    at: time(),
    actor: z.string(),
    userId: z.string().optional(),
    action: z.enum(CASE_ACTIONS),
    detail: z.string(),
    withdrawn: z.boolean(),
  })
  .meta({ id: "CaseEntry" });

const caseDetail = caseRecord.extend({ history: z.array(caseEntry) }).meta({ id: "CaseDetail" });

/** `count` and `worth` are of everything the filter finds. */
const caseList = pageOf(caseRecord)
  .extend({ fiat: z.enum(FIATS), count: count(), worth: exact() })
  .meta({ id: "CaseList" });

const caseSummary = z
  .object({
    count: count(),
    mine: count(),
    nobody: count(),
    muted: count(),
    closed: count(),
    fresh: count().meta({ description: "Open cases whose facts are newer than the person's last look." }),
    byKind: z.array(z.object({ kind: z.enum(CASE_KINDS), count: count() })),
    clearSince: time()
      .optional()
      .meta({ description: "Since when nothing waits; absent while something does, or when nothing ever did." }),
    people: z.array(person).meta({ description: "Who can be given a case." }),
  })
  .meta({ id: "CaseSummary" });

export type CasePerson = z.output<typeof person>;
export type CaseRecord = z.output<typeof caseRecord>;
export type CaseEntry = z.output<typeof caseEntry>;
export type CaseDetail = z.output<typeof caseDetail>;
export type CaseList = z.output<typeof caseList>;
export type CaseSummary = z.output<typeof caseSummary>;

export const listCasesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/cases",
  scope: "house:read",
  summary: "Answers what waits for a person: cause, money at stake, age and owner.",
  query: z.object({
    kind: oneOf(CASE_KINDS).optional(),
    state: oneOf(CASE_STATES).optional(),
    owner: oneOf(["mine", "nobody"]).optional(),
    minimum: amount().optional(),
    fiat: oneOf(FIATS).optional(),
    sort: oneOf(CASE_SORTS).optional(),
    limit: whole(1, 500).optional(),
    startsAfter: text(1, 2_048).optional(),
  }),
  answer: caseList,
  refuses: ["INVALID_PAGINATION_TOKEN"],
});
export type ListCases = InputOf<typeof listCasesEndpoint>;

export const getCaseEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/cases/[caseId]",
  scope: "house:read",
  summary: "Answers one case with its history.",
  query: z.object({ fiat: oneOf(FIATS).optional() }),
  answer: caseDetail,
  refuses: ["NOT_FOUND"],
});

export const caseSummaryEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/cases/summary",
  scope: "house:read",
  summary: "Counts open cases by kind and owner, and those that are new to the person who asks.",
  answer: caseSummary,
});

const MOST_TEXT = 1_000;
const MOST_MUTE_MS = 30 * 86_400_000;

export const assignCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/assign",
  scope: "notes:write",
  summary: "Gives a case to a member of the account; without userId to nobody.",
  body: z.object({ userId: id().optional() }),
  answer: caseDetail,
  refuses: ["NOT_FOUND"],
});

export const noteCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/note",
  scope: "notes:write",
  summary: "Adds a note to a case, or takes one's own back.",
  body: z.object({ note: text(1, MOST_TEXT).optional(), withdraws: id().optional() }),
  answer: caseDetail,
  refuses: ["NOT_FOUND"],
});

export const muteCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/mute",
  scope: "notes:write",
  summary: "Takes a case out of the inbox for a time; forMs 0 brings it back.",
  body: z.object({ forMs: whole(0, MOST_MUTE_MS), reason: text(1, MOST_TEXT).optional() }),
  answer: caseDetail,
  refuses: ["NOT_FOUND"],
});

export const closeCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/close",
  scope: "notes:write",
  summary: "Closes a case as it is, with the reason; other facts open it again.",
  body: z.object({ reason: text(1, MOST_TEXT) }),
  answer: caseDetail,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const reopenCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/reopen",
  scope: "notes:write",
  summary: "Opens a closed case again.",
  answer: caseDetail,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const lookCasesEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/look",
  scope: "house:read",
  summary: "Remembers that the person has seen the cases there are now.",
  answer: z.object({ fresh: count() }),
});
