import { z } from "zod";
import { count, exact, time } from "#lib/contract/answers.ts";
import { endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import { oneOf } from "#lib/contract/fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES, NETWORKS, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import {
  ASSET,
  AT,
  BID,
  CRYPTO_TYPE,
  FIAT,
  FIAT_RECEIVABLE,
  FIAT_RECEIVED,
  NETWORK,
  NETWORK_TYPE,
  OBJECT_ID,
  PAYMENT_ID,
  QUANTITY,
  REFERENCE,
  STRATEGY,
  SUBACCOUNT,
  meaning,
} from "#lib/contract/meanings.ts";

/** A crypto's sum on its network. */
const assetSum = z
  .object({
    cryptoType: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    count: count().optional().meta(meaning("How many.")),
    quantity: exact().meta(QUANTITY),
  })
  .meta({ id: "AssetSum" });

/** `day` is one of UTC, `2026-11-21`; `converted` is fiat credited, `kept` and `pending` crypto at its bills' prices, all in `fiat`. */
const volumeRecord = z
  .object({
    day: z.string().meta(meaning("The day of UTC that bills were created on.", "2026-11-19")),
    cryptoType: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    fiat: z.enum(FIATS).meta(FIAT),
    count: count().meta(meaning("How many.")),
    converted: exact().meta(meaning("Fiat credited of that day's bills, whenever it was.", 345.12)),
    kept: exact().meta(
      meaning("Crypto kept of that day's bills, also where it was paid out since, at their prices, in fiat.", 118.8),
    ),
    pending: exact().meta(meaning("Crypto of that day's bills that is held or not treated yet, the same way.", 0)),
  })
  .meta({ id: "Volume" });

const activityRecord = z
  .object({
    type: z.string().meta(meaning("Kind of event.", "payment.created")),
    objectId: z.string().meta(OBJECT_ID),
    paymentId: z.string().optional().meta(PAYMENT_ID),
    at: time().meta(AT),
    subaccount: z.string().optional().meta(SUBACCOUNT),
    strategy: z.string().optional().meta(STRATEGY),
    cryptoType: z.enum(CRYPTOS).optional().meta(CRYPTO_TYPE),
    fiat: z.enum(FIATS).optional().meta(FIAT),
    asset: z.enum(ASSET_SYMBOLS).optional().meta(ASSET),
    beneficiary: z.string().optional().meta(meaning("Name of a payout's beneficiary.", "Acme Trading GmbH")),
    reference: z.string().optional().meta(REFERENCE),
    quantity: exact().optional().meta(QUANTITY),
    quantityReceived: exact()
      .optional()
      .meta(
        meaning(
          "Confirmed crypto: always quantityPending + quantityConverted + quantityUnconverted + feeQuantity + quantityPaidOut.",
          0.00168351,
        ),
      ),
    fiatReceivable: exact().optional().meta(FIAT_RECEIVABLE),
    fiatReceived: exact().optional().meta(FIAT_RECEIVED),
  })
  .meta({ id: "Activity" });

const overviewRecord = z
  .object({
    at: time().meta(AT),
    fiat: z.enum(FIATS).meta(FIAT),
    prices: z
      .array(
        z
          .object({
            cryptoType: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
            bid: exact().meta(BID),
            at: time().meta(AT),
            count: count().meta(meaning("How many sources agree.", 4)),
          })
          .meta({ id: "FreshPrice" }),
      )
      .meta(meaning("Fresh bids; a pair without one is left out.")),
    rates: z
      .array(
        z
          .object({
            fiat: z.enum(FIATS).meta(FIAT),
            rate: exact().meta(meaning("What one whole unit is worth, at most 12 decimals, rounded down.", 1)),
            at: time().meta(AT),
          })
          .meta({ id: "FiatRate" }),
      )
      .meta(meaning("The rates of now of every fiat; one that has none is left out and named by its absence.")),
    limits: z
      .array(
        z
          .object({
            fiat: z.enum(FIATS).meta(FIAT),
            limit: exact().meta(meaning("The account's limit for open promises in this fiat.", 50000)),
          })
          .meta({ id: "ExposureLimit" }),
      )
      .meta(meaning("The account's limits for open promises.")),
    filling: count()
      .optional()
      .meta(
        meaning(
          "Only while the sandbox's demo is still being made in the background: how much of it stands, in percent.",
          40,
        ),
      ),
    connections: z
      .object({
        worker: z.boolean().meta(meaning("Whether a worker lives.")),
        chains: z
          .array(
            z
              .object({
                network: z.enum(NETWORKS).meta(NETWORK),
                height: exact().meta(meaning("Number of the last block.", 104)),
                lag: exact().meta(meaning("Blocks that are not read yet.", 0)),
                completeTo: exact().meta(meaning("Below this block nothing is missing.", 104)),
                lastSeen: time().meta(meaning("When it was last looked at, epoch milliseconds.")),
                state: z.string().meta(meaning("How the chain is.", "OK")),
                sentence: z.string().meta(meaning("How it is, in one sentence.", "Complete to block 104.")),
              })
              .meta({ id: "ChainState" }),
          )
          .meta(meaning("How far each chain is followed.")),
      })
      .meta(meaning("How the program's connections stand.")),
    facts: z
      .object({
        open: z
          .array(
            z.object({
              fiat: z.enum(FIATS).meta(FIAT),
              count: count().meta(meaning("Bills that still promise a price.", 2)),
              sum: exact().meta(meaning("What their live promises may still bring.", 1250)),
            }),
          )
          .meta(
            meaning(
              "Live promises by fiat: what bills, and payments that are seen or held, may still bring at their prices.",
            ),
          ),
        ending: z
          .object({ count: count().meta(meaning("How many.")) })
          .meta(meaning("Unpaid bills that expire within five minutes.")),
        unconverted: z.array(assetSum).meta(meaning("Received and not converted, by asset.")),
        volume: z.array(volumeRecord).meta(meaning("Volume by day, asset and fiat.")),
        activity: z.array(activityRecord).meta(meaning("The latest events, newest first.")),
      })
      .meta(meaning("What the account holds and risks.")),
  })
  .meta({ id: "Overview" });

export type VolumeRecord = z.output<typeof volumeRecord>;
export type ActivityRecord = z.output<typeof activityRecord>;
export type OverviewRecord = z.output<typeof overviewRecord>;

/** What an account holds and risks, in one answer for the desk's first page. */
export const getOverviewEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/overview",
  scope: "account:read",
  summary: "Answers live promises, volume, activity, prices and connections of the account.",
  query: z.object({ fiat: oneOf(FIATS).optional().meta(FIAT) }),
  answer: overviewRecord,
});

export type GetOverview = InputOf<typeof getOverviewEndpoint>;
