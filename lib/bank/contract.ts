import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { LINE_FILTERS } from "./filters.ts";
import { z } from "zod";
import { count, exact, listOf, pageOf, time } from "#lib/contract/answers.ts";
import { approvalRecord } from "#lib/contract/approval.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { flag, oneOf, orRequired, prose, text, whole } from "#lib/contract/fields.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { APPROVAL_ID, LIMIT, MOVE_ID, STARTS_AFTER, meaning } from "#lib/contract/meanings.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import {
  DATE_FORMATS,
  DECIMALS,
  DELIMITERS,
  ENCODINGS,
  keysOf,
  LINE_ORDERS,
  SIGNS,
  THOUSANDS,
} from "./mapping-words.ts";
import { RESOLUTION_KINDS } from "#lib/resolutions/resolution.ts";
import { LINE_OWNERS, LINE_SIDES } from "./statement.ts";

const PLACE = meaning("The bank account, as bank:{name}.", "bank:main");
const LINE_ID = meaning("Identifier of a line of the bank.", IDS.bankLine);
const PAYOUT_ID = meaning("Identifier of the payout it belongs to.", IDS.payout);
const CURRENCY = meaning("Currency of the account.", "EUR");

const CSV = meaning("The bytes of CSV, base64; the mapping says how they write letters.", "QnVjaHVuZ3N0YWc7QmV0cmFn");
const CONTENT = meaning(
  "The bytes of CSV, base64; the mapping says how they write letters. Without place and currency, the bytes of camt.053, which declares that itself.",
  "QnVjaHVuZ3N0YWc7QmV0cmFn",
);
/** Twelve million bytes of a file, in base64 with the rest of a request: a bank's day of as many lines as one file may hold. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_LETTERS = 16_000_000;
const fileContent = () =>
  z
    .string({ error: orRequired("must be a string") })
    .min(1)
    .max(MOST_LETTERS)
    // Without groups: what repeats one runs out of the stack within megabytes.
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, "must be base64")
    .refine((text) => text.length % 4 === 0, "must be base64");

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
    counterpartyIban: z.string().optional().meta(meaning("Their account.", "DE89370400440532013000")),
    bookedAt: time().meta(meaning("When the bank booked it, epoch milliseconds.")),
    valuedAt: time().optional().meta(meaning("From when on the bank counts it, epoch milliseconds.")),
    belongsTo: z
      .enum(LINE_OWNERS)
      .meta(
        meaning(
          "What it belongs to; NOBODY: it is a case; PARTS: several, one with other lines, or a payout by its sum alone.",
          "MOVE",
        ),
      ),
    resolved: z
      .enum(RESOLUTION_KINDS)
      .optional()
      .meta(
        meaning("What persons have said of one of NOBODY: it is linked to nothing any more, and is no case.", "OWN"),
      ),
    moveId: z.string().optional().meta(MOVE_ID),
    payoutId: z.string().optional().meta(PAYOUT_ID),
    parts: z
      .array(
        z
          .object({
            amount: exact().meta(meaning("How much of the line.", 100)),
            lineId: z
              .string()
              .optional()
              .meta(
                meaning(
                  "Of one that is nobody's: its own identifier, by which it is linked and resolved as a line is.",
                  IDS.bankLine,
                ),
              ),
            resolved: z
              .enum(RESOLUTION_KINDS)
              .optional()
              .meta(meaning("Of one that is nobody's: what persons have said of it.", "OWN")),
            moveId: z.string().optional().meta(MOVE_ID),
            payoutId: z.string().optional().meta(PAYOUT_ID),
          })
          .meta({ id: "BankLinePart" }),
      )
      .readonly()
      .optional()
      .meta(
        meaning(
          "Of PARTS: what the line pays, together the whole line. One of neither is nobody's: a case of its own.",
        ),
      ),
    linkedBy: z.string().optional().meta(meaning("Who linked it; absent where it was by itself.", "staff:Ada")),
    note: z.string().optional().meta(meaning("What they said to it.", "Compared with the venue's mail.")),
  })
  .meta({ id: "BankLine" });

export type LineRecord = z.output<typeof line>;

export const listBankLinesEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/bank/lines",
  scope: "house:read",
  summary: "Answers what the operator's banks have booked, newest first, and what each line belongs to.",
  query: z.object({
    ...fieldsOf(LINE_FILTERS),
    limit: whole(1, 500).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: pageOf(line).meta({ id: "BankLinePage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

const statementFields = {
  place: z.string().meta(PLACE),
  currency: z.enum(FIATS).meta(CURRENCY),
  reference: z.string().meta(meaning("The bank's own number of it; of CSV its days.", "STMT-2026-327")),
  opening: exact().optional().meta(meaning("Balance before its lines.", 1000)),
  closing: exact().optional().meta(meaning("Balance after them.", 25995)),
};

export const takeStatementEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/bank/statements",
  scope: "house:statements",
  summary: "Takes in a bank's statements, each line once, and finds the moves and payouts they belong to.",
  description:
    "camt.053 of an account on the list of destinations, or CSV of an account that has a mapping. Where two persons are needed a person's file waits for a second one (202), as it is; a key's is taken at once, and such a key itself needs two persons. Lines must lead from the opening to the closing balance; a statement that does not begin where the last one ended, the first where the books are, is a case, and so is a file that is refused. The same file again changes nothing. The body may have 16 MiB, where it says its length (Content-Length): a file of 12 MB in base64.",
  mostBytes: MOST_BYTES,
  body: z.object({
    text: z
      .string()
      .min(1)
      .max(MOST_LETTERS)
      .optional()
      .meta(
        meaning(
          "The text of camt.053, XML; of a file in another encoding than UTF-8 give content.",
          "<Document>…</Document>",
        ),
      ),
    content: fileContent().optional().meta(CONTENT),
    place: text(1, 64).optional().meta(meaning("Of CSV: the account, as bank:{name}.", "bank:main")),
    currency: oneOf(FIATS).optional().meta(meaning("Of CSV: its currency.", "EUR")),
    fileName: text(1, 200).optional().meta(meaning("What the file is called.", "2026-11-23.xml")),
  }),
  answer: z
    .object({
      data: z
        .array(
          z
            .object({
              statementId: z.string().meta(meaning("Identifier of the statement.", IDS.transaction)),
              ...statementFields,
              gap: exact().meta(
                meaning(
                  "How far it does not begin where the one before it ended, or end where the next one begins; of the first, at what the books have.",
                  0,
                ),
              ),
              gapDays: count().meta(meaning("Working days that lie between, where neither says balances.", 0)),
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
  waits: approvalRecord,
  refuses: ["INVALID_STATE"],
});

const COLUMN = "The column's name in the header, else its number.";
const column = (what: string, example: string) => text(1, 100).meta(meaning(`${what} ${COLUMN}`, example));

/** How a mapping reads a file; {@link Mapping} is the same in the program. */
const mappingFields = {
  encoding: oneOf(keysOf(ENCODINGS)).meta(meaning("How the file writes letters.", "UTF8")),
  delimiter: oneOf(keysOf(DELIMITERS)).meta(meaning("What stands between columns.", "SEMICOLON")),
  skipLines: whole(0, 100).meta(meaning("Lines before the header, or before the first line where there is none.", 0)),
  header: flag().meta(meaning("Whether the file names its columns.", true)),
  dateFormat: oneOf(DATE_FORMATS).meta(meaning("How it writes dates.", "DD.MM.YYYY")),
  decimal: oneOf(keysOf(DECIMALS)).meta(meaning("What stands before the decimals.", "COMMA")),
  thousands: oneOf(keysOf(THOUSANDS)).meta(meaning("What stands between thousands.", "POINT")),
  signs: oneOf(SIGNS).meta(
    meaning("What a minus says; of two columns UNSIGNED, or MINUS_IS_DEBIT where debits carry one.", "MINUS_IS_DEBIT"),
  ),
  order: oneOf(LINE_ORDERS)
    .optional()
    .meta(meaning("Order of the lines; needed with a column of balances.", "OLDEST_FIRST")),
  bookedColumn: column("Booking date.", "Buchungstag"),
  valuedColumn: column("Value date.", "Valuta").optional(),
  amountColumn: column("Amount; or debitColumn and creditColumn.", "Betrag").optional(),
  debitColumn: column("What went.", "Soll").optional(),
  creditColumn: column("What came.", "Haben").optional(),
  currencyColumn: column("Currency, which must be the account's.", "Waehrung").optional(),
  referenceColumn: column("End-to-end reference.", "Kundenreferenz").optional(),
  textColumn: column("Text of the booking.", "Verwendungszweck").optional(),
  nameColumn: column("Name of the other side.", "Name").optional(),
  ibanColumn: column("IBAN of the other side.", "IBAN").optional(),
  idColumn: column(
    "The bank's own number of a line; without one a line is known by all that it says.",
    "Nr",
  ).optional(),
  balanceColumn: column("What the account holds after the line.", "Saldo").optional(),
};
const ofAccount = { place: text(1, 64).meta(PLACE), currency: oneOf(FIATS).meta(CURRENCY) };

