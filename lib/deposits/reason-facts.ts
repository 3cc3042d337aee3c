import { z } from "zod";
import { count, exact } from "#lib/contract/answers.ts";
import { meaning, NETWORK, NETWORK_TYPE, PRICE } from "#lib/contract/meanings.ts";
import { CRYPTOS, NETWORK_TYPES, NETWORKS } from "#lib/kernel/assets.ts";
import { REASON_CODES } from "./states.ts";

/** What a deposit was divided into, in the order its reason names it. */
const reasonPart = z
  .object({
    outcome: z
      .enum(["SOLD", "KEPT", "WAITS"])
      .meta(meaning("SOLD, KEPT as crypto, or WAITS: still pending, to be sold as `method` says.")),
    method: z
      .enum(["RFQ", "FRESH", "MARKET"])
      .optional()
      .meta(meaning("RFQ: at the bill's price. FRESH: at a fresh quote. MARKET: by market order.")),
    quantity: exact().meta(meaning("The whole part, its fee included.", 0.00168351)),
    feeQuantity: exact().optional().meta(meaning("Crypto withheld of it; absent: none.", 0.0000202)),
    price: exact().optional().meta(PRICE),
    fiat: exact().optional().meta(meaning("Fiat credited for this part.", 100)),
    reasonCode: z.enum(REASON_CODES).optional().meta(meaning("Why the part was kept.", "BILL_EXPIRED")),
    limitPrice: exact()
      .optional()
      .meta(meaning("The limit that the price is not better than; LIMIT_NOT_MET only.", 0.9)),
  })
  .meta({ id: "ReasonPart" });

/** The figures and times that a deposit's reason is made of (rulebook 5.13); quantities are of the deposit's own asset. */
export const reasonFacts = z
  .object({
    quantity: exact().meta(meaning("What came and was decided on.", 0.00168351)),
    lateBy: z
      .enum(["SEEN", "CONFIRMED", "RELEASED", "OLDER"])
      .optional()
      .meta(
        meaning(
          "What came too late: the first sighting, the confirmation, or the release of a hold. OLDER: it was in the chain before its bill was made.",
        ),
      ),
    heldMs: count()
      .optional()
      .meta(
        meaning(
          "Released from its hold only so long after its confirmation, milliseconds: what the bill asked for was sold at the lower of its price and a fresh one.",
          3_300_000,
        ),
      ),
    afterExpiryMs: count().optional().meta(meaning("How long after expiryTime that was, milliseconds.", 1_800_000)),
    guaranteeMs: count()
      .optional()
      .meta(meaning("How long after expiryTime the price is guaranteed; of CONFIRMED and RELEASED.", 7_200_000)),
    excess: exact()
      .optional()
      .meta(
        meaning("How much of it is more than the bill still asked for; all of it once the bill was paid.", 0.00047979),
      ),
    minimum: exact().optional().meta(meaning("The smallest quantity that is treated; of dust only.", 0.00000546)),
    limit: exact().optional().meta(meaning("The limit for one deposit; DEPOSIT_LIMIT only.", 0.5)),
    inAll: exact()
      .optional()
      .meta(
        meaning(
          "What its transaction, or all of the bill's payments that stand in a block, come to; DEPOSIT_LIMIT only, where it is that which is above the limit.",
          0.92,
        ),
      ),
    byHouse: z
      .literal(true)
      .optional()
      .meta(meaning("Whether that limit is the operator's own, which decides then; DEPOSIT_LIMIT only.", true)),
    network: z.enum(NETWORKS).optional().meta(NETWORK),
    billCryptoType: z.enum(CRYPTOS).optional().meta(meaning("What the bill asks for; WRONG_ASSET only.", "BTC")),
    billNetworkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    screened: z
      .literal(true)
      .optional()
      .meta(meaning("Whether the operator checks where it came from; SCREENING only.", true)),
    assigned: z
      .literal(true)
      .optional()
      .meta(meaning("Whether it came to an address of no bill, and the operator assigned it; ASSIGNED only.", true)),
    gone: z
      .enum(["REORGANISED", "DOUBLE_SPENT", "EVICTED"])
      .optional()
      .meta(
        meaning(
          "How it left its chain: with a block, by another transaction that spent the same coins, or out of the mempool.",
        ),
      ),
    parts: z.array(reasonPart).meta(meaning("What it was divided into; empty when nothing was decided.")),
  })
  .meta({ id: "ReasonFacts" });

export type ReasonFacts = z.output<typeof reasonFacts>;
export type ReasonPart = z.output<typeof reasonPart>;
