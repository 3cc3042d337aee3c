import { z } from "zod";
import { count, exact, listOf, time } from "#lib/contract/answers.ts";
import { approvalRecord } from "#lib/contract/approval.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { amount, flag, id, oneOf, prose, text, whole } from "#lib/contract/fields.ts";
import { APPROVAL_ID, meaning } from "#lib/contract/meanings.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import { SCHEDULES } from "./settlement-states.ts";

const ACCOUNT = meaning("Name of the account.", "acme");
const CURRENCY = meaning("Fiat that is settled.", "EUR");
const SCHEDULE = meaning("DAILY and WEEKLY say when a period ends; NEVER ends settling.", "DAILY");
const WEEKDAY = meaning("Of WEEKLY: the day that begins a period, 1 is Monday.", 1);
const WORKDAYS = meaning(
  "Periods end, and money is asked for, from Monday to Friday alone, but on the operator's bank holidays.",
  true,
);
const DELAY = meaning("T + n: how many days after its last one a period is paid, from 1.", 1);
const MINIMUM = meaning("What is due is paid from this amount on.", 50);
const RESERVE = meaning("Amount that always stays; instead of a share.", 100);
const RESERVE_BPS = meaning("Share of what was credited less what was reversed that stays, in basis points.", 1000);
const RESERVE_HELD = meaning("For how many days that share stays.", 7);
const BENEFICIARY_ID = meaning("Bank account of the account's beneficiaries that is paid.", IDS.beneficiary);

const termsRecord = z
  .object({
    termsId: z.string().meta(meaning("Identifier of these terms.", IDS.settlementTerms)),
    account: z.string().meta(ACCOUNT),
    currency: z.enum(FIATS).meta(CURRENCY),
    version: count().meta(meaning("Counts the terms of one account and fiat.", 1)),
    schedule: z.enum(SCHEDULES).meta(SCHEDULE),
    weekday: count().optional().meta(WEEKDAY),
    businessDays: z.boolean().meta(WORKDAYS),
    delayDays: count().meta(DELAY),
    minimum: exact().meta(MINIMUM),
    reserve: exact().optional().meta(RESERVE),
    reserveBps: count().optional().meta(RESERVE_BPS),
    reserveDays: count().optional().meta(RESERVE_HELD),
    beneficiaryId: z.string().meta(BENEFICIARY_ID),
    beneficiary: z.string().meta(meaning("Its name.", "Acme Trading GmbH")),
    place: z.string().meta(meaning("Its bank account.", "DE89370400440532013000")),
    usableFrom: time().optional().meta(meaning("From when on it may be paid, epoch milliseconds.")),
    approvalId: z.string().optional().meta(APPROVAL_ID),
    madeBy: z.string().meta(meaning("Who set them.", "staff:Hugo")),
    madeAt: time().meta(meaning("Since when they rule, epoch milliseconds.")),
  })
  .meta({ id: "SettlementTerms" });
export type TermsRecord = z.output<typeof termsRecord>;

export const listTermsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/settlement-terms",
  scope: "house:read",
  summary: "Answers the terms of settlement that rule, of each account and fiat.",
  answer: listOf(termsRecord).meta({ id: "SettlementTermsList" }),
});

export const getOwnTermsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/settlement-terms",
  scope: "account:read",
  summary: "Answers the terms of settlement that the operator has set for the account, for each fiat.",
  answer: listOf(termsRecord).meta({ id: "SettlementTermsList" }),
});

export const setTermsEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/settlement-terms",
  scope: "house:payouts",
  summary: "Sets the terms of settlement of an account in one fiat, from this moment on.",
  description:
    "Give reserve, or reserveBps and reserveDays. Where the operator asks for a second person, whatever pays sooner, more often, more or elsewhere waits for somebody else of the operator: then nothing is set, and 202 answers the request.",
  body: z.object({
    account: text(1, 128).meta(ACCOUNT),
    currency: oneOf(FIATS).meta(CURRENCY),
    schedule: oneOf(SCHEDULES).meta(SCHEDULE),
    weekday: whole(1, 7).optional().meta(WEEKDAY),
    businessDays: flag().optional().meta(WORKDAYS),
    delayDays: whole(1, 30).optional().meta(DELAY),
    minimum: amount().optional().meta(MINIMUM),
    reserve: amount().optional().meta(RESERVE),
    reserveBps: whole(0, 10_000).optional().meta(RESERVE_BPS),
    reserveDays: whole(1, 400).optional().meta(RESERVE_HELD),
    beneficiaryId: id().meta(BENEFICIARY_ID),
    reason: prose(1, 500).optional().meta(meaning("Why; it stays in the audit record.", "Contract of 2 November.")),
  }),
  answer: termsRecord,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});
