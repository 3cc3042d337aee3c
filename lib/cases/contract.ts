import { z } from "zod";
import { count, exact, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import { epochMs, id, oneOf, orRequired, prose, text, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { FIATS, LEDGER_SYMBOLS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { causeFacts } from "./cause-facts.ts";
import { OBJECT_KINDS } from "./comment-kinds.ts";
import { TOPICS } from "./topics.ts";
import { CASE_KINDS, CASE_SORTS, CASE_STATES, MOST_CASES } from "./case-kinds.ts";
import { CASE_FILTERS } from "./filters.ts";
import { caseOption } from "./option-contract.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import {
  ASSET,
  AT,
  CASE_ID,
  ENDPOINT_ID,
  FIAT,
  INVOICE_ID,
  LIMIT,
  NETWORK_TYPE,
  PAYMENT_ID,
  STARTS_AFTER,
  TX_ID,
  USER_ID,
  meaning,
} from "#lib/contract/meanings.ts";

export const CASE_ACTIONS = [
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

export const person = z
  .object({
    userId: z.string().meta(USER_ID),
    name: z.string().meta(meaning("Your own name for it.", "order service")),
  })
  .meta({ id: "CasePerson" });

/** Times are epoch milliseconds. `worth` is in `fiat`, at the present price; absent when there is no fresh one. */
export const caseRecord = z
  .object({
    caseId: z.string().meta(CASE_ID),
    kind: z.enum(CASE_KINDS).meta(meaning("Kind of case.", "LATE")),
    state: z.enum([...CASE_STATES, "SETTLED"]).meta(meaning("State of the case.")),
    cause: z
      .string()
      .meta(
        meaning("One sentence: what happened and what follows.", "Money came after the bill had expired and is kept."),
      ),
    causeFacts: causeFacts.meta(meaning("What the cause is told from, so that a reader's program can word it.")),
    since: time().meta(meaning("Since when the facts stand.")),
    dueAt: time()
      .optional()
      .meta(
        meaning(
          "Until when it is to be decided: the end of a held price, of a venue's time to answer or of the days to pay back; else as long as the operator lets a case of its kind wait. Absent once nothing waits.",
        ),
      ),
    asset: z.enum(LEDGER_SYMBOLS).optional().meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    quantity: exact().optional().meta(meaning("What is at stake; of an underpaid bill what is missing.", 0.00168351)),
    fiat: z.enum(FIATS).meta(FIAT),
    worth: exact().optional().meta(meaning("What is at stake in fiat, at the present price.", 118.8)),
    paymentId: z.string().optional().meta(PAYMENT_ID),
    txId: z.string().optional().meta(TX_ID),
    invoiceId: z.string().optional().meta(INVOICE_ID),
    endpointId: z.string().optional().meta(ENDPOINT_ID),
    account: z
      .string()
      .optional()
      .meta(meaning("Whose deposit the operator holds; absent for an account's own cases.", "acme")),
    assignee: person.optional().meta(meaning("Who works on it.")),
    mutedUntil: time().optional().meta(meaning("Until when it is out of the inbox, epoch milliseconds.")),
    closed: z
      .object({
        at: time().meta(AT),
        by: z.string().meta(meaning("Who closed it.", "staff:Ada")),
        reason: z
          .string()
          .meta(
            meaning(
              "The reason in one sentence for a person.",
              "Kept as crypto: the money came after the bill had expired.",
            ),
          ),
      })
      .optional()
      .meta(meaning("When, by whom and why it was closed.")),
  })
  .meta({ id: "Case" });

/** A line of a case's history. `withdrawn`: a note that its writer took back. */
export const caseEntry = z
  .object({
    entryId: z.string().meta(meaning("Identifier of a line of the history.", IDS.event)),
    at: time().meta(AT),
    actor: z.string().meta(meaning("Who did it: a key, a person, the worker or the operator.", `key:${IDS.key}`)),
    userId: z.string().optional().meta(USER_ID),
    action: z.enum(CASE_ACTIONS).meta(meaning("What was done.")),
    detail: z.string().meta(meaning("What was written.", "Waits for the sender's answer.")),
    mentions: z.array(person).optional().meta(meaning("Whom the note addresses.")),
    withdrawn: z.boolean().meta(meaning("A note that its writer took back.", false)),
  })
  .meta({ id: "CaseEntry" });

const caseDetail = caseRecord
  .extend({
    history: z.array(caseEntry).meta(meaning("What people did with it, oldest first.")),
    options: z
      .array(caseOption)
      .optional()
      .meta(meaning("The ways to decide it and what follows from each, when an open case is read.")),
  })
  .meta({ id: "CaseDetail" });

/** `count` and `worth` are of everything the filter finds. */
const caseList = pageOf(caseRecord)
  .extend({
    fiat: z.enum(FIATS).meta(FIAT),
    count: count().meta(meaning("How many.")),
    worth: exact().meta(meaning("What is at stake in fiat, at the present price.", 118.8)),
    due: z
      .object({
        soon: count().meta(meaning("Overdue, or due within two hours.", 1)),
        today: count().meta(meaning("Due later, before dayEndsAt.", 0)),
        later: count().meta(meaning("Due after that.", 2)),
      })
      .meta(meaning("How many are due when.")),
    ages: z
      .array(
        z.object({
          fromHours: count().meta(meaning("As old as this or older, up to the next.", 4)),
          count: count().meta(meaning("How many.")),
          worth: exact().meta(meaning("What they are worth together in fiat, at the present price.", 118.8)),
        }),
      )
      .meta(meaning("How many are how old, the youngest first, whatever age is asked for.")),
  })
  .meta({ id: "CaseList" });

const caseSummary = z
  .object({
    count: count().meta(meaning("How many.")),
    mine: count().meta(meaning("Cases of the person who asks.")),
    nobody: count().meta(meaning("Cases nobody works on.")),
    muted: count().meta(meaning("Cases out of the inbox for a time.", 0)),
    closed: count().meta(meaning("Closed cases.", 2)),
    fresh: count().meta(
      meaning("Open cases whose facts are newer than the person's last look, of what their bell rings for."),
    ),
    bell: z
      .array(z.enum(TOPICS))
      .readonly()
      .optional()
      .meta(
        meaning("What the person's bell rings for, where a rule says so; absent when it rings for every case.", [
          "URGENT",
        ]),
      ),
    byKind: z
      .array(
        z.object({
          kind: z.enum(CASE_KINDS).meta(meaning("Kind of case.", "LATE")),
          count: count().meta(meaning("How many.")),
        }),
      )
      .meta(meaning("Open cases by kind.")),
    clearSince: time()
      .optional()
      .meta(meaning("Since when nothing waits; absent while something does, or when nothing ever did.")),
    people: z.array(person).meta(meaning("Who can be given a case.")),
    mentions: z
      .array(
        z.object({
          entryId: z.string().meta(meaning("Identifier of a line of the history.", IDS.event)),
          objectKind: z.enum(OBJECT_KINDS).meta(meaning("What is commented on.", "CASE")),
          objectId: z.string().meta(meaning("Its identifier; a customer's is its name.", `late-${IDS.caseFact}`)),
          kind: z.enum(CASE_KINDS).optional().meta(meaning("Kind of case, where it is one.", "LATE")),
          within: z.string().optional().meta(meaning("A delivery's endpoint.", IDS.endpoint)),
          by: z.string().meta(meaning("Who wrote it.", "staff:Ada")),
          at: time().meta(AT),
        }),
      )
      .meta(
        meaning(
          "Comments that address the person who asks, on whatever they may see, since their last look, newest first.",
        ),
      ),
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
  scope: "cases:read",
  summary: "Answers what waits for a person: cause, money at stake, age and owner.",
  query: z.object({
    ...fieldsOf(CASE_FILTERS),
    sort: oneOf(CASE_SORTS).optional().meta(meaning("Order; a minus before it: descending. By deadline unless given.")),
    dayEndsAt: epochMs()
      .optional()
      .meta(meaning("When the reader's day ends, epoch milliseconds; the day of UTC unless given.", 1795305600000)),
    limit: whole(1, 500).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: caseList,
  refuses: ["INVALID_PAGINATION_TOKEN"],
});
export type ListCases = InputOf<typeof listCasesEndpoint>;

export const getCaseEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/cases/[caseId]",
  params: { caseId: CASE_ID },
  scope: "cases:read",
  summary: "Answers one case with its history.",
  query: z.object({ fiat: oneOf(FIATS).optional().meta(FIAT) }),
  answer: caseDetail,
  refuses: ["NOT_FOUND"],
});

export const caseSummaryEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/cases/summary",
  scope: "cases:read",
  summary: "Counts open cases by kind and owner, and those that are new to the person who asks.",
  answer: caseSummary,
});

export const MOST_TEXT = 1_000;
export const MOST_MENTIONS = 20;
export const MOST_MUTE_MS = 30 * 86_400_000;

export const assignCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/assign",
  params: { caseId: CASE_ID },
  scope: "notes:write",
  summary: "Gives a case to a member of the account; without userId to nobody.",
  body: z.object({ userId: id().optional().meta(USER_ID) }),
  answer: caseDetail,
  refuses: ["NOT_FOUND"],
});

