type Worded = readonly [predicate: RegExp, german: (...parts: readonly string[]) => string];

const counts = (count = "", noun = ""): string => {
  const nouns: Readonly<Record<string, string>> = { character: "Zeichen", characters: "Zeichen", entry: "Eintrag" };
  return `${count} ${nouns[noun] ?? "Einträge"}`;
};

/** The contract's predicates of a field, and the German of each. */
const PREDICATES: readonly Worded[] = [
  [/^is required$/, () => "fehlt"],
  [/^must be a number$/, () => "muss eine Zahl sein"],
  [/^must not be negative$/, () => "darf nicht negativ sein"],
  [/^must be greater than zero$/, () => "muss größer als null sein"],
  [/^must not be zero$/, () => "darf nicht null sein"],
  [/^must be a whole number$/, () => "muss eine ganze Zahl sein"],
  [
    /^must be a whole number from (\S+) to (\S+)$/,
    (least, most) => `muss eine ganze Zahl von ${least} bis ${most} sein`,
  ],
  [/^must have at most (\d+) decimals$/, (most) => `darf höchstens ${most} Nachkommastellen haben`],
  [/^must have at most (\d+) lines$/, (most) => `darf höchstens ${most} Zeilen haben`],
  [/^must have at most (\d+) characters$/, (most) => `darf höchstens ${most} Zeichen haben`],
  [/^must have (\d+) to (\d+) characters$/, (least, most) => `muss ${least} bis ${most} Zeichen haben`],
  [
    /^must have (\d+) to (\d+) characters on each line$/,
    (least, most) => `muss ${least} bis ${most} Zeichen je Zeile haben`,
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
];

/** A contract's predicate in German; one that is not among them is not valid, without saying why. */
export function germanField(predicate: string): string {
  for (const [pattern, german] of PREDICATES) {
    const found = pattern.exec(predicate);
    if (found) return german(...found.slice(1));
  }
  return "ist nicht gültig";
}