const mappingRecord = z
  .object({
    mappingId: z.string().meta(meaning("Identifier of this version.", IDS.transaction)),
    place: z.string().meta(PLACE),
    currency: z.enum(FIATS).meta(CURRENCY),
    version: count().meta(meaning("Counts the mappings of one account; the last one rules.", 1)),
    mapping: z
      .record(z.string(), z.string())
      .meta(meaning("Its fields as text.", { delimiter: "SEMICOLON", bookedColumn: "Buchungstag" })),
    approvalId: z.string().optional().meta(APPROVAL_ID),
    madeBy: z.string().meta(meaning("Who set it.", "staff:Ada")),
    madeAt: time().meta(meaning("Since when, epoch milliseconds.")),
  })
  .meta({ id: "BankMapping" });
export type MappingRecord = z.output<typeof mappingRecord>;

export const listMappingsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/bank/mappings",
  scope: "house:read",
  summary: "Answers how the CSV statements of each bank account are read, with every version, the last first.",
  answer: listOf(mappingRecord).meta({ id: "BankMappingList" }),
});

export const setMappingEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/bank/mappings",
  scope: "house:statements",
  summary: "Sets how the CSV statements of a bank account are read, from the next file on.",
  description:
    "A new version each time; earlier ones stay. It decides how money is read: where two persons are needed it waits for a second one (202).",
  body: z.object({ ...ofAccount, ...mappingFields }),
  answer: mappingRecord,
  waits: approvalRecord,
  refuses: ["INVALID_STATE"],
});

