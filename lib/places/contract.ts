import { z } from "zod";
import { count, exact, pageOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, isoTime, oneOf, text, whole } from "#lib/contract/fields.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { ASSET, INVOICE_ID, MOVE_ID, NETWORK_TYPE, PAYMENT_ID, START_TIME, meaning } from "#lib/contract/meanings.ts";
import { entriesOfPeriod } from "#lib/ledger/contract.ts";
import { FIATS, LEDGER_SYMBOLS, NETWORK_TYPES } from "#lib/kernel/assets.ts";

const PLACE = meaning(
  "custody:{network}, venue:{name}, bank:{name}, or transit: left one, not arrived.",
  "venue:kraken",
);
const IN = meaning("The fiat that all is valued in.", "EUR");
const asOf = {
  at: isoTime().optional().meta(meaning("An instant that has passed, ISO 8601; absent: now.", "2026-11-20T00:00:00Z")),
  in: oneOf(FIATS).optional().meta(IN),
};
const valued = {
  in: z.enum(FIATS).meta(IN),
  total: exact().meta(meaning("The values added up.", 24799.5)),
  unpriced: z.array(z.enum(LEDGER_SYMBOLS)).meta(meaning("Assets that had no price and are not in the total.", [])),
};
const worth = {
  rate: exact()
    .optional()
    .meta(
      meaning("What one whole unit is worth in `in`, at most 12 decimals; absent where there was no price.", 60000),
    ),
  rateTime: time().optional().meta(meaning("When the oldest price behind `rate` was one, epoch milliseconds.")),
  value: exact()
    .optional()
    .meta(
      meaning(
        "Quantity × rate, rounded so that the values of an asset add up to what all of it is worth, which is rounded down; absent where there was no price.",
        29970,
      ),
    ),
};
const SHARE = meaning("Percent of the total, one decimal, rounded down; absent without a value or a total.", 12.5);
const symbol = {
  asset: z.enum(LEDGER_SYMBOLS).meta(ASSET),
  networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
};

export const PLACE_KINDS = ["CUSTODY", "VENUE", "BANK", "TRANSIT"] as const;

const lying = {
  place: z.string().meta(PLACE),
  kind: z.enum(PLACE_KINDS).meta(meaning("What kind of place it is.", "VENUE")),
  ...symbol,
  balance: exact().meta(meaning("What the books say is there.", 0.4995)),
  ...worth,
  share: exact().optional().meta(SHARE),
};

const place = z
  .object({
    ...lying,
    says: exact().optional().meta(meaning("What the place itself says; absent where it has not said.", 0.4995)),
    saidAt: time().optional().meta(meaning("When it said so, epoch milliseconds.")),
    difference: exact()
      .optional()
      .meta(meaning("What it says less the books, and less what they keep below the smallest unit.", 0)),
  })
  .meta({ id: "Place" });

export type PlaceRecord = z.output<typeof place>;

export const listPlacesEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/places",
  scope: "house:read",
  summary: "Answers where the operator's means lie, by place and asset, beside what each place itself says.",
  description:
    "With `at` as the books were just before that instant, without what places say; with `in` valued in one fiat, at the prices of the instant or of now. A venue says so for a crypto as a whole: where it holds one on two networks, it is compared with the sum of them. Of ETH and TRX it is what pays for transactions, of the operator alone.",
  query: z.object(asOf),
  answer: z
    .object({
      data: z.array(place).meta(meaning("The records.")),
      in: valued.in.optional(),
      total: valued.total.optional(),
      unpriced: valued.unpriced.optional(),
    })
    .meta({ id: "PlaceList" }),
});

