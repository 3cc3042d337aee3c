import { z } from "zod";
import { count, exact, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { oneOf, prose, text, whole } from "#lib/contract/fields.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { LIMIT, MOVE_ID, STARTS_AFTER, meaning } from "#lib/contract/meanings.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import { LINE_OWNERS, LINE_SIDES } from "./statement.ts";

const PLACE = meaning("The bank account, as bank:{name}.", "bank:main");
const LINE_ID = meaning("Identifier of a line of the bank.", IDS.bankLine);
const PAYOUT_ID = meaning("Identifier of the payout it belongs to.", IDS.payout);
const CURRENCY = meaning("Currency of the account.", "EUR");

const line = z
  .object({
    lineId: z.string().meta(LINE_ID),
    place: z.string().meta(PLACE),
    currency: z.enum(FIATS).meta(CURRENCY),
    side: z.enum(LINE_SIDES).meta(meaning("CREDIT: money came. DEBIT: money went.", "CREDIT")),
    amount: exact().meta(meaning("How much.", 24995)),
    reference: z.string().meta(meaning("The bank's own number of it.", "2026112300017")),
    endToEnd: z.string().optional().meta(meaning("What the payer's bank was given as reference.", "MV7K2M9Q4T1X")),
    remittance: z.string().optional().meta(meaning("What stands on it.", "MV7K2M9Q4T1X Kraken withdrawal")),
    counterparty: z.string().optional().meta(meaning("Whom it came from or went to.", "Payward Ltd.")),
    bookedAt: time().meta(meaning("When the bank booked it, epoch milliseconds.")),
    belongsTo: z.enum(LINE_OWNERS).meta(meaning("What it belongs to; NOBODY: it is a case.", "MOVE")),
    moveId: z.string().optional().meta(MOVE_ID),
    payoutId: z.string().optional().meta(PAYOUT_ID),
    linkedBy: z.string().optional().meta(meaning("Who linked it; absent where it was by itself.", "staff:Ada")),
    note: z.string().optional().meta(meaning("What they said to it.", "Compared with the venue's mail.")),
  })
  .meta({ id: "BankLine" });

export type LineRecord = z.output<typeof line>;

export const listBankLinesEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/bank/lines",
  scope: "house:read",
  summary: "Answers what the house's banks have booked, newest first, and what each line belongs to.",
  query: z.object({
    belongsTo: oneOf(LINE_OWNERS).optional().meta(meaning("Only lines of this kind.", "NOBODY")),
    place: text(1, 64).optional().meta(PLACE),
    limit: whole(1, 500).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: pageOf(line).meta({ id: "BankLinePage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

export const takeStatementEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/bank/statements",
  scope: "house:moves",
  summary: "Takes in a bank's statements, each line once, and finds the moves and payouts they belong to.",
  description:
    "camt.053 of an account on the list of destinations. Lines must lead from the opening to the closing balance; a statement that does not begin where the last one ended is a case. The same file again changes nothing.",
  body: z.object({
    text: z.string().min(1).max(60_000).meta(meaning("The file's text, XML.", "<Document>…</Document>")),
  }),
  answer: z
    .object({
      data: z
        .array(
          z
            .object({
              statementId: z.string().meta(meaning("Identifier of the statement.", IDS.transaction)),
              place: z.string().meta(PLACE),
              currency: z.enum(FIATS).meta(CURRENCY),
              reference: z.string().meta(meaning("The bank's own number of it.", "STMT-2026-327")),
              opening: exact().optional().meta(meaning("Balance before its lines.", 1000)),
              closing: exact().optional().meta(meaning("Balance after them.", 25995)),
              gap: exact().meta(meaning("How far it does not begin where the last one ended.", 0)),
              isNew: z.boolean().meta(meaning("False where the same file was taken in before.", true)),
              lines: count().meta(meaning("Lines that were new.", 1)),
              known: count().meta(meaning("Lines that were known.", 0)),
              unexpected: count().meta(meaning("Of the new ones those that nobody expects.", 0)),
            })
            .meta({ id: "TakenStatement" }),
        )
        .meta(meaning("The statements of the file.")),
    })
    .meta({ id: "TakenStatements" }),
});

export const linkLineEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/bank/lines/[lineId]/link",
  params: { lineId: LINE_ID },
  scope: "house:moves",
  summary: "Says which move a line belongs to that belonged to nobody.",
  description: "The move was agreed to by two persons; a fee or interest of the bank is a CORRECTION.",
  body: z.object({
    moveId: text(1, 128).meta(MOVE_ID),
    note: prose(1, 1_000).meta(meaning("What it was compared with.", "Compared with the venue's mail.")),
  }),
  answer: line,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});
