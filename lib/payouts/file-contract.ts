import { z } from "zod";
import { count, exact, listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { oneOf, text } from "#lib/contract/fields.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { FIATS } from "#lib/kernel/assets.ts";

/** What the bank is given: the version of 2009, and that of 2019, which banks of SEPA have to take (EPC132-08 from 2024 on). */
export const PAIN_FORMATS = ["pain.001.001.03", "pain.001.001.09"] as const;
export type PainFormat = (typeof PAIN_FORMATS)[number];

const FILE_ID = meaning("Identifier of a file for the bank.", IDS.payoutFile);
const BANK = meaning("Name of our bank account's place: main for bank:main.", "main");
const CURRENCY = meaning("Fiat of its payouts.", "EUR");

const payoutFileRecord = z
  .object({
    fileId: z.string().meta(FILE_ID),
    bank: z.string().meta(BANK),
    currency: z.enum(FIATS).meta(CURRENCY),
    format: z.enum(PAIN_FORMATS).meta(meaning("Format of ISO 20022.", "pain.001.001.09")),
    messageId: z.string().meta(meaning("How the bank names the file.", IDS.payoutFile.replaceAll("-", ""))),
    payouts: count().meta(meaning("How many payouts stand in it.", 2)),
    total: exact().meta(meaning("Their sum.", 150.5)),
    sha256: z
      .string()
      .meta(meaning("SHA-256 of its bytes, hex: compare it where the file is given to the bank.", "0".repeat(64))),
    madeBy: z.string().meta(meaning("Who made it.", "staff:Hugo")),
    madeAt: time().meta(meaning("When, epoch milliseconds.")),
  })
  .meta({ id: "PayoutFile" });
export type PayoutFileRecord = z.output<typeof payoutFileRecord>;

export const makePayoutFileEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/payouts/files",
  scope: "house:payouts",
  summary: "Writes the approved payouts of one fiat into a file for one of our banks; each stands in one file only.",
  description:
    "They are PREPARED from then on, and CONFIRMED when a line of the bank pays them. Takes a standing destination bank:NAME of that fiat as the account to pay from.",
  body: z.object({
    currency: oneOf(FIATS).meta(CURRENCY),
    bank: text(1, 64).optional().meta(meaning("Name of our bank account's place; absent: main.", "main")),
    format: oneOf(PAIN_FORMATS)
      .optional()
      .meta(
        meaning(
          "Format of ISO 20022; absent: pain.001.001.03. Ask the bank: many take nothing older than pain.001.001.09.",
          "pain.001.001.09",
        ),
      ),
  }),
  answer: payoutFileRecord,
  refuses: ["INVALID_STATE", "LOST_HOURS_OPEN", "LEFT_UNEXPLAINED"],
});

export const listPayoutFilesEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/payouts/files",
  scope: "house:read",
  summary: "Answers the last 100 files for the bank, newest first.",
  answer: listOf(payoutFileRecord).meta({ id: "PayoutFileList" }),
});

export const readPayoutFileEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/payouts/files/[fileId]",
  params: { fileId: FILE_ID },
  scope: "house:payouts",
  summary: "The file as the bank takes it, XML of ISO 20022.",
  description: "Who took it stands in the record.",
  media: ["application/xml"],
  refuses: ["NOT_FOUND"],
});