export const OWNERS = ["ACCOUNT", "UNASSIGNED", "OWN"] as const;
const owner = z
  .object({
    owner: z
      .enum(OWNERS)
      .meta(
        meaning("ACCOUNT: owed to it; UNASSIGNED: to give back, owner not known; OWN: the operator's own.", "ACCOUNT"),
      ),
    account: z.string().optional().meta(meaning("Its name.", "acme")),
    ...symbol,
    available: exact().meta(meaning("Free to convert or to pay out; of what is no account's, all of it.", 0.4)),
    reserved: exact().meta(meaning("Bound to conversions, or asked to be paid out.", 0)),
    pending: exact().meta(meaning("Confirmed and not treated yet, held, or declined.", 0.0995)),
    owed: exact().meta(meaning("What the account owes the operator.", 0)),
    holding: exact().meta(meaning("available + reserved + pending − owed.", 0.4995)),
    ...worth,
    share: exact().optional().meta(SHARE),
  })
  .meta({ id: "Owner" });
export type OwnerRecord = z.output<typeof owner>;

/** Whose the house's means are, read at once with where they lie: both come to the same. */
export const listOwnersEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/owners",
  scope: "house:read",
  summary:
    "Answers whose the operator's means are, now or as of an instant: owed to accounts, unassigned, and its own.",
  description:
    "The operator's own is what lies in all places less what is owed and unassigned, in quantity and in value; below zero, means are missing.",
  query: z.object({ at: asOf.at, in: asOf.in }),
  answer: z
    .object({
      ...valued,
      owedTotal: exact().meta(meaning("Value of what is owed to accounts.", 20000)),
      unassignedTotal: exact().meta(meaning("Value of what is unassigned.", 0)),
      ownTotal: exact().meta(meaning("total − owedTotal − unassignedTotal.", 4799.5)),
      data: z.array(owner).meta(meaning("By owner and asset.")),
      places: z
        .array(z.object(lying).meta({ id: "PlaceBalance" }))
        .meta(meaning("Where it lies, by place and asset: the balances and prices of the same look.")),
    })
    .meta({ id: "OwnerList" }),
});

const amounts = {
  opening: exact().meta(meaning("The balance when the period began.", 0.5)),
  in: exact().meta(meaning("What came, before costs.", 0.1)),
  out: exact().meta(meaning("What went.", 0.1)),
  fees: exact().meta(meaning("Network, venue and bank costs that it bore.", 0.0005)),
  closing: exact().meta(meaning("opening + in − out − fees: the balance when the period ended.", 0.4995)),
};

/** How what lies in each place moved: opening + in − out − fees = closing. */
export const getPlaceMovementEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/places/movement",
  scope: "house:read",
  summary: "Answers how each place's balances moved in a period: opening + in − out − fees = closing.",
  description:
    "What one ledger transaction moves at a place is netted. Costs of a venue's trades in fiat are part of what they brought.",
  query: z.object({
    startTime: epochMs().meta(START_TIME),
    endTime: epochMs().optional().meta(meaning("End of the period, not included; absent: now.", 1795069924801)),
    in: asOf.in,
  }),
  answer: z
    .object({
      ...valued,
      startTime: time().meta(START_TIME),
      endTime: time().meta(meaning("End of the period, not included.")),
      data: z
        .array(
          z
            .object({
              place: z.string().meta(PLACE),
              kind: z.enum(PLACE_KINDS).meta(meaning("What kind of place it is.", "VENUE")),
              ...symbol,
              ...amounts,
              value: exact().optional().meta(meaning("closing × rate, rounded as the values of places are.", 29970)),
            })
            .meta({ id: "PlaceMovement" }),
        )
        .meta(meaning("By place and asset.")),
    })
    .meta({ id: "PlaceMovementList" }),
});

