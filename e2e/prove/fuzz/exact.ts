/** JSON as it was written: numbers as whole units of 10^-18, which is finer than any figure of the API. */
export type Exact = null | boolean | string | bigint | Exact[] | { [name: string]: Exact };
export type Fields = { readonly [name: string]: Exact };

const PLACES = 18;
export const ONE: bigint = 10n ** BigInt(PLACES);

/** Nothing of the program reads these numbers. Undefined for what is no JSON. */
export function exactJson(text: string): Exact | undefined {
  try {
    return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
      typeof value === "number" ? units(context?.source ?? String(value)) : value,
    ) as Exact;
  } catch {
    return undefined;
  }
}

function units(source: string): bigint {
  const [, sign, whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(source) ?? [];
  const amount = BigInt(whole) * ONE + BigInt(fraction.slice(0, PLACES).padEnd(PLACES, "0"));
  return sign ? -amount : amount;
}

/** Every record in an answer, however deep, lists and pages taken apart. */
export function recordsIn(value: Exact): Fields[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(recordsIn)];
}

export const amount = (record: Fields, name: string): bigint => {
  const value = record[name];
  return typeof value === "bigint" ? value : 0n;
};

export const sum = (records: readonly Fields[], name: string): bigint =>
  records.reduce((total, record) => total + amount(record, name), 0n);

export const listOf = (record: Fields, name: string): Fields[] => {
  const value = record[name];
  return Array.isArray(value) ? (value as Fields[]) : [];
};

export const shown = (value: bigint): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, "0");
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, "");
  return value < 0n ? `-${text}` : text;
};
