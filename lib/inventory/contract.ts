import { z } from "zod";
import { exact, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { amount, oneOf, text } from "#lib/contract/fields.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { NETWORK_TYPES, ASSET_SYMBOLS } from "#lib/kernel/assets.ts";

const VENUE = meaning("Name of the venue.", "kraken");
const ASSET = meaning("Crypto, of all its networks together, or fiat.", "BTC");
const FLOOR = meaning("What it should never fall below.", 0.3);
const TARGET = meaning("What a move brings it up to.", 0.8);

const stock = z
  .object({
    venue: z.string().meta(VENUE),
    asset: z.enum(ASSET_SYMBOLS).meta(ASSET),
    balance: exact().meta(meaning("What is there by its trades and transfers, to the last digit.", 0.35)),
    promised: exact().meta(
      meaning(
        "What of it is promised: as prices that stand, as what is not sold on yet, as moves that may leave.",
        0.1,
      ),
    ),
    coming: exact().meta(meaning("What is asked for, agreed to or on its way there.", 0)),
    perDay: exact().meta(
      meaning("What trades have used a day, over the last 28 days; below zero where they bring more.", 0.12),
    ),
    floor: exact().optional().meta(FLOOR),
    target: exact().optional().meta(TARGET),
    floorAt: time().optional().meta(meaning("When the floor is reached at this pace, epoch milliseconds.")),
    proposal: z
      .object({
        kind: z.enum(["TO_VENUE", "FROM_BANK"]).meta(meaning("Kind of the move.", "TO_VENUE")),
        from: z.string().meta(meaning("Where it comes from.", "custody:bitcoin")),
        to: z.string().meta(meaning("Where it goes.", "venue:kraken")),
        networkType: z.enum(NETWORK_TYPES).optional().meta(meaning("Network of USDT.", "tron")),
        quantity: exact().meta(meaning("How much is short of the target, and at hand.", 0.45)),
      })
      .meta({ id: "ProposedMove" })
      .optional()
      .meta(meaning("The move that keeps it above its floor; absent where none is needed, or nothing is at hand.")),
    isShort: z.boolean().meta(meaning("Whether two days' use would bring it below its floor.", true)),
  })
  .meta({ id: "VenueStock" });

export type StockRecord = z.output<typeof stock>;

export const listInventoryEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/inventory",
  scope: "house:read",
  summary: "Answers what the operator has at its venues, what of it is promised, and which moves it needs.",
  answer: z.object({ data: z.array(stock).meta(meaning("The records.")) }).meta({ id: "Inventory" }),
});

export const setStockEndpoint = endpoint({
  method: "PATCH",
  path: "/house/v1/inventory",
  scope: "house:moves",
  summary: "Sets floor and target of an asset at a venue; without either there is none any more.",
  body: z.object({
    venue: text(1, 64).meta(VENUE),
    asset: oneOf(ASSET_SYMBOLS).meta(ASSET),
    floor: amount().optional().meta(FLOOR),
    target: amount().optional().meta(TARGET),
  }),
  answer: z
    .object({
      venue: z.string().meta(VENUE),
      asset: z.enum(ASSET_SYMBOLS).meta(ASSET),
      floor: exact().optional().meta(FLOOR),
      target: exact().optional().meta(TARGET),
    })
    .meta({ id: "StockSet" }),
});
