import { LANGUAGES, type Language } from "#components/i18n/language.ts";
import { isZone, type Zone } from "./ui/times.ts";

/** What a person chose for this browser. `account` is empty until one of several was chosen. */
export type Preferences = {
  theme: "system" | "light" | "dark";
  zone: Zone;
  density: "comfortable" | "compact";
  /** Single-letter shortcuts can be switched off (WCAG 2.1.4). */
  letters: "on" | "off";
  /** Empty until the person has chosen: English then, and on the payer's page the browser's. */
  language: "" | Language;
  account: string;
};

export const COOKIE_PREFIX = "desk-";

const CHOICES = {
  theme: ["system", "light", "dark"],
  density: ["comfortable", "compact"],
  letters: ["on", "off"],
  language: ["", ...LANGUAGES],
} as const;

/** Reads the choices from cookies; what is missing or unknown takes the first choice. */
export function readPreferences(cookie: (name: string) => string | undefined): Preferences {
  const choose = <K extends keyof typeof CHOICES>(name: K): (typeof CHOICES)[K][number] => {
    const told = cookie(COOKIE_PREFIX + name);
    const choices: readonly (typeof CHOICES)[K][number][] = CHOICES[name];
    return choices.find((choice) => choice === told) ?? CHOICES[name][0];
  };
  const zone = decoded(cookie(`${COOKIE_PREFIX}zone`));
  return {
    theme: choose("theme"),
    zone: isZone(zone) ? zone : "utc",
    density: choose("density"),
    letters: choose("letters"),
    language: choose("language"),
    account: decoded(cookie(`${COOKIE_PREFIX}account`)),
  };
}

function decoded(value: string | undefined): string {
  try {
    return decodeURIComponent(value ?? "");
  } catch {
    return "";
  }
}
