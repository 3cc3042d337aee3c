import { CsvError, type Info, parse } from "csv-parse/sync";
import { readIban } from "#lib/beneficiaries/iban.ts";
import { type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { BankFailure } from "#lib/contract/bank-failure.ts";
import type { Refusal } from "#lib/kernel/errors.ts";
import { fileFault, MOST_LINES, tooManyLines } from "./file-fault.ts";
import type { Mapping } from "./mapping.ts";
import { DECIMALS, DELIMITERS, ENCODINGS, THOUSANDS } from "./mapping-words.ts";
import { keyOfContent } from "./content-key.ts";
import { MOST_UNITS, signed, type Statement, type StatementLine } from "./statement.ts";

/** A refusal of the whole file for one line of it, which stands in the body too. */
const atLine = (line: number, sentence: string, failure: LineFailure): Refusal =>
  fileFault("content", sentence, { ...failure, line });
type LineFailure = Omit<BankFailure, "line">;

/** Whose file it is, as its uploader says. */
type Account = { place: string; asset: Fiat };
/** A row of the file, and on which line of it it ends. */
type Row = { cells: readonly string[]; at: number };

/**
 * Reads a CSV statement by its mapping, exactly: every line is understood, or the file is refused with VALIDATION_FAILED
 * and the line's number. Lines come oldest first.
 */
export function readCsv(bytes: Uint8Array, mapping: Mapping, account: Account): Statement {
  const rows = rowsOf(textOf(bytes, mapping), mapping);
  const columns = mapping.header ? rows.shift() : undefined;
  if (mapping.header && !columns) throw fileFault("content", "The file has no header.", { code: "NO_HEADER" });
  if (rows.length === 0) throw fileFault("content", "The file has no lines.", { code: "NO_LINES" });
  if (rows.length > MOST_LINES) throw tooManyLines("content");
  const read = readerOf(mapping, columns, account);
  const found = rows.map((row) => ({ ...read(row), at: row.at }));
  if (mapping.order === "NEWEST_FIRST") found.reverse();
  // What moves nothing is no line, and has its place in the balances.
  const lines = named(
    found.filter(({ units }) => units > 0n),
    account,
  );
  const days = found.map(({ bookedAt }) => bookedAt.getTime());
  const closedAt = new Date(Math.max(...days));
  return {
    iban: undefined,
    asset: account.asset,
    reference: `${dayOf(new Date(Math.min(...days)))} to ${dayOf(closedAt)}`,
    balances: balancesOf(found),
    closedAt,
    lines,
  };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** A refused file's last day, as far as its lines can be read; undefined when none can. */
export function lastDayOf(bytes: Uint8Array, mapping: Mapping): Date | undefined {
  try {
    const rows = rowsOf(textOf(bytes, mapping), mapping);
    const at = columnOf(mapping, "bookedColumn", mapping.header ? rows.shift() : undefined);
    const days = rows.flatMap(({ cells }) => dateFrom(cells[at ?? -1] ?? "", mapping)?.getTime() ?? []);
    return days.length === 0 ? undefined : new Date(Math.max(...days));
  } catch {
    // What cannot be read at all has no day: a person closes its case.
    return undefined;
  }
}

function textOf(bytes: Uint8Array, { encoding }: Mapping): string {
  try {
    return new TextDecoder(ENCODINGS[encoding], { fatal: true }).decode(bytes);
  } catch {
    throw fileFault("content", "The file is not in the mapping's encoding.", { code: "ENCODING" });
  }
}

function rowsOf(text: string, { delimiter, skipLines }: Mapping): Row[] {
  try {
    const rows = parse(text, {
      delimiter: DELIMITERS[delimiter],
      from_line: skipLines + 1,
      info: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: string[]; info: Info }[];
    return rows.map(({ record, info }) => ({ cells: record, at: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw atLine(Number(error["lines"]), "it is no CSV with as many columns as the lines before it.", {
      code: "NOT_CSV",
    });
  }
}

type Column = Extract<keyof Mapping, `${string}Column`>;

/** Where a column of the mapping is, from 0; undefined where the mapping has none. */
function columnOf(mapping: Mapping, field: Column, header: Row | undefined): number | undefined {
  const name = mapping[field];
  if (name === undefined) return undefined;
  if (!header) return Number(name) - 1;
  const found = header.cells.flatMap((cell, at) => (cell === name ? [at] : []));
  if (found.length !== 1)
    throw atLine(header.at, `the header has the column ${cut(name, 60)} ${found.length} times.`, {
      code: "HEADER",
      column: cut(name, 60),
      value: `${found.length}`,
    });
  return found[0];
}

type Read = Omit<StatementLine, "reference"> & { id: string | undefined; balance: bigint | undefined };

type Columns = { [Field in Column]: number | undefined };

function readerOf(mapping: Mapping, header: Row | undefined, account: Account): (row: Row) => Read {
  const at = (field: Column) => columnOf(mapping, field, header);
  const columns: Columns = {
    bookedColumn: at("bookedColumn"),
    valuedColumn: at("valuedColumn"),
    amountColumn: at("amountColumn"),
    debitColumn: at("debitColumn"),
    creditColumn: at("creditColumn"),
    currencyColumn: at("currencyColumn"),
    referenceColumn: at("referenceColumn"),
    textColumn: at("textColumn"),
    nameColumn: at("nameColumn"),
    ibanColumn: at("ibanColumn"),
    idColumn: at("idColumn"),
    balanceColumn: at("balanceColumn"),
  };
  return (row) => readLine(cellsOf(row, columns), mapping, account);
}

/** The cells of a row by what they are; each refuses with the row's line what it cannot be. */
type Cells = {
  refuse: (sentence: string, failure: LineFailure) => Refusal;
  has: (field: Column) => boolean;
  /** On one line; undefined where it is empty, or the mapping has no such column. */
  text: (field: Column, most: number) => string | undefined;
};

function cellsOf(row: Row, columns: Columns): Cells {
  const refuse = (sentence: string, failure: LineFailure) => atLine(row.at, sentence, failure);
  return {
    refuse,
    has: (field) => columns[field] !== undefined,
    text(field, most) {
      const column = columns[field];
      if (column === undefined) return undefined;
      const text = row.cells[column];
      if (text === undefined)
        throw refuse(`there is no column ${column + 1}.`, { code: "NO_COLUMN", column: `${column + 1}` });
      const plain = text.replaceAll(/\s+/g, " ").trim();
      if (plain.length > most)
        throw refuse(`the ${field.replace("Column", "")} is longer than ${most} characters.`, {
          code: "TOO_LONG",
          column: field.replace("Column", ""),
          limit: most,
        });
      return plain === "" ? undefined : plain;
    },
  };
}

/** As long as a date or an amount may be written. */
const MOST_WRITTEN = 40;

function readLine(cells: Cells, mapping: Mapping, { asset }: Account): Read {
  const { refuse, has, text } = cells;
  const units = (field: Column) => unitsIn(cells, field, mapping, asset);
  const sum = signedSum(mapping, units);
  if (sum === undefined)
    throw refuse("it has no amount, or more than one, or one with the wrong sign.", { code: "NO_AMOUNT" });
  if (has("currencyColumn") && text("currencyColumn", MOST_WRITTEN) !== asset)
    throw refuse(`it is not in ${asset}.`, { code: "CURRENCY", expected: asset });
  const bookedAt = dateIn(cells, "bookedColumn", mapping);
  if (!bookedAt) throw refuse("it has no booking date.", { code: "NO_DATE" });
  const [id, balance, iban] = [text("idColumn", 200), units("balanceColumn"), text("ibanColumn", 64)];
  if (has("idColumn") && id === undefined) throw refuse("it has no number of the bank's.", { code: "NO_ID" });
  if (has("balanceColumn") && balance === undefined) throw refuse("it has no balance.", { code: "NO_BALANCE" });
  return {
    side: sum > 0n ? "CREDIT" : "DEBIT",
    units: sum > 0n ? sum : -sum,
    reversalOf: undefined,
    endToEnd: text("referenceColumn", 200),
    remittance: text("textColumn", 1_000),
    counterparty: text("nameColumn", 200),
    counterpartyIban: iban === undefined ? undefined : (readIban(iban) ?? iban),
    bookedAt,
    valuedAt: dateIn(cells, "valuedColumn", mapping),
    id,
    balance,
  };
}

function dateIn({ text, refuse }: Cells, field: Column, mapping: Mapping): Date | undefined {
  const written = text(field, MOST_WRITTEN);
  if (written === undefined) return undefined;
  const day = dateFrom(written, mapping);
  if (!day)
    throw refuse(`${written} is no date as ${mapping.dateFormat}.`, {
      code: "BAD_DATE",
      value: written,
      expected: mapping.dateFormat,
    });
  return day;
}

function unitsIn({ text, refuse }: Cells, field: Column, mapping: Mapping, asset: Fiat): bigint | undefined {
  const written = text(field, MOST_WRITTEN);
  if (written === undefined) return undefined;
  const units = unitsFrom(written, mapping, asset);
  if (units === undefined)
    throw refuse(`${written} is not a valid amount of ${asset} in this notation.`, {
      code: "BAD_AMOUNT",
      value: written,
      expected: asset,
    });
  return units;
}

/** What came, or below zero what went; undefined where that is not plain. */
function signedSum({ amountColumn, signs }: Mapping, units: (field: Column) => bigint | undefined): bigint | undefined {
  if (amountColumn !== undefined) {
    const amount = units("amountColumn");
    return amount === undefined || signs === "MINUS_IS_DEBIT" ? amount : -amount;
  }
  const written = [units("debitColumn"), units("creditColumn")] as const;
  const [debit = 0n, credit = 0n] = written;
  if (debit === 0n && credit === 0n) return written.every((one) => one === undefined) ? undefined : 0n;
  const went = signs === "MINUS_IS_DEBIT" ? -debit : debit;
  if (went < 0n || credit < 0n || (went === 0n) === (credit === 0n)) return undefined;
  return credit - went;
}

/** Smallest units of an amount as the mapping writes it, exactly; undefined when it is none. */
export function unitsFrom(text: string, { decimal, thousands }: Pick<Mapping, "decimal" | "thousands">, asset: Fiat) {
  const point = decimal === "COMMA" ? "," : "\\.";
  const group = THOUSANDS[thousands];
  const whole = group === "" ? "\\d+" : `(?:\\d{1,3}(?:${group}\\d{3})+|\\d+)`;
  const match = new RegExp(`^([+\u2212-]?)(${whole})(?:${point}(\\d+))?$`).exec(text);
  if (!match) return undefined;
  const [, sign = "", units = "", rest] = match;
  const plain = `${units.replaceAll(/\D/g, "")}${rest === undefined ? "" : `${DECIMALS.POINT}${rest}`}`;
  const found = Decimal.parse(plain)?.toUnits(scaleOf(asset));
  return found === undefined || found > MOST_UNITS ? undefined : sign === "" || sign === "+" ? found : -found;
}

/** The day as its midnight UTC; undefined for what is no such date, and for a day that there is not. */
function dateFrom(text: string, { dateFormat }: Pick<Mapping, "dateFormat">): Date | undefined {
  const pattern = dateFormat
    .replaceAll(/[./]/g, "\\$&")
    .replace("YYYY", "(?<year>\\d{4})")
    .replace("YY", "(?<year>\\d{2})")
    .replace("MM", "(?<month>\\d{2})")
    .replace("DD", "(?<day>\\d{2})");
  const { year = "", month = "", day = "" } = new RegExp(`^${pattern}$`).exec(text)?.groups ?? {};
  const iso = `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== iso ? undefined : at;
}

/** Balances before the first line and after the last, where the file has them. Each line leads from one to the next. */
function balancesOf(found: readonly (Read & { at: number })[]): Statement["balances"] {
  const [first] = found;
  if (first?.balance === undefined) return undefined;
  const opening = first.balance - signed(first);
  let stands = opening;
  for (const line of found) {
    stands += signed(line);
    if (line.balance !== stands)
      throw atLine(line.at, `its balance does not follow from the line before it.`, { code: "BALANCE" });
  }
  return { opening, closing: stands };
}

/** Lines under the bank's own number, else under a key out of all that they say: the nth of equal ones of a day stays the nth. */
function named(found: readonly (Read & { at: number })[], { place, asset }: Account): StatementLine[] {
  const times = new Map<string, number>();
  const ids = new Set<string>();
  return found.map(({ id, balance: _, at, ...line }) => {
    if (id !== undefined) {
      if (ids.has(id))
        throw atLine(at, `the file has the bank's number ${cut(id, 60)} twice.`, { code: "TWICE", value: cut(id, 60) });
      ids.add(id);
      return { ...line, reference: id };
    }
    return { ...line, reference: `csv:${keyOfContent(times, [place, asset], line)}` };
  });
}

const cut = (text: string, most: number): string => text.replaceAll(/\s+/g, " ").slice(0, most);
