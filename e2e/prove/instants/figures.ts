/** Figures by where they stand in an answer: `data / BTC / available`. */
export type Figures = ReadonlyMap<string, string>;

/** What tells one record of a list from the others, whatever their order. */
const NAMES = [
  "subaccount",
  "place",
  "owner",
  "account",
  "asset",
  "networkType",
  "day",
  "cryptoType",
  "fiat",
  "outcome",
  "minute",
  "symbol",
] as const;

/** Everything an answer says, as text; numbers as the API writes them. Times within `now` read `now`. */
export function figuresOf(answer: unknown, now: readonly [from: number, to: number]): Figures {
  const found = new Map<string, string>();
  for (const [path, value] of leavesOf("", answer)) {
    const isNow = typeof value === "number" && value >= now[0] && value <= now[1];
    found.set(found.has(path) ? `${path} once more` : path, isNow ? "now" : String(value));
  }
  return found;
}

type Leaf = readonly [path: string, value: unknown];

function leavesOf(path: string, value: unknown): Leaf[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return leavesOfList(path, value);
  if (typeof value !== "object" || isDecimal(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(path === "" ? name : `${path} / ${name}`, part));
}

function leavesOfList(path: string, values: readonly unknown[]): Leaf[] {
  const records = values.filter((value) => typeof value === "object" && value !== null) as Record<string, unknown>[];
  if (records.length === 0) return [[path, values.toSorted().join(" ")]];
  return records.flatMap((record) => {
    const names = NAMES.flatMap((name) => (record[name] === undefined ? [] : [String(record[name])]));
    return leavesOf(`${path} / ${names.join(" ") || "none"}`, record);
  });
}

const isDecimal = (value: object): boolean => "units" in value && "scale" in value;

/** Where the answer and what was reckoned part ways. */
export function differences(wanted: Figures, shown: Figures): string[] {
  const paths = [...new Set([...wanted.keys(), ...shown.keys()])];
  return paths
    .filter((path) => wanted.get(path) !== shown.get(path))
    .map((path) => `${path}: wanted ${wanted.get(path) ?? "nothing"}, shown ${shown.get(path) ?? "nothing"}`);
}
