import type { ColumnLook } from "./features.ts";
import type { Visibility } from "./table-view.ts";

const FIRST = "first";

/** Classes of one cell or head; a column that somebody asked for does not leave. */
export function cellClass(look: ColumnLook | undefined, id: string, at: number, visibility: Visibility): string {
  const leaves = look?.leaves && visibility[id] !== true ? `leave-${look.leaves}` : "";
  return [at === 0 ? FIRST : "", look?.align === "end" ? "end" : "", leaves].filter(Boolean).join(" ");
}

/** The roles of a table said out loud: rows that are laid out as cards (`display: grid`) lose the ones their elements have. */
export const ROLE = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "cell" },
  rowheader: { role: "rowheader" },
  columnheader: { role: "columnheader" },
  none: { "aria-hidden": true },
} as const;
