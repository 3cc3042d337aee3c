import type { CSSProperties } from "react";
import type { DeskTable, TableColumn } from "./desk-table.ts";
import { type ColumnLook, NEVER } from "./features.ts";
import { isPinned, isWanted } from "./layout.ts";
import { REST_MIN } from "./widths.ts";

const PICK_WIDTH = 48;

/** How the cells of one column look: the same for its head, its rows and their skeletons. */
export type CellLook = {
  className: string;
  style: CSSProperties | undefined;
  card: ColumnLook["card"];
  names: boolean;
  label: string;
};

const lookOf = <Row extends object>(column: TableColumn<Row>): ColumnLook => {
  const { meta } = column.columnDef;
  if (!meta) throw new Error(`the column ${column.id} does not say how it looks`);
  return meta;
};

/** From so many steps of columns that have left on, a list is narrow for a column that names no step of its own. */
export const NARROW = 3;

/** The width that rules for a column after so many steps; undefined where it takes what is left. */
function widthOf<Row extends object>(
  column: TableColumn<Row>,
  { layout }: DeskTable<Row>,
  left: number,
): number | undefined {
  const { width, narrow, narrowFrom = NARROW } = lookOf(column);
  const isOwn = layout.columnSizing[column.id] === undefined && !isPinned(layout, column.id);
  if (width === "rest" && layout.columnSizing[column.id] === undefined) return undefined;
  return narrow !== undefined && isOwn && left >= narrowFrom ? narrow : column.getSize();
}

/** The step at which a column leaves a narrow list, or makes room for one that shows while the list is sorted by it. */
export function leavingAt<Row extends object>(column: TableColumn<Row>, { kind, columns }: DeskTable<Row>): number {
  const { leaves = NEVER, yields = leaves } = lookOf(column);
  return columns.some(({ id }) => kind.sorted.includes(id)) ? yields : leaves;
}

/** Looks by column, in the order shown: columns that name the row and columns the reader pinned stay in sight. */
export function looksOf<Row extends object>(desk: DeskTable<Row>, picks: boolean): Map<string, CellLook> {
  return new Map(desk.columns.map((column) => [column.id, cellLookOf(column, desk, picks ? PICK_WIDTH : 0)]));
}

function cellLookOf<Row extends object>(column: TableColumn<Row>, desk: DeskTable<Row>, from: number): CellLook {
  const look = lookOf(column);
  const pinned = column.getIsPinned() !== false;
  const pinClass = pinned ? (desk.kind.fixed.includes(column.id) ? "pin" : "pin mine") : "";
  // A column leaves a narrow list unless the reader chose it.
  const leaves = look.leaves && !isWanted(desk.layout, column.id) ? `leave-${leavingAt(column, desk)}` : "";
  return {
    className: [pinClass, look.align, look.className, leaves].filter(Boolean).join(" "),
    style: pinned ? ({ "--pin": `${from + column.getStart("start")}px` } as CSSProperties) : undefined,
    card: look.card,
    names: look.names ?? false,
    label: look.label(),
  };
}

/** Whether no column takes what is left: an empty one at the end does then, and the others keep their widths. */
export const needsFiller = <Row extends object>(desk: DeskTable<Row>): boolean =>
  desk.columns.every((column) => widthOf(column, desk, 0) !== undefined);

/**
 * The columns of every row, and the width under which the table scrolls sideways, by the last step of columns that has
 * left: all four, three, two, one, none.
 */
export function tracksOf<Row extends object>(desk: DeskTable<Row>, picks: boolean): CSSProperties {
  const tracks = [4, 3, 2, 1, 0].flatMap((left) => {
    const shown = desk.columns.filter((column) => isWanted(desk.layout, column.id) || leavingAt(column, desk) > left);
    const widths = [...(picks ? [PICK_WIDTH] : []), ...shown.map((column) => widthOf(column, desk, left))];
    const least = widths.reduce<number>((sum, width) => sum + (width ?? REST_MIN), 0);
    // Where the column that takes the rest has left, the last one does: rows reach the edge of the list at every width.
    const rest = widths.includes(undefined) || needsFiller(desk) ? undefined : widths.length - 1;
    const sizes = widths.map((width, at) =>
      width === undefined || at === rest ? `minmax(${width ?? REST_MIN}px, 1fr)` : `${width}px`,
    );
    const filler = needsFiller(desk) ? " minmax(0, 1fr)" : "";
    return [
      [`--least-${left}`, `${least}px`],
      [`--columns-${left}`, sizes.join(" ") + filler],
    ];
  });
  return Object.fromEntries(tracks);
}

/** The box in which a table or code scrolls: no landmark, since another part of the page often has its name. */
export const boxOf = (name: string) => ({ role: "group", "aria-label": name }) as const;

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
