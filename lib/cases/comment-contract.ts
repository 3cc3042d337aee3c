import { z } from "zod";
import { endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { id, oneOf, orRequired, prose, text } from "#lib/contract/fields.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { ACCOUNT_OBJECTS, HOUSE_OBJECTS } from "./comment-kinds.ts";
import { caseEntry, MOST_MENTIONS, MOST_TEXT, person } from "./contract.ts";

const LONGEST_ID = 200;

const commentList = z
  .object({
    data: z.array(caseEntry).meta(meaning("The comments, oldest first; one that was withdrawn has no text any more.")),
    people: z.array(person).meta(meaning("Whom a comment can mention: who may see the object.")),
  })
  .meta({ id: "CommentList" });

const KIND = meaning("What is commented on.", "PAYMENT");
const ON = meaning("Its identifier; a customer's is its name.", IDS.payment);

const query = <const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) =>
  z.object({ kind: oneOf(kinds).meta(KIND), objectId: text(1, LONGEST_ID).meta(ON) });

/** Either a comment on an object, or a comment that is taken back. */
const body = <const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) =>
  z.object({
    kind: oneOf(kinds).optional().meta(KIND),
    objectId: text(1, LONGEST_ID).optional().meta(ON),
    note: prose(1, MOST_TEXT).optional().meta(meaning("The comment.", "Sender confirmed by telephone.")),
    mentions: z
      .array(id(), { error: orRequired("must be a list of ids") })
      .max(MOST_MENTIONS)
      .optional()
      .meta(meaning("People who may see the object, whom the comment addresses: they are told.", [IDS.user])),
    withdraws: id()
      .optional()
      .meta(meaning("Instead of all that: entry of one's own comment to take back.", IDS.event)),
  });

export const listCommentsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/comments",
  scope: "account:read",
  beyondScope: true,
  summary:
    "Answers what people wrote on a payment, conversion, payout, settlement, delivery, customer, request for approval or case.",
  query: query(ACCOUNT_OBJECTS),
  answer: commentList,
  refuses: ["NOT_FOUND"],
});

export const makeCommentEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/comments",
  scope: "notes:write",
  beyondScope: true,
  summary: "Adds a comment to an object, or takes one's own back.",
  description: "A comment stays in the audit record; whom it mentions is told by the bell and by mail.",
  body: body(ACCOUNT_OBJECTS),
  answer: commentList,
  refuses: ["NOT_FOUND"],
});

export const listHouseCommentsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/comments",
  scope: "house:read",
  beyondScope: true,
  summary:
    "Answers what the operator's people wrote on a move, file of payouts, payout, settlement, request for approval or case; no account reads it.",
  query: query(HOUSE_OBJECTS),
  answer: commentList,
  refuses: ["NOT_FOUND"],
});

export const makeHouseCommentEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/comments",
  scope: "house:cases",
  beyondScope: true,
  summary: "Adds a comment of the operator's people to an object, or takes one's own back.",
  description: "A comment stays in the operator's audit record; whom it mentions is told by the bell and by mail.",
  body: body(HOUSE_OBJECTS),
  answer: commentList,
  refuses: ["NOT_FOUND"],
});

export type CommentList = z.output<typeof commentList>;
export type ListComments = InputOf<typeof listCommentsEndpoint> | InputOf<typeof listHouseCommentsEndpoint>;
export type MakeComment = InputOf<typeof makeCommentEndpoint> | InputOf<typeof makeHouseCommentEndpoint>;
