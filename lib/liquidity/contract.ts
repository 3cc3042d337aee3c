import { z } from "zod";
import { count, exact, listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, oneOf, positive } from "#lib/contract/fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";

const position = z
  .object({
    asset: z.enum(CRYPTOS),
    networkType: z.enum(NETWORK_TYPES).optional(),
    position: exact(),
    byFiat: z.array(z.object({ fiat: z.enum(FIATS), position: exact() })),
  })
  .meta({ id: "Position" });

export const getExposureEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/exposure",
  scope: "house:read",
  summary:
    "Answers what the house's book holds of each crypto, what is being hedged, what the account's bills promise, and how much of the house's limits is used.",
  answer: z
    .object({
      data: z.array(position),
      hedging: z.array(
        z.object({ asset: z.enum(CRYPTOS), fiat: z.enum(FIATS), quantity: exact() }).meta({ id: "Hedge" }),
      ),
      promises: z.array(
        z.object({ fiat: z.enum(FIATS), open: exact(), limit: exact().optional() }).meta({ id: "Promised" }),
      ),
      limits: z.array(
        z
          .object({
            asset: z.enum(CRYPTOS),
            exposed: exact().meta({ description: "What the house holds of it and has promised a price for." }),
            limit: exact().meta({ description: "Beyond it there are no new prices." }),
          })
          .meta({ id: "HouseLimit" }),
      ),
    })
    .meta({ id: "Exposure" }),
});

const day = z.string().meta({ description: "A day of UTC, 2026-11-21." });

/** What the house sold for a strategy at a venue on a day. POOLED: hedges of what was bought under any strategy. */
const execution = z
  .object({
    day,
    strategy: z.string(),
    venue: z.string(),
    asset: z.enum(CRYPTOS),
    fiat: z.enum(FIATS),
    orders: count(),
    trades: count(),
    quantity: exact(),
    proceeds: exact(),
    fees: exact().meta({ description: "The venue's own fees, in fiat." }),
    atQuote: exact().meta({ description: "What it was worth half way between bid and ask when it was quoted." }),
    atExecution: exact().meta({ description: "The same when it was sold." }),
    drift: exact().meta({ description: "What the market took between quote and execution; below zero it gave." }),
    slippage: exact().meta({ description: "What the venue paid less than the mid at execution; below zero more." }),
    slippageBps: exact().meta({ description: "The same in basis points." }),
  })
  .meta({ id: "Execution" });

/** What a day brought to one of the house's own accounts, as the ledger has it; credits above zero. */
const houseDay = z
  .object({
    day,
    strategy: z.string(),
    account: z.string().meta({ description: "book, result, fee:service or fee:transaction." }),
    event: z.string(),
    asset: z.enum([...CRYPTOS, ...FIATS]),
    networkType: z.enum(NETWORK_TYPES).optional(),
    amount: exact(),
  })
  .meta({ id: "HouseDay" });

export const getExecutionQualityEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/execution-quality",
  scope: "house:read",
  summary:
    "Answers how well the house sold, by day, strategy and venue, and what that brought to its book, result and fees.",
  query: z.object({ startTime: epochMs().optional(), endTime: epochMs().optional() }),
  answer: z.object({ data: z.array(execution), accounts: z.array(houseDay) }).meta({ id: "ExecutionQuality" }),
});

const venue = z
  .object({
    name: z.string(),
    firmQuotes: z.boolean().meta({ description: "Whether it stands by its quotes; else the house reckons them." }),
    fenced: z
      .boolean()
      .meta({ description: "Whether it keeps deadlines, so that a lost order can be told from a late one." }),
    pairs: z.array(z.string()),
    minimums: z.array(z.object({ asset: z.enum(CRYPTOS), quantity: exact() })),
    state: z.enum(["WELL", "RESTING", "TRIED"]),
    faults: count().meta({ description: "Faults in a row." }),
    restsUntil: time().optional(),
    balances: z.array(z.object({ symbol: z.string(), quantity: exact() })).optional(),
    quote: z
      .object({ firm: z.boolean(), price: exact(), proceeds: exact(), expiryTime: time() })
      .optional()
      .meta({ description: "What it would bring now, when a pair and a quantity were given." }),
  })
  .meta({ id: "Venue" });

export const listVenuesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/venues",
  scope: "house:read",
  summary: "Answers the house's venues in order of preference, their state, and what they would bring for a quantity.",
  query: z.object({
    cryptoType: oneOf(CRYPTOS).optional(),
    fiat: oneOf(FIATS).optional(),
    quantity: positive().optional(),
  }),
  answer: listOf(venue).meta({ id: "Venues" }),
});
