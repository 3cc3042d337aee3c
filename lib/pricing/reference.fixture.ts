import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import type { Bids, Level } from "./book.ts";
import { type Reference, referenceOf, SANDBOX_RULES } from "./reference.ts";

/** Levels as the trade writes them: "60000 × 1, 59940 × 2". */
export const levels = (text: string): Level[] =>
  text.split(", ").map((level) => {
    const [price = "", quantity = ""] = level.split(" × ");
    return { price: Decimal.from(price), quantity: Decimal.from(quantity) };
  });

const DEEP = "1000000000000";

/** The reference of one market at a time: of a book, or of a bid that takes everything. */
export function referenceWith(
  book: Bids | string,
  { base = "BTC", fiat = "EUR", now = new Date() }: { base?: Crypto; fiat?: Fiat; now?: Date } = {},
): Reference {
  const bids = typeof book === "string" ? levels(`${book} × ${DEEP}`) : book;
  const [best] = bids;
  must(best, "a book has a level");
  const sample = { source: "sandbox", bid: best.price, ask: best.price, at: now, bids };
  const reference = referenceOf(base, fiat, [sample], now, SANDBOX_RULES);
  must(reference, "a bid above zero is a price");
  return reference;
}
