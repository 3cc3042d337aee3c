import type { ExportList } from "#lib/contract/export-lists.ts";

/** The kinds of file. */
export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The most rows chosen one by one, and of a file by its kind: a sheet is made as a whole, in memory. */
export const MOST_CHOSEN = 500;
export const MOST_ROWS: Readonly<Record<ExportFormat, number>> = { csv: 1_000_000, xlsx: 10_000 };

/** Of one account: files that wait at once, since one is written after the other for all accounts; and what its files may take together. */
export const MOST_WAITING = 20;
export const MOST_BYTES = 4_000_000_000n;

/** `payments-20261121-0840.csv`, by the time of the request, UTC. */
export function fileName({
  list,
  format,
  createdAt,
}: {
  list: ExportList;
  format: ExportFormat;
  createdAt: number;
}): string {
  const [day = "", clock = ""] = new Date(createdAt).toISOString().split("T");
  return `${list}-${day.replaceAll("-", "")}-${clock.slice(0, 5).replace(":", "")}.${format}`;
}
