import { z } from "zod";
import { exact, listOf, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, isoTime, oneOf, text, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { FIATS, NETWORK_TYPES, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { ACCOUNT_BALANCES } from "./chart.ts";
import { STATEMENT_FILTERS } from "./filters.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import {
  ASSET,
  AT,
  INVOICE_ID,
  LIMIT,
  START_TIME,
  NETWORK_TYPE,
  PAYMENT_ID,
  STARTS_AFTER,
  SUBACCOUNT,
  meaning,
} from "#lib/contract/meanings.ts";

const RATE = meaning("What one whole unit is worth in `in`, at most 12 decimals; absent where there was no price.", 1);
const VALUE = meaning("holding × rate, rounded down; absent where there was no price.", 245.62);
const IN = meaning("The fiat that all is valued in.", "EUR");
const UNPRICED = meaning("Assets that had no price and are not in the total.", []);

const asset = {
  asset: z.enum(ASSET_SYMBOLS).meta(ASSET),
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
    holding: exact()
      .optional()
      .meta(meaning("pending + available + locked + reserved − owed; where `in` is asked for.", 245.62)),
    rate: exact().optional().meta(RATE),
    rateTime: time().optional().meta(meaning("When the oldest price behind `rate` was one, epoch milliseconds.")),
    value: exact().optional().meta(VALUE),
  })
  .meta({ id: "Balance" });

/** What is added up in one fiat says what it leaves out. */
const valued = {
  in: z.enum(FIATS).meta(IN),
  total: exact().meta(meaning("The values added up.", 245.62)),
  unpriced: z.array(z.enum(ASSET_SYMBOLS)).meta(UNPRICED),
};

/** `amount` is signed: what raises the account is positive. */
const movementRecord = z
  .object({
    at: time().meta(AT),
    transactionId: z.string().meta(meaning("Identifier of the ledger transaction.", IDS.transaction)),
    event: z.string().meta(meaning("What moved the balance.", "deposit.converted")),
    paymentId: z.string().optional().meta(PAYMENT_ID),
    invoiceId: z.string().optional().meta(INVOICE_ID),
    payoutId: z.string().optional().meta(meaning("Identifier of the payout.", IDS.payout)),
    ...asset,
    account: z
      .enum(ACCOUNT_BALANCES)
      .meta(meaning("Which balance moved: available, pending, locked, reserved or owed.", "available")),
    amount: exact().meta(meaning("Signed quantity: what raises the account is positive.", 99.5)),
    balance: exact().meta(meaning("The balance behind this movement.", 345.12)),
  })
  .meta({ id: "Movement" });

export type MovementRecord = z.output<typeof movementRecord>;

/** What a table of movements shows, in this order: its heading is read by position, and stays. */
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
  summary: "Answers what the account has with the operator, by asset: available, pending, locked, reserved, owed.",
  description:
    "With `at` as it was just before that instant. With `in` valued in one fiat, at the prices of the instant or of now.",
  query: z.object({
    at: isoTime()
      .optional()
      .meta(meaning("An instant that has passed, ISO 8601; absent: now.", "2026-11-20T00:00:00Z")),
    in: oneOf(FIATS).optional().meta(IN),
  }),
  answer: listOf(balanceRecord)
    .extend({ in: valued.in.optional(), total: valued.total.optional(), unpriced: valued.unpriced.optional() })
    .meta({ id: "BalanceList" }),
});

const holdingRecord = z
  .object({
    ...asset,
    holding: exact().meta(meaning("pending + available + locked + reserved − owed.", 245.62)),
    value: exact().optional().meta(VALUE),
  })
  .meta({ id: "Holding" });

