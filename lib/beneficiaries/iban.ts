/** Length of an IBAN by country, of those that take part in SEPA and the usual others (ISO 13616 registry). */
const LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LC: 32,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MR: 27,
  MT: 31,
  MU: 30,
  NL: 18,
  NO: 15,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  SA: 24,
  SC: 31,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
};

/** An IBAN in its electronic form, upper case without spaces; undefined when country, length or check digits say it is none. */
export function readIban(text: string): string | undefined {
  const iban = text.replaceAll(" ", "").toUpperCase();
  const isFormed = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && LENGTHS[iban.slice(0, 2)] === iban.length;
  return isFormed && remainder(iban) === 1n ? iban : undefined;
}

/** ISO 7064 MOD 97-10: the first four characters behind the rest, letters as two digits from A = 10. */
function remainder(iban: string): bigint {
  const moved = iban.slice(4) + iban.slice(0, 4);
  return BigInt(moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n;
}

/** A BIC of 8 or 11 characters, upper case; undefined when it is none. */
export function readBic(text: string): string | undefined {
  const bic = text.replaceAll(" ", "").toUpperCase();
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? bic : undefined;
}