export const noteCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/note",
  params: { caseId: CASE_ID },
  scope: "notes:write",
  summary: "Adds a note to a case, or takes one's own back.",
  body: z.object({
    note: prose(1, MOST_TEXT).optional().meta(meaning("Why, for the record.", "Sender confirmed by telephone.")),
    mentions: z
      .array(id(), { error: orRequired("must be a list of ids") })
      .max(MOST_MENTIONS)
      .optional()
      .meta(meaning("Members of the account whom the note addresses: they are told.", [IDS.user])),
    withdraws: id().optional().meta(meaning("Entry of one's own note that is taken back.", IDS.event)),
  }),
  answer: caseDetail,
  refuses: ["NOT_FOUND"],
});

/** One of the two. */
const muting = {
  forMs: whole(0, MOST_MUTE_MS).optional().meta(meaning("For how long, milliseconds; 0 brings it back.", 3600000)),
  until: whole(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta(meaning("Or until when, epoch milliseconds, at most 30 days on.")),
};

export const muteCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/mute",
  params: { caseId: CASE_ID },
  scope: "notes:write",
  summary: "Takes a case out of the inbox for a time; forMs 0 brings it back.",
  body: z.object({
    ...muting,
    reason: prose(1, MOST_TEXT)
      .optional()
      .meta(
        meaning(
          "The reason in one sentence for a person.",
          "Kept as crypto: the money came after the bill had expired.",
        ),
      ),
  }),
  answer: caseDetail,
  refuses: ["NOT_FOUND"],
});

