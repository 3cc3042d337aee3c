import { z } from "zod";
import { exact, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { ASSET, NETWORK_TYPE, meaning } from "#lib/contract/meanings.ts";
import { CRYPTOS, FIATS, GAS_ASSETS, NETWORK_TYPES } from "#lib/kernel/assets.ts";

export const PLACE_KINDS = ["CUSTODY", "VENUE", "BANK", "TRANSIT"] as const;

const place = z
  .object({
    place: z
      .string()
      .meta(
        meaning("custody:{network}, venue:{name}, bank:{name}, or transit: left one, not arrived.", "venue:kraken"),
      ),
    kind: z.enum(PLACE_KINDS).meta(meaning("What kind of place it is.", "VENUE")),
    asset: z.enum([...CRYPTOS, ...FIATS, ...GAS_ASSETS]).meta(ASSET),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    balance: exact().meta(meaning("What the books say is there.", 0.4995)),
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
  summary: "Answers where the house's means lie, by place and asset, beside what each place itself says.",
  description:
    "A venue says so for a crypto as a whole: where it holds one on two networks, it is compared with the sum of them. Of ETH and TRX it is what pays for transactions, of the house alone.",
  answer: z.object({ data: z.array(place).meta(meaning("The records.")) }).meta({ id: "PlaceList" }),
});
