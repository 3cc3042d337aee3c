import { en } from "#components/text/payer.en.ts";

/** What a language must supply for payers. */
export type PayerWords = typeof en;

/** The languages that payers are spoken to in; another is one more file of the same shape, named here. */
const LANGUAGES = { en } satisfies Record<string, PayerWords>;
export type Language = keyof typeof LANGUAGES;

const FALLBACK: Language = "en";

export const wordsOf = (language: Language): PayerWords => LANGUAGES[language];

/** The best language for what a browser asked for (`Accept-Language`, RFC 9110 §12.5.4). */
export function languageOf(accepted: string | null): Language {
  const wishes = (accepted ?? "").split(",").map((part) => {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
    const weight = parameters.map((one) => one.trim()).find((one) => one.startsWith("q="));
    return { name: tag.split("-")[0] ?? "", weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
  });
  const best = wishes
    .filter(({ name, weight }) => weight > 0 && Object.hasOwn(LANGUAGES, name))
    .toSorted((a, b) => b.weight - a.weight)[0];
  return (best?.name as Language | undefined) ?? FALLBACK;
}