/** What lay in all places at the end of each of the last days, and what lies there now. */
export const getPlaceHistoryEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/places/history",
  scope: "house:read",
  summary: "Answers what lay in all places at the close of each of the last days and now, valued in one fiat.",
  description:
    "Days are the operator's (`zone`). `GET /house/v1/places` with a day's `at` has the rows that its figures are the sums of.",
  query: z.object({
    in: asOf.in,
    days: whole(1, 366).optional().meta(meaning("How many days, today among them; 30 unless given.", 30)),
  }),
  answer: z
    .object({
      in: valued.in,
      zone: z.string().meta(meaning("Time zone of the operator's days.", "Europe/Berlin")),
      days: z
        .array(
          z
            .object({
              day: z.string().meta(meaning("A day there.", "2026-11-19")),
              at: time().meta(meaning("Its end, or now, epoch milliseconds.")),
              total: valued.total,
              unpriced: valued.unpriced,
              data: z
                .array(
                  z
                    .object({
                      ...symbol,
                      holding: exact().meta(meaning("What lay in all places.", 0.4995)),
                      value: worth.value,
                    })
                    .meta({ id: "PlaceHolding" }),
                )
                .meta(meaning("By asset.")),
            })
            .meta({ id: "PlaceDay" }),
        )
        .meta(meaning("Oldest first.")),
    })
    .meta({ id: "PlaceHistory" }),
});

/** The rows that a place's movement is the sum of. */
export const listPlaceEntriesEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/places/entries",
  scope: "house:read",
  summary: "Answers what moved at a place in a period, a line for each ledger transaction, newest first.",
  description: "In, out and fees of all lines are those of `GET /house/v1/places/movement` for the same period.",
  query: z.object({
    place: text(1, 64).meta(PLACE),
    asset: oneOf(LEDGER_SYMBOLS).meta(ASSET),
    networkType: oneOf(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    ...entriesOfPeriod,
  }),
  answer: pageOf(
    z
      .object({
        at: time().meta(meaning("When it was posted, epoch milliseconds.")),
        transactionId: z.string().meta(meaning("Identifier of the ledger transaction.", IDS.transaction)),
        event: z.string().meta(meaning("What moved it.", "move.left")),
        account: z
          .string()
          .optional()
          .meta(meaning("Name of the account that it is of; absent: of the operator.", "acme")),
        paymentId: z.string().optional().meta(PAYMENT_ID),
        invoiceId: z.string().optional().meta(INVOICE_ID),
        payoutId: z.string().optional().meta(meaning("Identifier of the payout.", IDS.payout)),
        moveId: z.string().optional().meta(MOVE_ID),
        ...symbol,
        in: amounts.in,
        out: amounts.out,
        fees: amounts.fees,
      })
      .meta({ id: "PlaceEntry" }),
  ).meta({ id: "PlaceEntryPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

export const ARRIVAL_KINDS = ["MOVE", "WITHDRAWAL", "DEPOSITS"] as const;

/** What is on its way and not where it goes to. */
export const listArrivalsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/arrivals",
  scope: "house:read",
  summary: "Answers what arrives next: moves in transit, withdrawals announced by venues, deposits not final yet.",
  query: z.object({ in: asOf.in }),
  answer: z
    .object({
      ...valued,
      data: z
        .array(
          z
            .object({
              kind: z.enum(ARRIVAL_KINDS).meta(meaning("What it is; DEPOSITS of all accounts together.", "MOVE")),
              from: z.string().optional().meta(meaning("The place it comes from.", "venue:kraken")),
              to: z.string().optional().meta(meaning("The place it goes to.", "bank:main")),
              ...symbol,
              quantity: exact().meta(meaning("How much of it.", 0.4995)),
              count: count().meta(meaning("How many they are.", 1)),
              inBlocks: count().optional().meta(meaning("Of deposits: how many stand in a block already.", 1)),
              since: time().meta(meaning("Since when, of the oldest, epoch milliseconds.")),
              moveId: z.string().optional().meta(MOVE_ID),
              transferId: z
                .string()
                .optional()
                .meta(meaning("Identifier of a deposit or withdrawal at a venue.", IDS.venueTransfer)),
              value: worth.value,
            })
            .meta({ id: "Arrival" }),
        )
        .meta(meaning("Moves, then withdrawals, then deposits; oldest first.")),
    })
    .meta({ id: "ArrivalList" }),
});
