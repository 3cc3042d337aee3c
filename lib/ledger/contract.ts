import { z } from "zod";
import { exact, listOf, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { text, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { ACCOUNT_BALANCES } from "./chart.ts";
import { STATEMENT_FILTERS } from "./filters.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import {
  ASSET,
  AT,
  INVOICE_ID,
  LIMIT,
  NETWORK_TYPE,
  PAYMENT_ID,
  STARTS_AFTER,
  meaning,
} from "#lib/contract/meanings.ts";

const asset = {
  asset: z.enum([...CRYPTOS, ...FIATS]).meta(ASSET),
  networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
};

const balanceRecord = z
  .object({
    ...asset,
    pending: exact().meta(meaning("Confirmed and not yet treated, held, or declined and not yet paid back.", 0)),
    available: exact().meta(meaning("Free to convert or to pay out.", 245.62)),
    locked: exact().meta(meaning("Crypto held by conversion invoices that are not finished.", 0)),
    reserved: exact().meta(meaning("Asked to be paid out, not gone yet.", 0)),
    owed: exact().meta(meaning("What the account owes after a deposit already credited was reversed.", 0)),
  })
  .meta({ id: "Balance" });

/** `amount` is signed: what raises the account is positive. */
const movementRecord = z
  .object({
    at: time().meta(AT),
    transactionId: z.string().meta(meaning("Identifier of the ledger transaction.", IDS.transaction)),
    event: z.string().meta(meaning("What moved the balance.", "deposit.converted")),
    paymentId: z.string().optional().meta(PAYMENT_ID),
    invoiceId: z.string().optional().meta(INVOICE_ID),
    ...asset,
    account: z
      .enum(ACCOUNT_BALANCES)
      .meta(meaning("Which balance moved: available, pending, locked, reserved or owed.", "available")),
    amount: exact().meta(meaning("Signed quantity: what raises the account is positive.", 99.5)),
    balance: exact().meta(meaning("The balance behind this movement.", 345.12)),
  })
  .meta({ id: "Movement" });

export type MovementRecord = z.output<typeof movementRecord>;

/** What a table of movements shows, in this order. */
const COLUMNS = [
  "at",
  "transactionId",
  "event",
  "paymentId",
  "invoiceId",
  "asset",
  "networkType",
  "account",
  "amount",
  "balance",
] as const satisfies readonly (keyof MovementRecord)[];

export const getBalancesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/balances",
  scope: "account:read",
  summary: "Answers what the account has with the house, by asset: available, pending, locked, reserved, owed.",
  answer: listOf(balanceRecord).meta({ id: "BalanceList" }),
});

export const getStatementEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/statement",
  scope: "account:read",
  summary: "Answers every movement of the account's balances, newest first; as CSV on request.",
  csv: COLUMNS,
  query: z.object({
    ...fieldsOf(STATEMENT_FILTERS),
    limit: whole(1, 500).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: pageOf(movementRecord).meta({ id: "Statement" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});
