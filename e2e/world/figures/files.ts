import { expect } from "playwright/test";
import { decimalsOf, literal, trimmed } from "./amounts.ts";
import type { Movement } from "./accounts.ts";
import type { Bill } from "./books.ts";
import type { Desk } from "./desk.ts";
import { judge } from "./judge.ts";
import type { Trade } from "./trades.ts";

/** A line of a file by its columns: those whose figures the books account for. */
export type Line = Record<string, string>;

const number = (units: bigint, asset: string): string => trimmed(literal(units, decimalsOf(asset)));
const iso = (at: number): string => new Date(at).toISOString();

export function paymentLine(bill: Bill, now: number): Line {
  const { crypto, fiatSymbol } = bill;
  const own = (units: bigint) => number(units, crypto);
  return {
    paymentId: bill.id,
    ...judge(bill, now),
    createdAt: iso(bill.createdAt),
    subaccount: bill.subaccount,
    reference: bill.reference ?? "",
    cryptoType: crypto,
    networkType: bill.networkType ?? "",
    quantity: own(bill.quantity),
    quantityReceived: own(bill.received),
    quantityPending: own(bill.pending),
    quantityConverted: own(bill.converted),
    quantityUnconverted: own(bill.unconverted),
    quantityLocked: own(bill.locked),
    quantityPaidOut: own(bill.paidOut),
    feeQuantity: own(bill.fee),
    fiat: fiatSymbol,
    fiatReceivable: number(bill.fiatUnits, fiatSymbol),
    fiatReceived: number(bill.fiat, fiatSymbol),
    price: trimmed(bill.price),
    limitPrice: bill.limitPrice ? trimmed(bill.limitPrice) : "",
    address: bill.address,
    expiryTime: iso(bill.expiresAt),
    txHashes: bill.deposits.map(({ txHash }) => txHash).join(" "),
  };
}

export function conversionLine(trade: Trade): Line {
  const { base, fiat, sold } = trade;
  return {
    invoiceId: trade.id,
    status: trade.status,
    created: iso(trade.createdAt),
    baseSymbol: base,
    quoteSymbol: fiat,
    quantity: number(trade.units, base),
    price: sold ? trimmed(sold.price) : "",
    feeQuantity: sold ? number(sold.fee, base) : "",
    fiatReceived: sold ? number(sold.fiat, fiat) : "",
    executed: trade.executedAt ? iso(trade.executedAt) : "",
    items: `${trade.items.length}`,
  };
}

export const movementLine = (one: Movement): Line => ({
  at: iso(one.at),
  event: one.event,
  paymentId: one.billId ?? "",
  invoiceId: one.tradeId ?? "",
  payoutId: one.payoutId ?? "",
  asset: one.asset.split("@")[0] ?? "",
  account: one.kind,
  amount: number(one.units, one.asset),
  balance: number(one.balance, one.asset),
  debit: isDebit(one) ? number(sizeOf(one.units), one.asset) : "",
  credit: isDebit(one) ? "" : number(sizeOf(one.units), one.asset),
});

const isDebit = ({ units, kind }: Movement): boolean => units < 0n === (kind !== "owed");
const sizeOf = (units: bigint): bigint => (units < 0n ? -units : units);

/** The lines of a file of comma-separated values, by the names of its first line. */
export function linesOf(text: string): Line[] {
  const [head = [], ...rows] = text.trim().split("\r\n").map(cellsOf);
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""])));
}

const cellsOf = (line: string): string[] =>
  [...`${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );

/** The lines of a sheet, from the texts of its archive, by the API's names of what its heads say in words. */
export function sheetLines(xml: string, heads: Readonly<Record<string, string>>): Line[] {
  const names = new Map(Object.entries(heads).map(([name, head]) => [head, name]));
  const shared = [...xml.matchAll(/<si>(.*?)<\/si>/gs)].map(([, inside = ""]) => textIn(inside));
  const rows = [...xml.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, inside = ""]) =>
    [...inside.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(
      ([, column = "", kind = "", value = ""]) => ({
        column,
        text: kind.includes('t="s"') ? (shared[Number(textIn(value))] ?? "") : textIn(value),
      }),
    ),
  );
  const [head = [], ...rest] = rows;
  return rest.map((row) =>
    Object.fromEntries(
      head.map(({ column, text }) => [names.get(text) ?? text, row.find((cell) => cell.column === column)?.text ?? ""]),
    ),
  );
}

const textIn = (xml: string): string =>
  xml
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** Lines that differ from what the books say, in the columns that they account for. */
export function fileFaults(lines: readonly Line[], wanted: readonly Line[]): string[] {
  const faults = lines.length === wanted.length ? [] : [`${lines.length} lines, must be ${wanted.length}`];
  for (const [at, line] of wanted.entries())
    for (const [name, value] of Object.entries(line))
      if (lines[at]?.[name] !== value) faults.push(`line ${at + 1}, ${name}: ${lines[at]?.[name]}, must be ${value}`);
  return faults;
}

const WRITING_MS = 30_000;

/** Asks for a file of a list and waits until it is there. */
export async function madeFile(
  { hands, fetch }: Desk,
  list: string,
  format: "csv" | "xlsx",
  filter: object,
): Promise<Buffer> {
  const { exportId } = (await hands.staff("POST", "/manage/v1/exports", { list, format, filter })) as {
    exportId: string;
  };
  const status = async () => {
    const { data } = (await hands.staff("GET", "/manage/v1/exports")) as {
      data: { exportId: string; status: string }[];
    };
    return data.find((one) => one.exportId === exportId)?.status;
  };
  await expect.poll(status, { timeout: WRITING_MS }).toBe("READY");
  return fetch(`/manage/v1/exports/${exportId}/file`);
}
