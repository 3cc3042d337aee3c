import { z } from "zod";
import { exact, listOf, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, oneOf, text, whole } from "#lib/contract/fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { ACCOUNT_BALANCES } from "./chart.ts";

const asset = { asset: z.enum([...CRYPTOS, ...FIATS]), networkType: z.enum(NETWORK_TYPES).optional() };

const balanceRecord = z
  .object({ ...asset, pending: exact(), available: exact(), locked: exact(), owed: exact() })
  .meta({ id: "Balance" });

/** `amount` is signed: what raises the account is positive. */
const movementRecord = z
  .object({
    at: time(),
    transactionId: z.string(),
    event: z.string(),
    paymentId: z.string().optional(),
    invoiceId: z.string().optional(),
    ...asset,
    account: z.enum(ACCOUNT_BALANCES),
    amount: exact(),
    balance: exact(),
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
  summary: "Answers what the account has with the house, by asset: available, pending, locked, owed.",
  answer: listOf(balanceRecord).meta({ id: "BalanceList" }),
});

export const getStatementEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/statement",
  scope: "account:read",
  summary: "Answers every movement of the account's balances, newest first; as CSV on request.",
  csv: COLUMNS,
  query: z.object({
    startTime: epochMs().optional(),
    endTime: epochMs().optional(),
    asset: oneOf([...CRYPTOS, ...FIATS]).optional(),
    limit: whole(1, 500).optional(),
    startsAfter: text(1, 2_048).optional(),
  }),
  answer: pageOf(movementRecord).meta({ id: "Statement" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});
