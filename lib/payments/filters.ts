import {
  begin,
  choices,
  end,
  exactAmount,
  exactText,
  exactTexts,
  type FilterOf,
  flag,
  lookup,
  minutes,
  span,
  symbols,
} from "#lib/contract/filters.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import {
  AMOUNT_STATUS,
  CRYPTO_TYPE,
  FEE_MODEL,
  FIAT,
  meaning,
  NETWORK_TYPE,
  PAYMENT_ID,
  REFERENCE,
  STRATEGY,
  SUBACCOUNT,
  TX_HASH,
} from "#lib/contract/meanings.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { FEE_MODELS, STRATEGIES } from "#lib/pricing/price.ts";
import { AMOUNT_STATUSES, LABELS, OUTCOMES, PAYMENT_STATUSES } from "./payment-states.ts";

/** At most so far from startTime to endTime (rulebook 5.3). */
export const MOST_DAYS = 90;

/** The filters that Get Payment and the summary share (rulebook 5.7). */
export const PAYMENT_FILTERS = {
  startTime: begin("epoch", meaning("Begin of the range, included, on createdAt; epoch milliseconds.", 1795000000000), {
    standard: "7d",
    mostDays: MOST_DAYS,
  }),
  endTime: end(
    "epoch",
    meaning("End of the range, included, at most 90 days after startTime; absent: as far as now.", 1795069924801),
  ),
  address: lookup(meaning("Bills of this deposit address, in any of its spellings.", IDS.address), {
    shapes: [
      /^0x[0-9a-f]{40}$/i,
      /^(bc|tb|bcrt)1[0-9a-z]{11,87}$/i,
      /^(bitcoincash:|bchtest:|bchreg:)?[qp][0-9a-z]{41}$/i,
      /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/,
      /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
    ],
  }),
  status: choices(PAYMENT_STATUSES, meaning("Bills in this state, by the business clock.", "COMPLETED")),
  amountStatus: choices(AMOUNT_STATUSES, AMOUNT_STATUS),
  outcome: choices(
    OUTCOMES,
    meaning(
      "How the bill came out: LATE before all else; PAID in time, UNDERPAID, OVERPAID; EXPIRED unpaid; OPEN until then.",
      "PAID",
    ),
  ),
  label: choices(LABELS, meaning("Bills that carry this label.")),
  cryptoType: symbols(CRYPTOS, CRYPTO_TYPE),
  networkType: symbols(NETWORK_TYPES, NETWORK_TYPE),
  fiat: symbols(FIATS, FIAT),
  subaccount: exactTexts(128, SUBACCOUNT),
  strategy: symbols(STRATEGIES, STRATEGY),
  reference: lookup(REFERENCE, { range: "90d" }),
  txHash: lookup(TX_HASH, { shapes: [/^(0x)?[0-9a-f]{64}$/i], range: "90d" }),
  feeModel: symbols(FEE_MODELS, FEE_MODEL),
  minimum: exactAmount(meaning("Only bills of at least so much, each in its own fiat.", 100)),
  maximum: exactAmount(meaning("Only bills of at most so much, each in its own fiat.", 500)),
  createdBy: exactText(256, meaning("Who created the bill: a key or a person.", `key:${IDS.key}`)),
  created: span(
    meaning(
      "Bills created from the first time on and before the second, beside the range.",
      "2026-11-18T00:00:00Z/2026-11-19T00:00:00Z",
    ),
  ),
  expires: span(
    meaning(
      "Bills that expire from the first time on and before the second.",
      "2026-11-18T00:00:00Z/2026-11-18T00:20:00Z",
    ),
  ),
  sold: span(
    meaning(
      "Bills of which crypto was sold by their strategy from the first time on and before the second; not by conversions.",
      "2026-11-18T00:00:00Z/2026-11-19T00:00:00Z",
    ),
  ),
  received: flag(meaning("Only bills that have received confirmed crypto, or hold some that is not treated yet."), {
    isOfFigures: true,
  }),
  promising: flag(meaning("Only bills that still promise a price for what may come, or for what is seen or held."), {
    isOfFigures: true,
  }),
  arrival: minutes(
    meaning(
      "Bills whose first payment came in these minutes from their expiry, both included: 0 is the last minute in time, 1 the first that is late; -60 and 60 stand for all beyond.",
      "-9/-5",
    ),
  ),
  convertible: flag(meaning("Only bills with free crypto that an invoice can take.")),
};
export type PaymentFilter = FilterOf<typeof PAYMENT_FILTERS>;

/** Those of Get Payment: one bill by its identifier as well. */
export const LIST_FILTERS = {
  ...PAYMENT_FILTERS,
  paymentId: lookup(PAYMENT_ID, { shapes: [/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i] }),
};