const previewLine = z
  .object({
    side: z.enum(LINE_SIDES).meta(meaning("CREDIT: money came. DEBIT: money went.", "CREDIT")),
    amount: exact().meta(meaning("How much.", 24995)),
    bookedAt: time().meta(meaning("When the bank booked it, epoch milliseconds.")),
    valuedAt: time().optional().meta(meaning("From when on the bank counts it, epoch milliseconds.")),
    reference: z
      .string()
      .meta(meaning("The bank's own number, or a key out of all that the line says.", "2026112300017")),
    endToEnd: z.string().optional().meta(meaning("End-to-end reference.", "MV7K2M9Q4T1X")),
    remittance: z.string().optional().meta(meaning("Text of the booking.", "Kraken withdrawal")),
    counterparty: z.string().optional().meta(meaning("Whom it came from or went to.", "Payward Ltd.")),
    counterpartyIban: z.string().optional().meta(meaning("Their account.", "DE89370400440532013000")),
  })
  .meta({ id: "PreviewedLine" });

export const previewMappingEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/bank/mappings/preview",
  scope: "house:statements",
  summary: "Reads a CSV by a mapping that is not set, and takes nothing in.",
  mostBytes: MOST_BYTES,
  body: z.object({ ...ofAccount, ...mappingFields, content: fileContent().meta(CSV) }),
  answer: z
    .object({
      ...statementFields,
      lines: count().meta(meaning("Lines of the file.", 1)),
      credits: exact().meta(meaning("What came in all.", 24995)),
      debits: exact().meta(meaning("What went in all.", 0)),
      data: z.array(previewLine).meta(meaning("The first lines, oldest first.")),
    })
    .meta({ id: "MappingPreview" }),
});

export const linkLineEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/bank/lines/[lineId]/link",
  params: { lineId: LINE_ID },
  scope: "house:moves",
  summary: "Says which move a line belongs to that belonged to nobody.",
  description:
    "The move was agreed to by two persons, and asked for by somebody else; a fee or interest of the bank is a CORRECTION. A line that paid another account than the move's destination, or brings over a hundredth less than has left, waits for a second person of the operator where two are asked for (202).",
  body: z.object({
    moveId: text(1, 128).meta(MOVE_ID),
    note: prose(1, 1_000).meta(meaning("What it was compared with.", "Compared with the venue's mail.")),
  }),
  answer: line,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE"],
});
