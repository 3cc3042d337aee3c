import { begin, choice, end, exactText, type FilterOf, flag, lookup, symbol } from "#lib/contract/filters.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import {
  CRYPTO_TYPE,
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
import { STRATEGIES } from "#lib/pricing/price.ts";
import { AMOUNT_STATUSES, LABELS, PAYMENT_STATUSES } from "./payment-states.ts";

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
  status: choice(PAYMENT_STATUSES, meaning("Bills in this state, by the business clock.", "COMPLETED")),
  amountStatus: choice(
    AMOUNT_STATUSES,
    meaning(
      "How what came compares with what was asked: UNPAID; PARTIAL before expiry and UNDERPAID after; PAID; OVERPAID.",
      "PAID",
    ),
  ),
  label: choice(LABELS, meaning("Bills that carry this label.")),
  cryptoType: symbol(CRYPTOS, CRYPTO_TYPE),
  networkType: symbol(NETWORK_TYPES, NETWORK_TYPE),
  fiat: symbol(FIATS, FIAT),
  subaccount: exactText(128, SUBACCOUNT),
  strategy: symbol(STRATEGIES, STRATEGY),
  reference: lookup(REFERENCE, { range: "90d" }),
  txHash: lookup(TX_HASH, { shapes: [/^(0x)?[0-9a-f]{64}$/i], range: "90d" }),
  convertible: flag(meaning("Only bills with free crypto that an invoice can take.")),
};
export type PaymentFilter = FilterOf<typeof PAYMENT_FILTERS>;

/** Those of Get Payment: one bill by its identifier as well. */
export const LIST_FILTERS = {
  ...PAYMENT_FILTERS,
  paymentId: lookup(PAYMENT_ID, { shapes: [/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i] }),
};