/** What was held at the end of each of the last days, and now. */
export const getBalanceHistoryEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/balances/history",
  scope: "account:read",
  summary: "Answers what the account held at the close of each of the last days (UTC) and now, valued in one fiat.",
  query: z.object({
    in: oneOf(FIATS).optional().meta(IN),
    days: whole(1, 366).optional().meta(meaning("How many days, today among them; 30 unless given.", 30)),
  }),
  answer: z
    .object({
      in: valued.in,
      days: z
        .array(
          z
            .object({
              day: z.string().meta(meaning("A day of UTC.", "2026-11-19")),
              at: time().meta(meaning("Its end, or now, epoch milliseconds.")),
              total: valued.total,
              unpriced: valued.unpriced,
              data: z.array(holdingRecord).meta(meaning("By asset.")),
            })
            .meta({ id: "BalanceDay" }),
        )
        .meta(meaning("Oldest first.")),
    })
    .meta({ id: "BalanceHistory" }),
});

const amounts = {
  opening: exact().meta(meaning("The holding when the period began.", 146.12)),
  in: exact().meta(meaning("What came, before fees.", 100)),
  out: exact().meta(meaning("What went.", 0)),
  fees: exact().meta(meaning("What was withheld as fees.", 0.5)),
  closing: exact().meta(meaning("opening + in − out − fees: the holding when the period ended.", 245.62)),
};
const periodRecord = z
  .object({ ...asset, ...amounts, value: exact().optional().meta(meaning("closing × rate, rounded down.", 245.62)) })
  .meta({ id: "PeriodMovement" });
const customerRecord = z
  .object({
    subaccount: z.string().optional().meta(meaning("Whose bills; absent: of no bill.", "acme-42")),
    ...asset,
    in: amounts.in,
    out: amounts.out,
    fees: amounts.fees,
  })
  .meta({ id: "CustomerMovement" });

/** From one instant to another: opening + in − out − fees = closing, of each asset. */
export const getBalanceMovementEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/balances/movement",
  scope: "account:read",
  summary: "Answers how each asset's holding moved in a period: opening + in − out − fees = closing; and by customer.",
  query: z.object({
    startTime: epochMs().meta(START_TIME),
    endTime: epochMs().optional().meta(meaning("End of the period, not included; absent: now.", 1795069924801)),
    in: oneOf(FIATS).optional().meta(IN),
  }),
  answer: z
    .object({
      in: valued.in,
      startTime: time().meta(START_TIME),
      endTime: time().meta(meaning("End of the period, not included.")),
      total: valued.total,
      unpriced: valued.unpriced,
      data: z.array(periodRecord).meta(meaning("By asset.")),
      customers: z.array(customerRecord).meta(meaning("What came and went by subaccount and asset.")),
    })
    .meta({ id: "BalanceMovement" }),
});

/** What narrows entries to a period, page by page. */
export const entriesOfPeriod = {
  startTime: epochMs().meta(START_TIME),
  endTime: epochMs().optional().meta(meaning("End of the period, not included; absent: now.", 1795069924801)),
  limit: whole(1, 500).optional().meta(LIMIT),
  startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
};

/** The rows that an asset's movement is the sum of. */
export const listBalanceEntriesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/balances/entries",
  scope: "account:read",
  summary: "Answers what moved of an asset in a period, a line for each ledger transaction, newest first.",
  description:
    "In, out and fees of all lines are those of `GET /manage/v1/balances/movement` for the same period; with `subaccount` or `withoutBill` those of its line of customers.",
  query: z.object({
    asset: oneOf(ASSET_SYMBOLS).meta(ASSET),
    networkType: oneOf(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    subaccount: text(1, 128).optional().meta(SUBACCOUNT),
    withoutBill: oneOf(["true"]).optional().meta(meaning("Only what belongs to no bill.")),
    ...entriesOfPeriod,
  }),
  answer: pageOf(
    z
      .object({
        at: time().meta(AT),
        transactionId: z.string().meta(meaning("Identifier of the ledger transaction.", IDS.transaction)),
        event: z.string().meta(meaning("What moved it.", "deposit.sold")),
        subaccount: customerRecord.shape.subaccount,
        paymentId: z.string().optional().meta(PAYMENT_ID),
        invoiceId: z.string().optional().meta(INVOICE_ID),
        payoutId: z.string().optional().meta(meaning("Identifier of the payout.", IDS.payout)),
        ...asset,
        in: amounts.in,
        out: amounts.out,
        fees: amounts.fees,
      })
      .meta({ id: "BalanceEntry" }),
  ).meta({ id: "BalanceEntryPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
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
