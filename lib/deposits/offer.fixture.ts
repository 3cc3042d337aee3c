import type { Bids } from "#lib/pricing/book.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { referenceWith } from "#lib/pricing/reference.fixture.ts";
import type { Offer } from "./fresh-sale.ts";

/** A market with a bid that takes everything, or with a book, behind nothing. */
export const offerAt = (book: Bids | string, minimumUnits = 1n, behind = "0"): Offer => ({
  reference: referenceWith(book),
  behind: Decimal.from(behind),
  minimumUnits,
});
