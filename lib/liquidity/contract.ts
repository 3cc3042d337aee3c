import { z } from "zod";
import { exact } from "#lib/api/answers.ts";
import { endpoint } from "#lib/api/endpoint.ts";
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
    "Answers what the house's book holds of each crypto, what is being hedged, and what the account's bills promise.",
  answer: z
    .object({
      data: z.array(position),
      hedging: z.array(
        z.object({ asset: z.enum(CRYPTOS), fiat: z.enum(FIATS), quantity: exact() }).meta({ id: "Hedge" }),
      ),
      promises: z.array(
        z.object({ fiat: z.enum(FIATS), open: exact(), limit: exact().optional() }).meta({ id: "Promised" }),
      ),
    })
    .meta({ id: "Exposure" }),
});
