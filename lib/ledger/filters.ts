import { begin, end, type FilterOf, symbol } from "#lib/contract/filters.ts";
import { ASSET, END_TIME, START_TIME } from "#lib/contract/meanings.ts";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";

/** The filters of the statement. */
export const STATEMENT_FILTERS = {
  startTime: begin("epoch", START_TIME),
  endTime: end("epoch", END_TIME),
  asset: symbol([...CRYPTOS, ...FIATS], ASSET),
};
export type StatementFilter = FilterOf<typeof STATEMENT_FILTERS>;
