import { begin, choices, end, exactAmount, exactTexts, type FilterOf, span, symbols } from "#lib/contract/filters.ts";
import { meaning, SUBACCOUNT } from "#lib/contract/meanings.ts";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import { CONVERSION_STATUSES } from "./conversion-states.ts";

/** The range of Get conversions; times are ISO 8601. */
export const CONVERSION_FILTERS = {
  startTime: begin(
    "iso",
    meaning("Begin of the range, included, on created; ISO 8601, without offset UTC.", "2026-11-18T00:00:00Z"),
    { standard: "30d" },
  ),
  endTime: end("iso", meaning("End of the range, included, ISO 8601; absent: now.", "2026-11-20T00:00:00Z")),
  subaccount: exactTexts(128, SUBACCOUNT),
};

/** The filters of the list, by range, state, pair and what is sold. */
export const CONVERSION_LIST_FILTERS = {
  ...CONVERSION_FILTERS,
  status: choices(CONVERSION_STATUSES, meaning("Only conversions in this state.", "EXECUTED")),
  baseSymbol: symbols(CRYPTOS, meaning("Only conversions of this crypto.", "BTC")),
  quoteSymbol: symbols(FIATS, meaning("Only conversions into this fiat.", "EUR")),
  executed: span(
    meaning(
      "Only conversions executed from the first time on and before the second.",
      "2026-11-18T00:00:00Z/2026-11-19T00:00:00Z",
    ),
  ),
  minimum: exactAmount(meaning("Only conversions of at least so much crypto, each in its own.", 0.5)),
  maximum: exactAmount(meaning("Only conversions of at most so much crypto, each in its own.", 2)),
};
export type ConversionFilter = FilterOf<typeof CONVERSION_LIST_FILTERS>;

/** Orders of the list; a minus before one: descending. */
export const CONVERSION_SORTS = ["created", "quantity", "fiatReceived", "value"] as const;
