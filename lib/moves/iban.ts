/** An IBAN without spaces, in capitals. */
export const plainIban = (text: string): string => text.replaceAll(" ", "").toUpperCase();

/** Whether a text is an IBAN: country, check digits and account, with the remainder 1 of 97 (ISO 13616, ISO 7064). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = [...text.slice(4), ...text.slice(0, 4)].map((letter) => Number.parseInt(letter, 36)).join("");
  return BigInt(digits) % 97n === 1n;
}
