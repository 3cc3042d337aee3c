/** Languages of the desk. `xa` is English with accents and brackets: it shows text that passes by the catalogue. */
export const LANGUAGES = ["en", "de", "xa"] as const;
export type Language = (typeof LANGUAGES)[number];
/** Those that are offered to choose from. */
export const SPOKEN = ["en", "de"] as const satisfies readonly Language[];

/** As `lang` says it to browsers and screen readers. */
export const TAGS: Readonly<Record<Language, string>> = { en: "en", de: "de", xa: "en-XA" };
/** By whose habits days and months are written. */
export const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", de: "de-DE", xa: "en-GB" };

const LANGUAGE_SLOT = Symbol.for("desk.language");
type Global = typeof globalThis & { [LANGUAGE_SLOT]?: () => Language };

/** Sets, on the server, the function that gives the language of the current request; it is called for every word. */
export function answerLanguage(ask: () => Language): void {
  (globalThis as Global)[LANGUAGE_SLOT] = ask;
}

/** The language of this page: in the browser what the server rendered it in, on the server that of the request. */
export function currentLanguage(): Language {
  if (typeof document === "undefined") return (globalThis as Global)[LANGUAGE_SLOT]?.() ?? "en";
  return LANGUAGES.find((language) => TAGS[language] === document.documentElement.lang) ?? "en";
}

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
