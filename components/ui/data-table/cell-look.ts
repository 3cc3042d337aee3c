import type { CSSProperties } from "react";
import type { ColumnLook, PlacedColumn } from "./features.ts";
import type { Layout } from "./layout.ts";

const PICK_WIDTH = 48;
/** What the column that takes the rest is never less than: before that, the table scrolls sideways. */
const REST_MIN = 180;
const NEVER = 4;

/** How the cells of one column look: the same for its head, its rows and their skeletons. */
export type CellLook = { className: string; style: CSSProperties | undefined; card: ColumnLook["card"]; label: string };

/** Looks by column, in the order given: those that name the row and those somebody pinned stay in sight. */
export function looksOf(columns: readonly PlacedColumn[], layout: Layout): Map<string, CellLook> {
  const looks = new Map<string, CellLook>();
  let start = PICK_WIDTH;
  for (const column of columns) {
    const width = widthOf(column, layout);
    const pinned = isPinned(column, layout);
    const style = pinned ? ({ "--pin": `${start}px` } as CSSProperties) : undefined;
    const kept = pinned ? (column.fixed ? "pin" : "pin mine") : "";
    looks.set(column.id, {
      className: [kept, column.look.align ?? "", leaving(column, layout)].filter(Boolean).join(" "),
      style,
      card: column.look.card,
      label: column.look.label(),
    });
    start += width ?? REST_MIN;
  }
  return looks;
}

/** A column leaves a narrow list unless somebody asked for it. */
function leaving(column: PlacedColumn, layout: Layout): string {
  return column.look.leaves && !isWanted(column, layout) ? `leave-${column.look.leaves}` : "";
}

const isPinned = ({ id, fixed }: PlacedColumn, layout: Layout) => fixed || layout.columns[id]?.pinned === true;
const isWanted = ({ id }: PlacedColumn, layout: Layout) =>
  layout.columns[id]?.shown === true || layout.columns[id]?.pinned === true;

/** The width that rules for a column; undefined where it takes what is left. */
export const widthOf = ({ id, width }: PlacedColumn, layout: Layout): number | undefined =>
  layout.columns[id]?.width ?? width;

/** Whether no column takes what is left: an empty one at the end does then, and the others keep their widths. */
export const needsFiller = (columns: readonly PlacedColumn[], layout: Layout): boolean =>
  columns.every((column) => widthOf(column, layout) !== undefined);

/**
 * The columns of every row, and the width under which the table scrolls sideways, by the last step of columns that has
 * left: all three, two, one, none.
 */
export function tracksOf(columns: readonly PlacedColumn[], layout: Layout): CSSProperties {
  const tracks = [3, 2, 1, 0].flatMap((left) => {
    const shown = columns.filter((column) => isWanted(column, layout) || (column.look.leaves ?? NEVER) > left);
    const widths = [PICK_WIDTH, ...shown.map((column) => widthOf(column, layout))];
    const least = widths.reduce<number>((sum, width) => sum + (width ?? REST_MIN), 0);
    const sizes = widths.map((width) => (width === undefined ? `minmax(${REST_MIN}px, 1fr)` : `${width}px`));
    const filler = needsFiller(columns, layout) ? " minmax(0, 1fr)" : "";
    return [
      [`--least-${left}`, `${least}px`],
      [`--columns-${left}`, sizes.join(" ") + filler],
    ];
  });
  return Object.fromEntries(tracks);
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
