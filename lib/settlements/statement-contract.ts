import { z } from "zod";
import { exact, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { epochMs, oneOf, text, whole } from "#lib/contract/fields.ts";
import {
  ASSET,
  AT,
  INVOICE_ID,
  LIMIT,
  meaning,
  NETWORK_TYPE,
  PAYMENT_ID,
  STARTS_AFTER,
} from "#lib/contract/meanings.ts";
import { NETWORK_TYPES, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { MOVEMENT_KIND, settlementRecord, statementFigures } from "./contract.ts";
import { MOVEMENT_KINDS } from "./settlement-states.ts";

const SETTLEMENT_ID = meaning("Identifier of the settlement.", IDS.settlement);
const AMOUNT = meaning("What raises the balance is positive.", 118.8);

const movement = z
  .object({
    at: time().meta(AT),
    kind: z.enum(MOVEMENT_KINDS).meta(MOVEMENT_KIND),
    transactionId: z.string().meta(meaning("Identifier of the ledger's transaction.", IDS.transaction)),
    event: z.string().meta(meaning("What the ledger calls it.", "deposit.sold")),
    paymentId: z.string().optional().meta(PAYMENT_ID),
    reference: z.string().optional().meta(meaning("The bill's own number with you.", "order-1042")),
    subaccount: z.string().optional().meta(meaning("The bill's subaccount.", "acme-42")),
    invoiceId: z.string().optional().meta(INVOICE_ID),
    payoutId: z.string().optional().meta(meaning("Identifier of the payout.", IDS.payout)),
    amount: exact().meta(AMOUNT),
    balance: exact().meta(meaning("Available after it.", 1218.8)),
  })
  .meta({ id: "StatementLine" });

/** What a period brought, and all of it. */
export const statementRecord = z
  .object({
    username: z.string().meta(meaning("Name of the account.", "acme")),
    asset: z.enum(ASSET_SYMBOLS).meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    zone: z.string().meta(meaning("Time zone of the operator's days.", "Europe/Berlin")),
    ...statementFigures,
    settlement: settlementRecord.optional().meta(meaning("The settlement whose statement it is.")),
    payments: z
      .array(
        z
          .object({ paymentId: z.string().meta(PAYMENT_ID), amount: exact().meta(AMOUNT) })
          .meta({ id: "StatementPayment" }),
      )
      .meta(meaning("What each bill brought by its deposits, less what was reversed.")),
    invoices: z
      .array(
        z
          .object({ invoiceId: z.string().meta(INVOICE_ID), amount: exact().meta(AMOUNT) })
          .meta({ id: "StatementInvoice" }),
      )
      .meta(meaning("What each conversion invoice brought.")),
    lines: z.array(movement).meta(meaning("Every movement, in the order of time.")),
  })
  .meta({ id: "PeriodStatement" });
export type StatementRecord = z.output<typeof statementRecord>;

const ofKind = z.object({
  kind: oneOf(MOVEMENT_KINDS).optional().meta(MOVEMENT_KIND),
  limit: whole(1, 500).optional().meta(LIMIT),
  startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
});

export const listSettlementMovementsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/settlements/[settlementId]/movements",
  params: { settlementId: SETTLEMENT_ID },
  scope: "account:read",
  summary: "Answers the movements that a settlement's figures are the sums of, of one kind or all, newest first.",
  query: ofKind,
  answer: pageOf(movement.omit({ balance: true }).meta({ id: "SettlementMovement" })).meta({
    id: "SettlementMovementPage",
  }),
  refuses: ["NOT_FOUND", "INVALID_PAGINATION_TOKEN"],
});

export const listHouseSettlementMovementsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/settlements/[settlementId]/movements",
  params: { settlementId: SETTLEMENT_ID },
  scope: "house:read",
  summary: "Answers the movements that the figures of any account's settlement are the sums of, newest first.",
  query: ofKind,
  answer: listSettlementMovementsEndpoint.answer,
  refuses: ["NOT_FOUND", "INVALID_PAGINATION_TOKEN"],
});

export const getSettlementStatementEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/settlements/[settlementId]/statement",
  params: { settlementId: SETTLEMENT_ID },
  scope: "account:read",
  summary: "Answers the statement of a settlement: every movement of its period, to the unit of the ledger.",
  answer: statementRecord,
  refuses: ["NOT_FOUND"],
});

/** A statement as a file, and, of a settlement, its fee invoice. */
export const STATEMENT_FILES = ["statement.csv", "statement.xlsx", "statement.pdf"] as const;
const MEDIA = ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/pdf"];
const FILE = meaning("statement.csv, statement.xlsx, statement.pdf, or invoice.pdf: its fee invoice.", "statement.pdf");

export const getSettlementFileEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/settlements/[settlementId]/files/[file]",
  params: { settlementId: SETTLEMENT_ID, file: FILE },
  scope: "account:read",
  summary: "Answers the statement of a settlement, or its fee invoice, as a file.",
  media: MEDIA,
  refuses: ["NOT_FOUND"],
});

export const getHouseSettlementFileEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/settlements/[settlementId]/files/[file]",
  params: { settlementId: SETTLEMENT_ID, file: FILE },
  scope: "house:read",
  summary: "Answers the statement of any account's settlement, or its fee invoice, as a file.",
  media: MEDIA,
  refuses: ["NOT_FOUND"],
});

const period = z.object({
  asset: oneOf(ASSET_SYMBOLS).meta(ASSET),
  networkType: oneOf(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
  from: epochMs().meta(meaning("Begin, included.", 1795000000000)),
  to: epochMs().optional().meta(meaning("End, not included; absent: now.", 1795069924801)),
});

export const getPeriodStatementEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/statements",
  scope: "account:read",
  summary: "Answers the statement of any period: opening, every movement, fees, closing, to the unit of the ledger.",
  description: "A period of more than 50 000 movements is refused: ask for parts of it.",
  query: period,
  answer: statementRecord,
  refuses: ["RANGE_TOO_LONG"],
});

export const getPeriodFileEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/statements/files/[file]",
  params: { file: meaning("statement.csv, statement.xlsx or statement.pdf.", "statement.csv") },
  scope: "account:read",
  summary: "Answers the statement of any period as a file.",
  query: period,
  media: MEDIA,
  refuses: ["RANGE_TOO_LONG", "NOT_FOUND"],
});
