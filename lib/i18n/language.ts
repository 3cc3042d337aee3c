import { type NumberStyle, NUMBER_STYLES, type Voice, SPOKEN } from "#lib/contract/voice.ts";

/** Languages of the desk. `xa` is English with accents and brackets: it shows text that passes by the catalogue. */
export const LANGUAGES = [...SPOKEN, "xa"] as const;
export type Language = (typeof LANGUAGES)[number];

/** As `lang` says it to browsers and screen readers. */
export const TAGS: Readonly<Record<Language, string>> = { en: "en", de: "de", xa: "en-XA" };
/** By whose habits days and months are written. */
export const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", de: "de-DE", xa: "en-GB" };

const LANGUAGE_SLOT = Symbol.for("desk.language");
const NUMBERS_SLOT = Symbol.for("desk.numbers");
type Global = typeof globalThis & { [LANGUAGE_SLOT]?: () => Language; [NUMBERS_SLOT]?: () => NumberStyle };

/** Sets, on the server, the function that gives the language of the current request; it is called for every word. */
export function answerLanguage(ask: () => Language): void {
  (globalThis as Global)[LANGUAGE_SLOT] = ask;
}

/** The same for how figures are written. */
export function answerNumbers(ask: () => NumberStyle): void {
  (globalThis as Global)[NUMBERS_SLOT] = ask;
}

/**
 * What `say` makes of the desk's words and figures, for this reader: so mails and papers are written. It must not wait for
 * anything: whatever else ran meanwhile would be said to them.
 */
export function speakingTo<Text extends object | string>(
  { language, numbers }: Pick<Voice, "language" | "numbers">,
  say: () => Text extends PromiseLike<unknown> ? never : Text,
): Text {
  const slots = globalThis as Global;
  const { [LANGUAGE_SLOT]: heardLanguage, [NUMBERS_SLOT]: heardNumbers } = slots;
  answerLanguage(() => language);
  answerNumbers(() => numbers);
  try {
    return say();
  } finally {
    answerLanguage(heardLanguage ?? (() => "en"));
    answerNumbers(heardNumbers ?? (() => "LANGUAGE"));
  }
}

/** The language of this page: in the browser what the server rendered it in, on the server that of the request. */
export function currentLanguage(): Language {
  if (typeof document === "undefined") return (globalThis as Global)[LANGUAGE_SLOT]?.() ?? "en";
  return LANGUAGES.find((language) => TAGS[language] === document.documentElement.lang) ?? "en";
}

/** How figures of this page are written: as its reader chose, else by its language. */
export function currentNumbers(): NumberStyle {
  if (typeof document === "undefined") return (globalThis as Global)[NUMBERS_SLOT]?.() ?? "LANGUAGE";
  return numbersOf(document.documentElement.dataset["numbers"]);
}

/** A style that was stored or sent; anything else is by the language. */
export const numbersOf = (stored: string | undefined): NumberStyle =>
  NUMBER_STYLES.find((style) => style === stored) ?? "LANGUAGE";

/** The language the person chose, else for a payer the first supported one of the browser's, else English. */
export function languageOf(request: {
  chosen: string | undefined;
  accepted: string | undefined;
  payer: boolean;
}): Language {
  const chosen = LANGUAGES.find((language) => language === request.chosen);
  if (chosen) return chosen;
  return (request.payer && accepted(request.accepted ?? "")) || "en";
}

/** The first language of an Accept-Language header that is known here, by its weights (RFC 9110, 12.5.4). */
function accepted(header: string): Language | undefined {
  const wanted = header.split(",").map((part) => {
    const [tag = "", ...params] = part.trim().toLowerCase().split(";");
    const weight = params
      .find((param) => param.trim().startsWith("q="))
      ?.trim()
      .slice(2);
    return { primary: tag.trim().split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const ordered = wanted.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return ordered.map(({ primary }) => LANGUAGES.find((one) => one === primary && one !== "xa")).find(Boolean);
}
