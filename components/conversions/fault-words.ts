import { isApiFault } from "#lib/contract/api-fault.ts";
import { isUndecided } from "#components/intent.ts";
import { conversionText } from "#lib/i18n/conversion.ts";

const words = conversionText.fault;

export type FaultWords = { title: string; safe: string; requote: boolean };

const KNOWN: Record<string, FaultWords> = {
  QUOTE_EXPIRED: {
    get title() {
      return words.ended;
    },
    get safe() {
      return words.endedSafe;
    },
    requote: true,
  },
  QUOTE_REQUIRED: {
    get title() {
      return words.ended;
    },
    get safe() {
      return words.endedSafe;
    },
    requote: true,
  },
  APPROVAL_REQUIRED: {
    get title() {
      return words.another;
    },
    get safe() {
      return words.anotherSafe;
    },
    requote: false,
  },
  QUOTE_SUPERSEDED: {
    get title() {
      return words.superseded;
    },
    get safe() {
      return words.supersededSafe;
    },
    requote: false,
  },
  INVALID_STATE: {
    get title() {
      return words.moved;
    },
    get safe() {
      return words.movedSafe;
    },
    requote: false,
  },
  PRICE_UNAVAILABLE: {
    get title() {
      return words.noPrice;
    },
    get safe() {
      return words.noPriceSafe;
    },
    requote: true,
  },
};

/** What a refused quote or order means, by its code; whether asking for a new quote is the way on. */
export function faultWords(command: "quote" | "execute", error: unknown): FaultWords {
  const known = isApiFault(error) ? KNOWN[error.code] : undefined;
  if (known) return known;
  if (command === "execute" && isUndecided(error))
    return { title: words.unknown, safe: words.unknownSafe, requote: false };
  return {
    title: command === "quote" ? words.quote : words.execute,
    safe: words.noPriceSafe,
    requote: command === "quote",
  };
}
