import { currentArrival } from "#lib/kernel/arrival.ts";
import { languageIn } from "#components/preference-cookies.ts";
import { answerLanguage, type Language, languageOf } from "#components/i18n/language.ts";

/** The language of the answer: as its reader chose, on the payer's page else as their browser prefers. */
function requested(): Language {
  const arrival = currentArrival();
  if (!arrival) return "en";
  const cookies = headerOf(arrival.rawHeaders, "cookie") ?? "";
  return languageOf({
    chosen: languageIn(cookies),
    accepted: headerOf(arrival.rawHeaders, "accept-language"),
    payer: arrival.target.startsWith("/pay/"),
  });
}

function headerOf(headers: readonly string[], name: string): string | undefined {
  const at = headers.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}

answerLanguage(requested);
