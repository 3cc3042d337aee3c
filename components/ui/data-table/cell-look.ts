import type { CSSProperties } from "react";
import type { ColumnLook } from "./features.ts";
import type { Visibility } from "./table-view.ts";

type ColumnFacts = { id: string; columnDef: { meta?: ColumnLook | undefined } };

export const PICK_WIDTH = 48;
/** What the column that takes the rest is never less than: before that, the table scrolls sideways. */
const REST_MIN = 180;
const NEVER = 4;

/** How the cells of one column look: the same for its head, its rows and their skeletons. */
export type CellLook = { className: string; style: CSSProperties; card: ColumnLook["card"] };

/** Looks by column: those up to the one that names the row stay in sight; a column somebody asked for does not leave. */
export function looksOf(columns: readonly ColumnFacts[], visibility: Visibility): Map<string, CellLook> {
  const looks = new Map<string, CellLook>();
  const lastPinned = columns.findIndex((column) => column.columnDef.meta?.names);
  let start = PICK_WIDTH;
  for (const [at, { id, columnDef }] of columns.entries()) {
    const width = widthOf(columnDef.meta);
    const pinned = at <= lastPinned;
    const style = { "--width": width && `${width}px`, "--pin": pinned ? `${start}px` : undefined } as CSSProperties;
    looks.set(id, {
      className: classOf(columnDef.meta, pinned, visibility[id] === true),
      style,
      card: columnDef.meta?.card,
    });
    start += width ?? 0;
  }
  return looks;
}

function classOf(look: ColumnLook | undefined, pinned: boolean, wanted: boolean): string {
  const leaves = look?.leaves && !wanted ? `leave-${look.leaves}` : "";
  return [pinned ? "pin" : "", look?.align ?? "", leaves].filter(Boolean).join(" ");
}

const widthOf = (look: ColumnLook | undefined) => (typeof look?.width === "number" ? look.width : undefined);

/** Widths under which the table scrolls, by the last step of columns that has left: all three, two, one, none. */
export function leastWidths(columns: readonly ColumnFacts[], visibility: Visibility): CSSProperties {
  const least = (left: number) => {
    const shown = columns.filter(
      ({ id, columnDef }) => visibility[id] === true || (columnDef.meta?.leaves ?? NEVER) > left,
    );
    return `${shown.reduce((sum, { columnDef }) => sum + (widthOf(columnDef.meta) ?? REST_MIN), PICK_WIDTH)}px`;
  };
  return {
    "--least-3": least(3),
    "--least-2": least(2),
    "--least-1": least(1),
    "--least-0": least(0),
  } as CSSProperties;
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
