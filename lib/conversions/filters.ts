import { begin, end, type FilterOf } from "#lib/contract/filters.ts";
import { meaning } from "#lib/contract/meanings.ts";

/** The filters of the conversions; times are ISO 8601. */
export const CONVERSION_FILTERS = {
  startTime: begin(
    "iso",
    meaning("Begin of the range, included, on created; ISO 8601, without offset UTC.", "2026-11-18T00:00:00Z"),
    { standard: "30d" },
  ),
  endTime: end("iso", meaning("End of the range, included, ISO 8601; absent: now.", "2026-11-20T00:00:00Z")),
};
export type ConversionFilter = FilterOf<typeof CONVERSION_FILTERS>;
