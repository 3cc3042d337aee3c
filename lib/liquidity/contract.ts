import { z } from "zod";
import { count, exact, listOf, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { epochMs, oneOf, positive, prose, text, whole } from "#lib/contract/fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import {
  ASSET,
  CRYPTO_TYPE,
  END_TIME,
  FIAT,
  INVOICE_ID,
  LIMIT,
  NETWORK_TYPE,
  PAYMENT_ID,
  PRICE,
  QUANTITY,
  START_TIME,
  STARTS_AFTER,
  meaning,
} from "#lib/contract/meanings.ts";
import { ORDER_PURPOSES, SIDES } from "./venue.ts";

const position = z
  .object({
    asset: z.enum(CRYPTOS).meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    position: exact().meta(
      meaning("What the operator's book holds: above zero when it has bought more than it has sold.", 0.00168351),
    ),
    byFiat: z
      .array(
        z.object({
          fiat: z.enum(FIATS).meta(FIAT),
          position: exact().meta(
            meaning("What the operator's book holds: above zero when it has bought more than it has sold.", 0.00168351),
          ),
        }),
      )
      .meta(meaning("Sums by fiat.")),
  })
  .meta({ id: "Position" });

export const getExposureEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/exposure",
  former: "/manage/v1/exposure",
  scope: "house:read",
  summary:
    "Answers what the operator promises, holds and hedges of each crypto, what the account's bills promise, and how much of the operator's limits is used.",
  answer: z
    .object({
      data: z.array(position).meta(meaning("The records.")),
      hedging: z
        .array(
          z
            .object({
              asset: z.enum(CRYPTOS).meta(ASSET),
              fiat: z.enum(FIATS).meta(FIAT),
              quantity: exact().meta(QUANTITY),
              side: z.enum(SIDES).meta(meaning("BUY: what was sold at the sight of a payment that vanished.", "SELL")),
            })
            .meta({ id: "Hedge" }),
        )
        .meta(meaning("What is being sold on to the venue, or bought back from it.")),
      cryptos: z
        .array(
          z
            .object({
              asset: z.enum(CRYPTOS).meta(ASSET),
              promised: exact().meta(
                meaning("What live promises to all accounts may still bring at their prices.", 0.52),
              ),
              seen: exact().meta(meaning("Unconfirmed deposits of bills that still promise a price.", 0.1)),
              held: exact().meta(meaning("Held deposits of bills that still promise a price.", 0.05)),
              hedged: exact().meta(meaning("What is being sold on to a venue now.", 0.2)),
              open: exact().meta(
                meaning(
                  "What the operator's book holds beyond that; below zero when it has sold more than it holds.",
                  0.01,
                ),
              ),
              limit: exact()
                .optional()
                .meta(meaning("What the operator may promise and hold; absent when there is none.", 5)),
              ageMs: count()
                .optional()
                .meta(meaning("How long the oldest part of its book has waited to be sold, milliseconds.", 12000)),
            })
            .meta({ id: "CryptoExposure" }),
        )
        .meta(meaning("What the operator promises, holds and hedges of each crypto.")),
      promises: z
        .array(
          z
            .object({
              fiat: z.enum(FIATS).meta(FIAT),
              open: exact().meta(meaning("What live promises may still bring.", 1250)),
              limit: exact()
                .optional()
                .meta(meaning("The account's limit for open promises; absent when there is none.", 50000)),
            })
            .meta({ id: "Promised" }),
        )
        .meta(meaning("What the account's open bills promise, by fiat.")),
      limits: z
        .array(
          z
            .object({
              asset: z.enum(CRYPTOS).meta(ASSET),
              exposed: exact().meta(meaning("What the operator holds of it and has promised a price for.", 0.52)),
              limit: exact().meta(meaning("Beyond it there are no new prices.", 5)),
            })
            .meta({ id: "HouseLimit" }),
        )
        .meta(meaning("The account's limits for open promises.")),
    })
    .meta({ id: "Exposure" }),
});

const day = z.string().meta(meaning("A day of UTC.", "2026-11-21"));

/**
 * What the house sold for a strategy at a venue on a day. POOLED: hedges of what was bought under any strategy.
 * BOUGHT_BACK: what was sold at the sight of payments that vanished, its figures below zero.
 */
