import { z } from "zod";
import { count, time } from "#lib/contract/answers.ts";
import { approvalRecord } from "#lib/contract/approval.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { prose } from "#lib/contract/fields.ts";
import { meaning } from "#lib/contract/meanings.ts";

const NOTE = meaning("What was checked, for the audit record.", "Both signers and the bank's upload list were asked.");

const lostHours = z
  .object({
    epoch: count().meta(meaning("Which restore it was, counted from 2.", 2)),
    since: time().meta(meaning("The last that the backup knew, epoch milliseconds.")),
    until: time().meta(meaning("When the database was restored, epoch milliseconds.")),
    note: z.string().optional().meta(NOTE),
    statedBy: z.string().optional().meta(meaning("Who stated it; absent until somebody has.", "staff:Hugo")),
    statedAt: time().optional().meta(meaning("When, epoch milliseconds.")),
  })
  .meta({ id: "LostHours" });
export type LostHoursRecord = z.output<typeof lostHours>;

export const listLostHoursEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/lost-hours",
  scope: "house:read",
  summary: "Answers the hours that restores have lost, newest first, and what was stated of them.",
  answer: z.object({ data: z.array(lostHours).meta(meaning("Newest first.")) }).meta({ id: "LostHoursList" }),
});

export const stateLostHoursEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/lost-hours",
  scope: "house:payouts",
  summary: "States that nothing signed in the hours which the last restore has lost is still to be sent.",
  description:
    "Of whatever was signed, or written into a file for a bank, in these hours, each is in a block or at the bank, or destroyed. Until it is stated, payouts and moves that were asked for before the restore are prepared in no transaction and no file (409 LOST_HOURS_OPEN). Where two persons are asked for it waits for the second (202).",
  body: z.object({ note: prose(1, 1_000).meta(NOTE) }),
  answer: lostHours,
  waits: approvalRecord,
  refuses: ["INVALID_STATE"],
});
