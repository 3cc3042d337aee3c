import { begin, end, exactText, type FilterOf, symbols } from "#lib/contract/filters.ts";
import { ASSET, END_TIME, PAYMENT_ID, START_TIME, SUBACCOUNT } from "#lib/contract/meanings.ts";
import { ASSET_SYMBOLS } from "#lib/kernel/assets.ts";

/** The filters of the statement. */
export const STATEMENT_FILTERS = {
  startTime: begin("epoch", START_TIME),
  endTime: end("epoch", END_TIME),
  asset: symbols(ASSET_SYMBOLS, ASSET),
  subaccount: exactText(128, SUBACCOUNT),
  paymentId: exactText(128, PAYMENT_ID),
};
export type StatementFilter = FilterOf<typeof STATEMENT_FILTERS>;
