import { choices, exactText, type FilterOf } from "#lib/contract/filters.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { TRANSFER_OWNERS } from "./transfer.ts";

/** The filters of what came to venues and left them. */
export const TRANSFER_FILTERS = {
  belongsTo: choices(TRANSFER_OWNERS, meaning("Only those of this kind.", "NOBODY")),
  venue: exactText(64, meaning("Name of the venue.", "kraken")),
};
export type TransferFilter = FilterOf<typeof TRANSFER_FILTERS>;
