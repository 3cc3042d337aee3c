/** Languages in which people are written to. */
export const SPOKEN = ["en", "de"] as const;
export type Spoken = (typeof SPOKEN)[number];

/**
 * How figures are written, by what parts thousands and what parts decimals. `LANGUAGE` parts thousands by a blank and takes
 * the decimal mark of the language.
 */
export const NUMBER_STYLES = ["LANGUAGE", "COMMA_POINT", "POINT_COMMA", "SPACE_POINT", "SPACE_COMMA"] as const;
export type NumberStyle = (typeof NUMBER_STYLES)[number];

/** How a person reads: what they chose, else English, figures by the language, and UTC. */
export type Voice = { language: Spoken; numbers: NumberStyle; zone: string };

export const ANYBODY: Voice = { language: "en", numbers: "LANGUAGE", zone: "utc" };

type Chosen = { [Name in keyof Voice]: string | null };

/** What is kept of a person's choices as how they read; what they left open is read as {@link ANYBODY} reads it. */
export const voiceFrom = ({ language, numbers, zone }: Chosen): Voice => ({
  language: SPOKEN.find((one) => one === language) ?? ANYBODY.language,
  numbers: NUMBER_STYLES.find((one) => one === numbers) ?? ANYBODY.numbers,
  zone: zone ?? ANYBODY.zone,
});
