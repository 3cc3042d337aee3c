import type { Movement } from "./ledger-data.ts";

const COLUMNS = [
  "at",
  "transactionId",
  "event",
  "paymentId",
  "invoiceId",
  "asset",
  "networkType",
  "account",
  "amount",
  "balance",
] as const;

/** The columns of the API's own CSV (RFC 4180), times ISO 8601; every field is of the house's making, none needs quotes. */
export function csvOf(rows: readonly Movement[]): string {
  const lines = rows.map((row) =>
    COLUMNS.map((column) => (column === "at" ? new Date(row.at).toISOString() : String(row[column] ?? ""))).join(","),
  );
  return `${[COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
