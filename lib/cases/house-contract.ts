import { endpoint } from "#lib/contract/endpoint.ts";
import { CASE_ID } from "#lib/contract/meanings.ts";
import {
  assignCaseEndpoint,
  caseSummaryEndpoint,
  closeCaseEndpoint,
  getCaseEndpoint,
  listCasesEndpoint,
  lookCasesEndpoint,
  muteCaseEndpoint,
  noteCaseEndpoint,
  reopenCaseEndpoint,
  workCasesEndpoint,
} from "./contract.ts";
import { firstCasesEndpoint } from "./first-contract.ts";

/** The house's own cases: its hedges, what it holds of all accounts, and what all share (rulebook 3.14). */
export const listHouseCasesEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/cases",
  scope: "house:cases",
  summary: "Answers what waits for a person of the operator: its hedges, and deposits of all accounts that it holds.",
  query: listCasesEndpoint.query,
  answer: listCasesEndpoint.answer,
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

export const getHouseCaseEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/cases/[caseId]",
  params: { caseId: CASE_ID },
  scope: "house:cases",
  summary: "Answers one case of the operator with its history.",
  query: getCaseEndpoint.query,
  answer: getCaseEndpoint.answer,
  refuses: ["NOT_FOUND"],
});

export const firstHouseCasesEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/cases/first",
  scope: "house:cases",
  summary: "Answers the operator's open cases that are newest, or due next, without what all of them come to.",
  query: firstCasesEndpoint.query,
  answer: firstCasesEndpoint.answer,
});

export const getHouseCaseSummaryEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/cases/summary",
  scope: "house:cases",
  summary: "Counts the operator's open cases by kind and owner, and those that are new to the person who asks.",
  answer: caseSummaryEndpoint.answer,
});

export const assignHouseCaseEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/cases/[caseId]/assign",
  params: { caseId: CASE_ID },
  scope: "house:cases",
  summary: "Gives a case of the operator to one of its people; without userId to nobody.",
  body: assignCaseEndpoint.body,
  answer: assignCaseEndpoint.answer,
  refuses: ["NOT_FOUND"],
});

export const noteHouseCaseEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/cases/[caseId]/note",
  params: { caseId: CASE_ID },
  scope: "house:cases",
  summary: "Adds a note to a case of the operator, or takes one's own back.",
  body: noteCaseEndpoint.body,
  answer: noteCaseEndpoint.answer,
  refuses: ["NOT_FOUND"],
});

export const muteHouseCaseEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/cases/[caseId]/mute",
  params: { caseId: CASE_ID },
  scope: "house:cases",
  summary: "Takes a case of the operator out of the inbox for a time; forMs 0 brings it back.",
  body: muteCaseEndpoint.body,
  answer: muteCaseEndpoint.answer,
  refuses: ["NOT_FOUND"],
});

export const closeHouseCaseEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/cases/[caseId]/close",
  params: { caseId: CASE_ID },
  scope: "house:cases",
  summary: "Closes a case of the operator as it is, with the reason; other facts open it again.",
  body: closeCaseEndpoint.body,
  answer: closeCaseEndpoint.answer,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const workHouseCasesEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/cases/work",
  scope: "house:cases",
  summary: "Does the same to up to 100 cases of the operator, each on its own: what is refused says why.",
  body: workCasesEndpoint.body,
  answer: workCasesEndpoint.answer,
});

export const reopenHouseCaseEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/cases/[caseId]/reopen",
  params: { caseId: CASE_ID },
  scope: "house:cases",
  summary: "Opens a closed case of the operator again.",

  answer: reopenCaseEndpoint.answer,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const lookHouseCasesEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/cases/look",
  scope: "house:cases",
  summary: "Remembers that the person has seen the operator's cases there are now.",
  answer: lookCasesEndpoint.answer,
});