const execution = z
  .object({
    day,
    strategy: z
      .string()
      .meta(
        meaning(
          "Strategy of the bills, INVOICE, POOLED for hedges of all strategies, or BOUGHT_BACK for what was sold at sight of payments that vanished; its quantity and sums are below zero.",
          "POOLED",
        ),
      ),
    venue: z.string().meta(meaning("Name of the venue.", "kraken")),
    asset: z.enum(CRYPTOS).meta(ASSET),
    fiat: z.enum(FIATS).meta(FIAT),
    orders: count().meta(meaning("Orders of which something was sold.", 3)),
    trades: count().meta(meaning("Trades at the venue.", 4)),
    quantity: exact().meta(QUANTITY),
    proceeds: exact().meta(meaning("What the venue paid, in fiat, before its fees.", 101.01)),
    fees: exact().meta(meaning("The venue's own fees, in fiat.")),
    atQuote: exact().meta(meaning("What it was worth half way between bid and ask when it was quoted.")),
    atExecution: exact().meta(meaning("The same when it was sold.")),
    drift: exact().meta(meaning("What the market took between quote and execution; below zero it gave.")),
    slippage: exact().meta(meaning("What the venue paid less than the mid at execution; below zero more.")),
    slippageBps: exact().meta(meaning("The same in basis points.")),
  })
  .meta({ id: "Execution" });

/** What a day brought to one of the house's own accounts, as the ledger has it; credits above zero. */
const houseDay = z
  .object({
    day,
    strategy: z.string().meta(meaning("Strategy of the bill, INVOICE, or POOLED for what belongs to none.", "POOLED")),
    account: z.string().meta(meaning("book, result, fee:service or fee:transaction.", "result")),
    event: z.string().meta(meaning("What it was posted for.", "venue.fee")),
    asset: z.enum(ASSET_SYMBOLS).meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    amount: exact().meta(meaning("What it was credited, in the asset.", -0.26)),
  })
  .meta({ id: "HouseDay" });

export const getExecutionQualityEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/execution-quality",
  former: "/manage/v1/execution-quality",
  scope: "house:read",
  summary:
    "Answers how well the operator sold, by day, strategy and venue, and what that brought to its book, result and fees.",
  query: z.object({ startTime: epochMs().optional().meta(START_TIME), endTime: epochMs().optional().meta(END_TIME) }),
  answer: z
    .object({
      data: z.array(execution).meta(meaning("The records.")),
      accounts: z.array(houseDay).meta(meaning("What the same days brought to the operator's own accounts.")),
    })
    .meta({ id: "ExecutionQuality" }),
});