export const closeCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/close",
  params: { caseId: CASE_ID },
  scope: "notes:write",
  summary: "Closes a case as it is, with the reason; other facts open it again.",
  body: z.object({
    reason: prose(1, MOST_TEXT).meta(
      meaning("The reason in one sentence for a person.", "Kept as crypto: the money came after the bill had expired."),
    ),
  }),
  answer: caseDetail,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

/** What can be done to many cases at once. */
const CASE_COMMANDS = ["ASSIGN", "MUTE", "CLOSE"] as const;

export const workCasesEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/work",
  scope: "notes:write",
  summary: "Does the same to up to 100 cases, each on its own: what is refused says why, the others are done.",
  body: z.object({
    caseIds: z
      .array(text(1, 200), { error: orRequired("must be a list of case ids") })
      .min(1)
      .max(MOST_CASES)
      .meta(meaning("The cases.", [`late.${IDS.caseFact}`])),
    command: oneOf(CASE_COMMANDS).meta(meaning("ASSIGN, MUTE or CLOSE.", "ASSIGN")),
    userId: id().optional().meta(USER_ID),
    ...muting,
    reason: prose(1, MOST_TEXT)
      .optional()
      .meta(meaning("The reason, one for all; CLOSE needs it.", "Agreed with the customer.")),
  }),
  answer: z
    .object({
      results: z
        .array(
          z.object({
            caseId: z.string().meta(CASE_ID),
            done: z.boolean().meta(meaning("Whether it was done.", true)),
            code: z.string().optional().meta(meaning("Why not, as the single call would refuse it.", "INVALID_STATE")),
            message: z.string().optional().meta(meaning("The same in a sentence.", "This case is closed already.")),
          }),
        )
        .meta(meaning("One for each case, in the order asked for.")),
    })
    .meta({ id: "CaseResults" }),
});
export type CaseResult = z.output<typeof workCasesEndpoint.answer>["results"][number];

export const reopenCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/reopen",
  params: { caseId: CASE_ID },
  scope: "notes:write",
  summary: "Opens a closed case again.",
  answer: caseDetail,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const lookCasesEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/look",
  scope: "cases:read",
  summary: "Remembers that the person has seen the cases there are now.",
  answer: z.object({ fresh: count().meta(meaning("Open cases newer than the person's last look.")) }),
});
