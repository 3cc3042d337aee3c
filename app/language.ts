import { currentArrival } from "#lib/kernel/arrival.ts";
import type { NumberStyle } from "#lib/contract/voice.ts";
import { choiceIn } from "#components/preference-cookies.ts";
import { answerLanguage, answerNumbers, type Language, languageOf, numbersOf } from "#lib/i18n/language.ts";

/** The language of the answer: as its reader chose, on the payer's page else as their browser prefers. */
function requested(): Language {
  const arrival = currentArrival();
  if (!arrival) return "en";
  return languageOf({
    chosen: choiceIn(headerOf(arrival.rawHeaders, "cookie") ?? "", "language"),
    accepted: headerOf(arrival.rawHeaders, "accept-language"),
    payer: arrival.target.startsWith("/pay/"),
  });
}

/** How its figures are written. */
function requestedNumbers(): NumberStyle {
  const arrival = currentArrival();
  return numbersOf(arrival && choiceIn(headerOf(arrival.rawHeaders, "cookie") ?? "", "numbers"));
}

function headerOf(headers: readonly string[], name: string): string | undefined {
  const at = headers.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}

answerLanguage(requested);
answerNumbers(requestedNumbers);
