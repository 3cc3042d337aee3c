import { figure, predicateIn, type Worded } from "./field-faults.en.ts";
import { germanRefusal } from "./refusals.de.ts";

const counts = (count = "", noun = ""): string => {
  const nouns: Readonly<Record<string, string>> = { character: "Zeichen", characters: "Zeichen", entry: "Eintrag" };
  return `${count} ${nouns[noun] ?? "Einträge"}`;
};

/** The contract's predicates of a field, and the German of each. */
const PREDICATES: readonly Worded[] = [
  [/^is required$/, () => "fehlt"],
  [/^must be a number$/, () => "muss eine Zahl sein"],
  [/^is too large$/, () => "ist zu groß"],
  [/^must not be negative$/, () => "darf nicht negativ sein"],
  [/^must be greater than zero$/, () => "muss größer als null sein"],
  [/^must not be zero$/, () => "darf nicht null sein"],
  [/^must be a whole number$/, () => "muss eine ganze Zahl sein"],
  [
    /^must be a whole number from (\S+) to (\S+)$/,
    (least, most) => `muss eine ganze Zahl von ${figure(least)} bis ${figure(most)} sein`,
  ],
  [/^must have at most (\d+) decimals$/, (most) => `darf höchstens ${most} Nachkommastellen haben`],
  [/^must have at most (\d+) lines$/, (most) => `darf höchstens ${figure(most)} Zeilen haben`],
  [/^must have at most (\d+) characters$/, (most) => `darf höchstens ${figure(most)} Zeichen haben`],
  [/^must have (\d+) to (\d+) characters$/, (least, most) => `muss ${figure(least)} bis ${figure(most)} Zeichen haben`],
  [
    /^must have (\d+) to (\d+) characters on each line$/,
    (least, most) => `muss ${figure(least)} bis ${figure(most)} Zeichen je Zeile haben`,
  ],
  [/^must contain at least (\S+) (\w+)$/, (count, noun) => `muss mindestens ${counts(count, noun)} enthalten`],
  [/^must contain at most (\S+) (\w+)$/, (count, noun) => `darf höchstens ${counts(count, noun)} enthalten`],
  [/^must not contain control characters( on each line)?$/, () => "darf keine Steuerzeichen enthalten"],
  [/^must not contain marks that turn/, () => "darf keine Zeichen enthalten, die die Schreibrichtung ändern"],
  [/^must be one of (.+), or several/, (words) => `muss eines oder mehrere von ${words} sein`],
  [/^must be one of (.+)$/, (words) => `muss eines von ${words} sein`],
  [/^must be true or false$/, () => "muss wahr oder falsch sein"],
  [/^must be a string$/, () => "muss ein Text sein"],
  [/^must be a list of /, () => "muss eine Liste sein"],
  [/^must be (epoch time|an ISO 8601 time)/, () => "muss ein Zeitpunkt sein"],
  [/^must be two ISO 8601 times/, () => "muss aus zwei Zeitpunkten bestehen, der erste nicht nach dem zweiten"],
  [
    /^must be two whole numbers from (\S+) to (\S+) with a slash between/,
    (least, most) => `muss aus zwei ganzen Zahlen von ${least} bis ${most} bestehen, die erste nicht über der zweiten`,
  ],
  // What only the API knows to be wrong.
  [/^must be a BIC of 8 or 11 characters$/, () => "muss ein BIC mit 8 oder 11 Zeichen sein"],
  [/^must be an IBAN whose check digits hold$/, () => "muss eine IBAN mit richtiger Prüfziffer sein"],
  [/^must be an address of (\S+)$/, (network) => `muss eine Adresse von ${network} sein`],
  [
    /^is one of the operator's own and belongs to no bill$/,
    () => "ist eine eigene des Betreibers und gehört zu keiner Rechnung",
  ],
  [/^must be one of the operator's own wallets$/, () => "muss eine Adresse einer Wallet des Betreibers sein"],
  [/^must be one of the operator's own on (\S+)/, (network) => `muss eine eigene des Betreibers auf ${network} sein`],
  [
    /^must be one that (.+) has given out for this asset$/,
    (place) => `muss von ${place} für dieses Asset vergeben sein`,
  ],
  [/^takes at most (\d+) decimals$/, (most) => `darf höchstens ${most} Nachkommastellen haben`],
  [
    /^takes at most (\d+) decimals and (\d+) significant digits$/,
    (decimals, digits) => `darf höchstens ${decimals} Nachkommastellen und ${digits} gültige Ziffern haben`,
  ],
  [/^must be above zero$/, () => "muss größer als null sein"],
  [/^must be a number that is not negative$/, () => "muss eine Zahl sein, die nicht negativ ist"],
  [
    /^must be a number of confirmations, or tiers such as (.+)$/,
    (tiers) => `muss eine Zahl sein oder Stufen wie ${tiers}`,
  ],
  [/^must be a time zone such as (\S+)$/, (zone) => `muss eine Zeitzone wie ${zone} sein`],
  [/^must be a web address with \{\} in it/, () => "muss eine Webadresse mit {} darin sein"],
  [/^must be a web address such as (\S+)$/, (address) => `muss eine Webadresse wie ${address} sein`],
  [/^must be one line of 1 to (\d+) characters$/, (most) => `muss eine Zeile mit 1 bis ${most} Zeichen sein`],
  [/^must be a time to come/, () => "muss ein künftiger Zeitpunkt sein, höchstens 30 Tage voraus"],
  [/^must be up to 400 dates/, () => "muss aus höchstens 400 verschiedenen Tagen mit Namen bestehen"],
  [/^must be below the block (\d+) that we stand at$/, (height) => `muss unter dem erreichten Block ${height} liegen`],
  [/^must be at least the floor$/, () => "muss mindestens der Mindestbestand sein"],
  [/^is not the name of an account$/, () => "ist nicht der Name eines Kontos"],
  [/^lies in the future$/, () => "liegt in der Zukunft"],
];

/** A fault of a field in German; one that is not known is not valid, without saying why. */
export function germanField(message: string): string {
  const predicate = predicateIn(message);
  for (const [pattern, german] of PREDICATES) {
    const found = pattern.exec(predicate);
    if (found) return german(...found.slice(1));
  }
  return germanRefusal(message) ?? "ist nicht gültig";
}

/** The same as a sentence at its field. */
export function germanFault(message: string): string {
  const text = germanField(message);
  // With a full stop it is a sentence already.
  return /\.( |$)/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