/** The orders that the figures of execution quality are the sums of. */
export const listSoldOrdersEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/execution-quality/orders",
  scope: "house:read",
  summary: "Answers the orders that execution quality adds up, of one fiat, newest first.",
  description:
    "All of a period, or those of a day, strategy, venue and asset. Each is exact; the sums of a day are theirs, rounded down.",
  query: z.object({
    startTime: epochMs().optional().meta(START_TIME),
    endTime: epochMs().optional().meta(END_TIME),
    fiat: oneOf(FIATS).meta(FIAT),
    day: text(10, 10).optional().meta(meaning("Orders first traded in the period on this day of UTC.", "2026-11-21")),
    strategy: text(1, 64)
      .optional()
      .meta(execution.shape.strategy.meta() ?? {}),
    venue: text(1, 64).optional().meta(meaning("Name of the venue.", "kraken")),
    asset: oneOf(CRYPTOS).optional().meta(ASSET),
    limit: whole(1, 500).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: pageOf(
    z
      .object({
        orderId: z.string().meta(meaning("Identifier of the order.", IDS.venueOrder)),
        at: time().meta(meaning("When it was first traded in the period, epoch milliseconds.")),
        ...execution.pick({ day: true, strategy: true, venue: true, asset: true, fiat: true, trades: true }).shape,
        side: z.enum(SIDES).meta(meaning("Whether it sold or bought.", "SELL")),
        account: z.string().optional().meta(meaning("Name of the account it was sold for; absent: of none.", "acme")),
        invoiceId: z.string().optional().meta(INVOICE_ID),
        paymentId: z.string().optional().meta(PAYMENT_ID),
        ...execution.pick({ quantity: true, proceeds: true, fees: true }).shape,
        midQuote: exact()
          .optional()
          .meta(meaning("Half way between bid and ask when it was quoted; absent: not known.", 60012)),
        midExecution: exact().optional().meta(meaning("The same when it was sold.", 59911.98)),
        atQuote: exact().optional().meta(meaning("The quantity at midQuote; absent without both mids.", 1194.2388)),
        atExecution: exact()
          .optional()
          .meta(meaning("The quantity at midExecution; absent without both mids.", 1192.248402)),
        drift: exact().optional().meta(meaning("atQuote − atExecution.", 1.990398)),
        slippage: exact()
          .optional()
          .meta(meaning("What the venue paid less than atExecution; below zero more.", 0.238402)),
      })
      .meta({ id: "SoldOrder" }),
  ).meta({ id: "SoldOrderPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

const venueRecord = z.object({
  name: z.string().meta(meaning("Name of the venue.", "kraken")),
  firmQuotes: z.boolean().meta(meaning("Whether it stands by its quotes; else the operator reckons them.")),
  fenced: z.boolean().meta(meaning("Whether it keeps deadlines, so that a lost order can be told from a late one.")),
  pairs: z.array(z.string()).meta(meaning("Pairs it trades.", ["BTC/EUR"])),
  minimums: z
    .array(
      z.object({
        asset: z.enum(CRYPTOS).meta(ASSET),
        quantity: exact().meta(meaning("Quantity of the asset.", 0.5)),
      }),
    )
    .meta(meaning("The least it takes of each crypto.")),
  state: z
    .enum(["CLOSED", "OPEN", "HALF_OPEN"])
    .meta(
      meaning(
        "Its circuit breaker in this process: CLOSED: requests pass; OPEN after faults in a row: none are sent until restsUntil; HALF_OPEN: one request at a time after that.",
      ),
    ),
  faults: count().meta(meaning("Faults in a row.", 0)),
  restsUntil: time().optional().meta(meaning("Until when it is spared after its faults, epoch milliseconds.")),
  balances: z
    .array(
      z.object({
        symbol: z.string().meta(meaning("Crypto or fiat.", "EUR")),
        quantity: exact().meta(meaning("Quantity of the asset.", 0.5)),
      }),
    )
    .optional()
    .meta(meaning("What it holds of the operator; absent when it does not answer.")),
  quote: z
    .object({
      firm: z
        .boolean()
        .meta(meaning("Whether the venue stands by this quote; else the operator has reckoned it.", false)),
      price: exact().meta(PRICE),
      proceeds: exact().meta(meaning("What the quantity would bring, in fiat.", 29925)),
      expiryTime: time().meta(meaning("How long the quote is good, epoch milliseconds.")),
    })
    .optional()
    .meta(meaning("What it would bring now, when a pair and a quantity were given.")),
});
export type VenueRecord = z.output<typeof venueRecord>;

/** The words of the first edition for the states of a circuit breaker. */
const FORMER_STATES = { CLOSED: "WELL", OPEN: "RESTING", HALF_OPEN: "TRIED" } as const;
export const formerState = (state: VenueRecord["state"]) => FORMER_STATES[state];

const ORDER_ID = meaning("Identifier of an order at a venue: the last part of its case's caseId.", IDS.venueOrder);
const CHECKED = meaning("What was checked at the venue.", "The venue's own list shows no order of that minute.");

const order = z
  .object({
    orderId: z.string().meta(ORDER_ID),
    venue: z.string().meta(meaning("Name of the venue.", "ccxt-bitstamp")),
    purpose: z
      .enum(ORDER_PURPOSES)
      .meta(
        meaning("What it was for: a conversion, a late deposit under ACA, or the operator's own position.", "INVOICE"),
      ),
    side: z.enum(SIDES).meta(meaning("Whether it was to sell or to buy.", "SELL")),
    asset: z.enum(CRYPTOS).meta(ASSET),
    fiat: z.enum(FIATS).meta(FIAT),
    quantity: exact().meta(QUANTITY),
    status: z.enum(["REFUSED"]).meta(meaning("It counts as refused: nothing of it was filled.", "REFUSED")),
  })
  .meta({ id: "VenueOrder" });
export type SettledOrder = z.output<typeof order>;

export const neverPlacedEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/orders/[orderId]/never-placed",
  params: { orderId: ORDER_ID },
  scope: "house:moves",
  summary: "States that an order of unknown outcome never reached its venue.",
  description:
    "For a venue that keeps no deadlines, of which the program cannot tell by itself, and for one that is no longer named. The venue is queried once more: one that has the order, or does not answer, is not overruled. From then on the order counts as refused. Should the venue have filled it after all, what it traded is the operator's own.",
  body: z.object({ note: prose(1, 1_000).meta(CHECKED) }),
  answer: order,
  refuses: ["NOT_FOUND", "INVALID_STATE", "VENUE_UNAVAILABLE"],
});

const listVenues = {
  method: "GET",
  scope: "house:read",
  summary:
    "Answers the operator's venues in order of preference, their state, and what they would bring for a quantity.",
  query: z.object({
    cryptoType: oneOf(CRYPTOS).optional().meta(CRYPTO_TYPE),
    fiat: oneOf(FIATS).optional().meta(FIAT),
    quantity: positive().optional().meta(QUANTITY),
  }),
} as const;

export const listVenuesEndpoint = endpoint({
  ...listVenues,
  path: "/house/v1/venues",
  answer: listOf(venueRecord.meta({ id: "HouseVenue" })).meta({ id: "HouseVenues" }),
});

/** The path of the first edition, for one release more, with the words for a venue's state that it promised. */
export const listVenuesBeforeEndpoint = endpoint({
  ...listVenues,
  path: "/manage/v1/venues",
  deprecated: true,
  answer: listOf(
    venueRecord
      .extend({
        state: z
          .enum(Object.values(FORMER_STATES))
          .meta(
            meaning("Its circuit breaker: WELL: requests pass; RESTING: none are sent; TRIED: one request at a time."),
          ),
      })
      .meta({ id: "Venue" }),
  ).meta({ id: "Venues" }),
});
