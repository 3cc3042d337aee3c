import { z } from "zod";
import { TOPICS } from "#lib/cases/topics.ts";
import { listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { id, oneOf, orRequired, text } from "#lib/contract/fields.ts";
import { CREATED_AT, meaning, USER_ID } from "#lib/contract/meanings.ts";
import { ROLES } from "#lib/contract/permissions.ts";
import { SPOKEN } from "#lib/contract/voice.ts";
import { CHANNELS } from "./channels.ts";

const RULE_ID = meaning("Identifier of a rule.", IDS.notificationRule);
const CHANNEL = meaning(
  "MAIL, the BELL of the desk, or an incoming webhook: of a channel of SLACK, or of a workflow of Microsoft TEAMS.",
);
const MEANT = meaning(
  "What it tells: cases by how soon they are to be decided (URGENT, NORMAL, LOW), requests awaiting approval (APPROVALS), files that could not be written (EXPORTS).",
  ["URGENT", "APPROVALS"],
);
const ROLE = meaning("Of a rule by MAIL or BELL: all people of the account in this role.", "treasurer");

const LANGUAGE = meaning(
  "Of SLACK and TEAMS: the language of its messages; where a request names none, that of who makes it.",
  "de",
);

const ruleRecord = z
  .object({
    ruleId: z.string().meta(RULE_ID),
    channel: z.enum(CHANNELS).meta(CHANNEL),
    topics: z.array(z.enum(TOPICS)).readonly().meta(MEANT),
    role: z.enum(ROLES).optional().meta(ROLE),
    userId: z.string().optional().meta(USER_ID),
    language: z.enum(SPOKEN).optional().meta(LANGUAGE),
    name: z.string().optional().meta(meaning("That person's name.", "Ada")),
    url: z
      .string()
      .optional()
      .meta(meaning("Host and last signs of the webhook's address; the rest is secret.", "hooks.slack.com …Xq4f")),
    createdAt: time().meta(CREATED_AT),
    sentAt: time().optional().meta(meaning("When something was last sent by it, epoch milliseconds.")),
    failingSince: time().optional().meta(meaning("Since when every try has failed, epoch milliseconds.")),
    fault: z.string().optional().meta(meaning("Why the last try failed.", "HTTP 404")),
  })
  .meta({ id: "NotificationRule" });
export type RuleRecord = z.output<typeof ruleRecord>;

const MOST_URL = 2_048;

export const listRulesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/notification-rules",
  scope: "account:read",
  summary: "Answers who of the account is told of what, and by which way.",
  answer: listOf(ruleRecord).meta({ id: "NotificationRuleList" }),
});

export const makeRuleEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/notification-rules",
  scope: "settings:write",
  summary: "Makes a rule: from now on it tells what comes up, each thing once.",
  description:
    "A message has the kind, the amount, the deadline and a link, never who pays or is paid. What waits already is not told. A way that fails for ten minutes is a case. A rule by BELL sends nothing: it says for whom the bell of the desk rings, and of what; urgent cases always ring, and people without such a rule hear of every case.",
  body: z.object({
    channel: oneOf(CHANNELS).meta(CHANNEL),
    topics: z
      .array(oneOf(TOPICS), { error: orRequired("must be a list of topics") })
      .min(1)
      .max(TOPICS.length)
      .meta(MEANT),
    role: oneOf(ROLES).optional().meta(ROLE),
    userId: id().optional().meta(USER_ID),
    language: oneOf(SPOKEN).optional().meta(LANGUAGE),
    secretUrl: text(1, MOST_URL)
      .optional()
      .meta(
        meaning(
          "Of SLACK and TEAMS: the webhook's https address. It is kept sealed and never answered.",
          "https://hooks.slack.com/services/T0/B0/Xq4f",
        ),
      ),
  }),
  answer: ruleRecord,
  refuses: ["INVALID_STATE"],
});

export const endRuleEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/notification-rules/[ruleId]",
  params: { ruleId: RULE_ID },
  scope: "settings:write",
  summary: "Ends a rule: nothing more is sent by it, nor what waits.",
  answer: z
    .object({ ruleId: z.string().meta(RULE_ID), deleted: z.literal(true).meta(meaning("It is gone.")) })
    .meta({ id: "DeletedNotificationRule" }),
  refuses: ["NOT_FOUND"],
});

export const testRuleEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/notification-rules/[ruleId]/test",
  params: { ruleId: RULE_ID },
  scope: "settings:write",
  summary: "Sends a test message by the way of all others; the rule says what came of it.",
  answer: ruleRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});
