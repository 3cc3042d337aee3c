import { z } from "zod";
import { count, exact, time } from "#lib/contract/answers.ts";
import { endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import { oneOf } from "#lib/contract/fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES, NETWORKS } from "#lib/kernel/assets.ts";

/** A crypto's sum on its network. */
const assetSum = z
  .object({
    cryptoType: z.enum(CRYPTOS),
    networkType: z.enum(NETWORK_TYPES).optional(),
    count: count().optional(),
    quantity: exact(),
  })
  .meta({ id: "AssetSum" });

/** `day` is one of UTC, `2026-11-21`; `converted` is fiat credited, `kept` crypto at its bills' prices, both in `fiat`. */
const volumeRecord = z
  .object({
    day: z.string(),
    cryptoType: z.enum(CRYPTOS),
    networkType: z.enum(NETWORK_TYPES).optional(),
    fiat: z.enum(FIATS),
    count: count(),
    converted: exact(),
    kept: exact(),
  })
  .meta({ id: "Volume" });

const activityRecord = z
  .object({
    type: z.string(),
    objectId: z.string(),
    at: time(),
    subaccount: z.string().optional(),
    strategy: z.string().optional(),
    cryptoType: z.enum(CRYPTOS).optional(),
    fiat: z.enum(FIATS).optional(),
    quantity: exact().optional(),
    quantityReceived: exact().optional(),
    fiatReceivable: exact().optional(),
    fiatReceived: exact().optional(),
  })
  .meta({ id: "Activity" });

const overviewRecord = z
  .object({
    at: time(),
    fiat: z.enum(FIATS),
    prices: z.array(
      z.object({ cryptoType: z.enum(CRYPTOS), bid: exact(), at: time(), count: count() }).meta({ id: "FreshPrice" }),
    ),
    limits: z.array(z.object({ fiat: z.enum(FIATS), limit: exact() }).meta({ id: "ExposureLimit" })),
    connections: z.object({
      worker: z.boolean(),
      chains: z.array(
        z
          .object({
            network: z.enum(NETWORKS),
            height: exact(),
            lag: exact(),
            completeTo: exact(),
            lastSeen: time(),
            state: z.string(),
            sentence: z.string(),
          })
          .meta({ id: "ChainState" }),
      ),
    }),
    facts: z.object({
      open: z.array(z.object({ fiat: z.enum(FIATS), count: count(), sum: exact() })),
      ending: z.object({ count: count() }),
      unconverted: z.array(assetSum),
      volume: z.array(volumeRecord),
      activity: z.array(activityRecord),
    }),
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
  summary: "Answers open promises, volume, activity, prices and connections of the account.",
  query: z.object({ fiat: oneOf(FIATS).optional() }),
  answer: overviewRecord,
});

export type GetOverview = InputOf<typeof getOverviewEndpoint>;
