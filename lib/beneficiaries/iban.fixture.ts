/** The n-th IBAN of a bank that is none, its check digits right. */
export function ibanOf(n: number): string {
  const account = `37040044${String(n).padStart(10, "0")}`;
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${account}`;
}
