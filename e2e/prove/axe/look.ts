import type { Language } from "#lib/i18n/language.ts";

/** How a window is looked at, and in which language its texts are read. */
export type Look = { scheme: "light" | "dark"; width: number; language: Language };

/** By day in English, by night in German. */
export const LOOKS: readonly Look[] = (["light", "dark"] as const).flatMap((scheme) =>
  [1440, 360].map((width) => ({ scheme, width, language: scheme === "light" ? ("en" as const) : ("de" as const) })),
);

/** The pseudo language, for what its texts alone can show: words that come from no catalogue. */
export const PSEUDO: Look = { scheme: "light", width: 1440, language: "xa" };
