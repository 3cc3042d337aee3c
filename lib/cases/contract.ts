import { z } from "zod";
import { endpoint, type InputOf } from "#lib/api/endpoint.ts";
import { amount, id, oneOf, text, whole } from "#lib/api/fields.ts";
import { type Crypto, FIATS, type Fiat, type NetworkType } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";

/** What can wait for a person, the gravest first. */
export const CASE_KINDS = [
  "HELD",
  "WRONG_ASSET",
  "REVERSED",
  "OWED",
  "UNKNOWN_OUTCOME",
  "FAILED",
  "CHAIN",
  "STALE_PRICE",
  "WEBHOOK",
  "TO_RETURN",
  "NOT_SOLD",
  "LATE",
  "LIMIT_NOT_MET",
  "UNDERPAID",
  "OVERPAID",
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** SETTLED: the facts behind it are gone; nobody closes that. */
export const CASE_STATES = ["OPEN", "MUTED", "CLOSED"] as const;
export type CaseState = (typeof CASE_STATES)[number] | "SETTLED";

export const CASE_SORTS = ["worth", "-worth", "since", "-since"] as const;

/** Times are epoch milliseconds. `worth` is in `fiat`, at the present price; absent when there is no fresh one. */
export type CaseRecord = {
  caseId: string;
  kind: CaseKind;
  state: CaseState;
  /** One sentence: what happened and what follows. */
  cause: string;
  /** Since when the facts stand. */
  since: number;
  asset?: Crypto | Fiat;
  networkType?: NetworkType;
  /** What is at stake; of an underpaid bill what is missing. */
  quantity?: Decimal;
  fiat: Fiat;
  worth?: Decimal;
  paymentId?: string;
  txId?: string;
  invoiceId?: string;
  endpointId?: string;
  assignee?: CasePerson;
  mutedUntil?: number;
  closed?: { at: number; by: string; reason: string };
};

export type CasePerson = { userId: string; name: string };

export type CaseAction =
  | "ASSIGNED"
  | "UNASSIGNED"
  | "NOTED"
  | "WITHDRAWN"
  | "MUTED"
  | "UNMUTED"
  | "CLOSED"
  | "REOPENED";

/** A line of a case's history. `withdrawn`: a note that its writer took back. */
export type CaseEntry = {
  entryId: string;
  at: number;
  actor: string;
  userId?: string;
  action: CaseAction;
  detail: string;
  withdrawn: boolean;
};

export type CaseDetail = CaseRecord & { history: readonly CaseEntry[] };

/** `count` and `worth` are of everything the filter finds. */
export type CaseList = {
  data: CaseRecord[];
  fiat: Fiat;
  count: number;
  worth: Decimal;
  startsAfter: string | null;
};

export type CaseSummary = {
  count: number;
  mine: number;
  nobody: number;
  muted: number;
  closed: number;
  /** Open cases whose facts are newer than the person's last look. */
  fresh: number;
  byKind: { kind: CaseKind; count: number }[];
  /** Since when nothing waits; absent while something does, or when nothing ever did. */
  clearSince?: number;
  /** Who can be given a case. */
  people: CasePerson[];
};

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
});
export type ListCases = InputOf<typeof listCasesEndpoint>;

export const getCaseEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/cases/[caseId]",
  scope: "house:read",
  summary: "Answers one case with its history.",
  query: z.object({ fiat: oneOf(FIATS).optional() }),
});

export const caseSummaryEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/cases/summary",
  scope: "house:read",
  summary: "Counts open cases by kind and owner, and those that are new to the person who asks.",
});

const MOST_TEXT = 1_000;
const MOST_MUTE_MS = 30 * 86_400_000;

export const assignCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/assign",
  scope: "notes:write",
  summary: "Gives a case to a member of the account; without userId to nobody.",
  body: z.object({ userId: id().optional() }),
});

export const noteCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/note",
  scope: "notes:write",
  summary: "Adds a note to a case, or takes one's own back.",
  body: z.object({ note: text(1, MOST_TEXT).optional(), withdraws: id().optional() }),
});

export const muteCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/mute",
  scope: "notes:write",
  summary: "Takes a case out of the inbox for a time; forMs 0 brings it back.",
  body: z.object({ forMs: whole(0, MOST_MUTE_MS), reason: text(1, MOST_TEXT).optional() }),
});

export const closeCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/close",
  scope: "notes:write",
  summary: "Closes a case as it is, with the reason; other facts open it again.",
  body: z.object({ reason: text(1, MOST_TEXT) }),
});

export const reopenCaseEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/[caseId]/reopen",
  scope: "notes:write",
  summary: "Opens a closed case again.",
});

export const lookCasesEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/cases/look",
  scope: "house:read",
  summary: "Remembers that the person has seen the cases there are now.",
});
