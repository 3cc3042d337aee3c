import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { answerLanguage, type Language } from "#lib/i18n/language.ts";
import { LoggedFault } from "./logged-fault.tsx";

afterEach(() => answerLanguage(() => "en"));
const shown = (language: Language, code: string, message: string) => {
  answerLanguage(() => language);
  const html = renderToStaticMarkup(<LoggedFault code={code} message={message} />);
  return [...html.matchAll(/>([^<]+)</g)].map(([, text]) => text);
};

test.each([
  ["VALIDATION_FAILED", "fiat is required.", "Bitte korrigieren: fiat fehlt."],
  ["VALIDATION_FAILED", "items[0].x must be a number.", "Bitte korrigieren: items[0].x muss eine Zahl sein."],
  ["QUOTE_EXPIRED", "The quote has expired.", "Das Kursangebot ist abgelaufen. Holen Sie ein neues."],
  [
    "NOT_FOUND",
    "There is no case with this caseId.",
    "Dies gibt es nicht mehr, oder es gehört zu einem anderen Konto.",
  ],
])("%s: %s is said in German, beside what the program has got", (code, message, german) => {
  expect(shown("de", code, message)).toEqual([german, message]);
  expect(shown("en", code, message)).toEqual([message]);
});
