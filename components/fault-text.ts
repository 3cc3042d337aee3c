import { ApiFault, isApiFault } from "#lib/contract/api-fault.ts";
import type { ErrorCode } from "#lib/kernel/errors.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { faultsText } from "#lib/i18n/faults.ts";
import type { FaultCode, FaultFacts } from "#lib/i18n/faults.en.ts";
import { currentLanguage } from "#lib/i18n/language.ts";
import { NotLoaded } from "#components/not-loaded.ts";
import { text } from "#lib/i18n/text.ts";
import { rateText } from "#lib/i18n/amount.ts";

/**
 * Codes of many causes, whose English sentence the API says best; another language has its own for each of them that it
 * knows. Every other code is worded by the page.
 */
const OF_MANY_CAUSES: ReadonlySet<string> = new Set<FaultCode>([
  "VALIDATION_FAILED",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "NOT_FOUND",
  "INVALID_STATE",
  "INSUFFICIENT_FUNDS",
  "RATE_LIMITED",
  "SERVICE_UNAVAILABLE",
]);

/** Why a request failed, as a sentence in the page's language, with the figures of the answer. */
export function faultText(error: unknown): string {
  if (error instanceof NotLoaded) return text.error.notLoadedText;
  if (!isApiFault(error)) return text.error.unknown;
  const isOfMany = OF_MANY_CAUSES.has(error.code) || (currentLanguage() === "en" && !isKnown(error.code));
  const sentence = isOfMany ? faultsText.sentence(error.message) : undefined;
  if (sentence !== undefined) return sentence;
  return faultsText[isKnown(error.code) ? error.code : "UNKNOWN"](factsOf(error));
}

/** The same of one of many things done at once. */
export const refusedText = ({ code = "", message = "" }: { code?: string | undefined; message?: string | undefined }) =>
  faultText(new ApiFault(0, code, message));

/** The same of a refusal of which only the code is kept. */
export const codeText = (code: ErrorCode): string => faultsText[code]({});

const isKnown = (code: string): code is FaultCode => Object.hasOwn(faultsText, code);

function factsOf({ body, errors }: ApiFault): FaultFacts {
  const figure = (name: string): string | undefined => {
    const value = body[name];
    return value instanceof Decimal && !value.isZero() ? rateText(value) : undefined;
  };
  return {
    minimum: figure("minimum"),
    maximum: figure("maximum"),
    available: figure("available"),
    room: figure("room"),
    expected: figure("expectedQuantity"),
    network: typeof body["network"] === "string" ? body["network"] : undefined,
    fields: errors.map(({ field, message }) => `${field} ${faultsText.field(message)}`).join("; "),
  };
}
