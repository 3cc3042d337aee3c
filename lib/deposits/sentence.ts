import { type CryptoAsset, cryptoOf, type Fiat, networkTypeOf, scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { ReasonFacts, ReasonPart } from "./reason-facts.ts";
import { REASON_WORDS, type ReasonWords } from "#lib/i18n/reason.en.ts";

/** How a reader's figures are written, each with its unit. */
export type Figures = {
  /** A quantity of the deposit's asset, with its network where there are two. */
  crypto(value: Decimal): string;
  /** The same, where the sentence names the network itself or needs none. */
  coin(value: Decimal): string;
  price(value: Decimal): string;
  fiat(value: Decimal): string;
  span(ms: number): string;
};

/** The English of a deposit's reason as the API answers it: how much came and when, what became of it, and why. */
export const sentenceOf = (terms: { asset: CryptoAsset; fiat: Fiat }, facts: ReasonFacts): string =>
  worded(facts, plainFigures(terms), REASON_WORDS);

/** A deposit's reason in any language, with its reader's figures. */
export function worded(facts: ReasonFacts, figures: Figures, words: ReasonWords): string {
  const { crypto, coin } = figures;
  if (facts.screened) return words.screened(crypto(facts.quantity));
  if (facts.assigned) return words.assigned(crypto(facts.quantity));
  if (facts.gone) return words.gone[facts.gone];
  if (facts.billCryptoType) {
    const requested = [facts.billCryptoType, facts.billNetworkType].filter(Boolean).join("@");
    return words.wrongAsset(coin(facts.quantity), facts.network ?? "", requested);
  }
  if (facts.limit) {
    const limit = words.limitOf[facts.byHouse ? "HOUSE" : "ACCOUNT"](coin(facts.limit));
    return facts.inAll
      ? words.sumAbove(coin(facts.quantity), coin(facts.inAll), limit)
      : words.aboveLimit(coin(facts.quantity), limit);
  }
  if (facts.lateBy === "OLDER" && facts.parts.length === 0) return words.older(crypto(facts.quantity));
  if (facts.minimum) return words.dust(crypto(facts.quantity), crypto(facts.minimum));
  return `${arrivalClause(facts, figures, words)}: ${facts.parts.map((part) => clauseOf(part, figures, words)).join("; ")}.`;
}

function arrivalClause(facts: ReasonFacts, { crypto, span }: Figures, words: ReasonWords): string {
  const { quantity, lateBy, afterExpiryMs = 0, guaranteeMs = 0, heldMs, excess } = facts;
  const received = crypto(quantity);
  if (lateBy) return words.late[lateBy](received, span(afterExpiryMs), span(guaranteeMs));
  if (heldMs !== undefined) return words.heldLong(received, span(heldMs));
  if (!excess) return words.inTime(received);
  return excess.compare(quantity) === 0 ? words.afterPaid(received) : words.more(received, crypto(excess));
}

function clauseOf(part: ReasonPart, figures: Figures, words: ReasonWords): string {
  const { method, price, fiat } = part;
  const amount = figures.crypto(part.quantity);
  const fee = part.feeQuantity && figures.crypto(part.feeQuantity);
  if (part.outcome === "SOLD" && method && price && fiat)
    return words.sold[method]({ amount, price: figures.price(price), fiat: figures.fiat(fiat), fee });
  if (part.outcome === "WAITS") return words.waits[method === "MARKET" ? "MARKET" : "FRESH"](amount);
  return words.retained(amount, fee, words.why(part.reasonCode, part.limitPrice && figures.price(part.limitPrice)));
}

/** "0.5 BTC", "548.967941 USDT (tron)", "100.00 EUR". */
function plainFigures({ asset, fiat }: { asset: CryptoAsset; fiat: Fiat }): Figures {
  const networkType = networkTypeOf(asset);
  const coin = (value: Decimal) => `${value} ${cryptoOf(asset)}`;
  return {
    coin,
    crypto: (value) => `${coin(value)}${networkType ? ` (${networkType})` : ""}`,
    price: (value) => `${value} ${fiat}`,
    fiat: (value) => `${value.toFixed(scaleOf(fiat))} ${fiat}`,
    span: duration,
  };
}

/** "30 s", "50 min", "2 h", "2 h 1 min"; a started second or minute counts. */
export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
