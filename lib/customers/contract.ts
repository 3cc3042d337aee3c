import { z } from "zod";
import { count, exact, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint, type InputOf, type OutputOf } from "#lib/contract/endpoint.ts";
import { epochMs, oneOf, text, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { MOST_MINUTES } from "#lib/contract/minutes-text.ts";
import { LIMIT, meaning, START_TIME, STARTS_AFTER, SUBACCOUNT } from "#lib/contract/meanings.ts";
import { FIATS, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { getBalanceMovementEndpoint } from "#lib/ledger/contract.ts";
import { OUTCOMES } from "#lib/payments/payment-states.ts";
import { CUSTOMER_FILTERS, CUSTOMER_SORTS } from "./filters.ts";

const IN = meaning("The fiat that all is valued in.", "EUR");
const UNPRICED = meaning("What had no price: counted, and in no value.", []);
const SORT_CHOICES = [...CUSTOMER_SORTS, "-value", "-lastBillAt", "-subaccount"] as const;

const bills = count().meta(meaning("How many bills.", 12));
const value = exact().meta(meaning("What they ask for, valued, each fiat rounded down.", 1250));
const unpriced = z.array(z.enum(ASSET_SYMBOLS)).meta(UNPRICED);
const lastBillAt = time().meta(meaning("When the last bill was made, epoch milliseconds."));

const figures = {
  bills,
  value,
  open: count().meta(meaning("Bills that are open: neither paid nor ended.", 2)),
  openValue: exact().meta(meaning("What the open bills ask for, valued.", 180)),
  waiting: count().meta(meaning("Bills with crypto that is free to convert.", 1)),
  waitingValue: exact().meta(meaning("What that crypto is worth, each asset rounded down.", 99.5)),
};

const customerLine = z
  .object({
    subaccount: z.string().meta(SUBACCOUNT),
    ...figures,
    lastBillAt,
  })
  .meta({ id: "CustomerLine" });
export type CustomerLine = z.output<typeof customerLine>;

/** The customers that bills name. */
export const listCustomersEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/customers",
  scope: "account:read",
  summary: "Answers the customers of the account: their bills by count and value, open and waiting for conversion.",
  description:
    "A customer is the subaccount of bills. All pages are valued at the prices of the first, and the totals are the sums of all lines.",
  query: z.object({
    ...fieldsOf(CUSTOMER_FILTERS),
    in: oneOf(FIATS).optional().meta(IN),
    sort: oneOf(SORT_CHOICES).optional().meta(meaning("Order; a minus before it: descending.", "-value")),
    limit: whole(1, 500).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: pageOf(customerLine)
    .extend({
      in: z.enum(FIATS).meta(IN),
      unpriced,
      total: z
        .object({ customers: count().meta(meaning("How many customers.", 7)), ...figures })
        .meta({ id: "CustomerTotals" })
        .meta(meaning("Of every customer that the filter finds.")),
    })
    .meta({ id: "CustomerList" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});
export type ListCustomers = InputOf<typeof listCustomersEndpoint>;
export type CustomerList = OutputOf<typeof listCustomersEndpoint>;

const period = z.object({
  subaccount: text(1, 128)
    .optional()
    .meta(meaning("Whose bills; absent: what belongs to no bill, so that all customers make the account.", "acme-42")),
  startTime: epochMs().meta(START_TIME),
  endTime: epochMs().optional().meta(meaning("End of the period, not included; absent: now.", 1795069924801)),
  in: oneOf(FIATS).optional().meta(IN),
});

const sums = { count: bills, value };
/** What the movement of the account is by customer. */
const { in: fiat, startTime, endTime, total, data } = getBalanceMovementEndpoint.answer.shape;

/** A name may be any text, also one that a path would change: it is asked for in the query. */
export const getCustomerEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/customers/one",
  scope: "account:read",
  summary: "Answers one customer: opening + in − out − fees = closing by asset in a period, and the bills made in it.",
  description:
    "Customers and what belongs to no bill make `GET /manage/v1/balances/movement` to the unit. Values are at the prices of the period's end, states of bills are those of now.",
  query: period,
  answer: z
    .object({
      subaccount: z.string().optional().meta(SUBACCOUNT),
      in: fiat,
      startTime,
      endTime,
      total,
      unpriced,
      data,
      exposure: z
        .object({
          promised: z
            .object(sums)
            .meta(meaning("What payments may still bring at a promised price, as the operator's exposure counts it.")),
          unconfirmed: z.object(sums).meta(meaning("What is on its way and not confirmed yet.")),
        })
        .meta({ id: "CustomerExposure" })
        .optional()
        .meta(meaning("Of all the customer's bills, now; absent for what belongs to no bill.")),
      bills: z
        .object({
          created: z.object(sums).meta(meaning("All of them.")),
          outcomes: z
            .array(
              z
                .object({ outcome: z.enum(OUTCOMES).meta(meaning("How they came out.", "PAID")), ...sums })
                .meta({ id: "CustomerOutcome" }),
            )
            .meta(meaning("Every outcome, each bill in one.")),
          waiting: z.object(sums).meta(meaning("Those with crypto that is free to convert, and what that is worth.")),
          arrivals: z
            .array(
              z
                .object({
                  minute: z
                    .number()
                    .meta({ type: "integer", minimum: -MOST_MINUTES, maximum: MOST_MINUTES })
                    .meta(
                      meaning(
                        "Minutes from a bill's expiry to its first payment, rounded up: 0 is the last minute in time, 1 the first that is late; -60 and 60 stand for all beyond.",
                        -3,
                      ),
                    ),
                  count: bills,
                })
                .meta({ id: "CustomerArrival" }),
            )
            .meta(meaning("When the first payments of bills came; a minute without any is left out.")),
          lastBillAt,
        })
        .meta({ id: "CustomerBills" })
        .optional()
        .meta(meaning("Bills made in the period; absent for what belongs to no bill.")),
    })
    .meta({ id: "Customer" }),
  refuses: ["NOT_FOUND"],
});
export type GetCustomer = InputOf<typeof getCustomerEndpoint>;
export type CustomerRecord = OutputOf<typeof getCustomerEndpoint>;

export const saveCustomerEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/customers/one/file",
  scope: "account:read",
  summary: "Answers the opening, movement and closing of one customer as a CSV file.",
  query: period,
  media: ["text/csv"],
  refuses: ["NOT_FOUND"],
});
