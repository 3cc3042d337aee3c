import { type NumberStyle, NUMBER_STYLES } from "#lib/contract/voice.ts";
import { LANGUAGES, type Language } from "#lib/i18n/language.ts";
import { isZone, type Zone } from "#lib/i18n/times.ts";

/** What a person chose for this browser. `account` is empty until one of several was chosen. */
export type Preferences = {
  theme: "system" | "light" | "dark";
  zone: Zone;
  density: "comfortable" | "compact";
  /** Single-letter shortcuts can be switched off (WCAG 2.1.4). */
  letters: "on" | "off";
  /** Empty until the person has chosen: English then, and on the payer's page the browser's. */
  language: "" | Language;
  /** Empty until the person has chosen: by the language then. */
  numbers: "" | NumberStyle;
  account: string;
};

const COOKIE_PREFIX = "desk-";
/** Over https a cookie of this name is taken from https alone (RFC 6265bis §4.1.3.1). */
const SECURE_PREFIX = "__Secure-";

/** The cookie that keeps a choice, as a page of this protocol writes it. */
export const cookieOf = (name: keyof Preferences, protocol: string): string =>
  `${protocol === "https:" ? SECURE_PREFIX : ""}${COOKIE_PREFIX}${name}`;

type Cookie = (name: string) => string | undefined;

/** What was kept of a choice, by whichever protocol. */
const storedChoice = (cookie: Cookie, name: keyof Preferences): string | undefined =>
  cookie(cookieOf(name, "https:")) ?? cookie(cookieOf(name, "http:"));

/** A choice that a Cookie header tells. */
export const choiceIn = (header: string, choice: "language" | "numbers"): string | undefined =>
  storedChoice(
    (name) =>
      header
        .split(/;\s*/)
        .find((part) => part.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    choice,
  );

const CHOICES = {
  theme: ["system", "light", "dark"],
  density: ["comfortable", "compact"],
  letters: ["on", "off"],
  language: ["", ...LANGUAGES],
  numbers: ["", ...NUMBER_STYLES],
} as const;

/** Reads the choices from cookies; what is missing or unknown takes the first choice. */
export function readPreferences(cookie: Cookie): Preferences {
  const choose = <K extends keyof typeof CHOICES>(name: K): (typeof CHOICES)[K][number] => {
    const stored = storedChoice(cookie, name);
    const choices: readonly (typeof CHOICES)[K][number][] = CHOICES[name];
    return choices.find((choice) => choice === stored) ?? CHOICES[name][0];
  };
  const zone = decoded(storedChoice(cookie, "zone"));
  return {
    theme: choose("theme"),
    zone: isZone(zone) ? zone : "utc",
    density: choose("density"),
    letters: choose("letters"),
    language: choose("language"),
    numbers: choose("numbers"),
    account: decoded(storedChoice(cookie, "account")),
  };
}

function decoded(value: string | undefined): string {
  try {
    return decodeURIComponent(value ?? "");
  } catch {
    return "";
  }
}
