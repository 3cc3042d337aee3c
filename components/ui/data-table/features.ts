import {
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import { LEAST_WIDTH, MOST_WIDTH, REST_MIN } from "./widths.ts";

/** The step of a column that stays at every width. */
export const NEVER = 5;

/** How a column is laid out. */
export type ColumnLook = {
  /** Its words in the head, on a card and in the menu of columns. */
  label: () => string;
  /** Pixels; `"rest"` takes what is left and is cut with an ellipsis. */
  width: number | "rest";
  /** Pixels in a list as narrow as beside an open drawer, from the step on at which others leave third. */
  narrow?: number;
  /** The step from which on `narrow` counts, where that is another. */
  narrowFrom?: number;
  align?: "end";
  /** Further classes of its cells. */
  className?: string;
  /** Leaves when the list gets narrow: 1 goes first, 4 last. Absent = stays. */
  leaves?: 1 | 2 | 3 | 4;
  /** The same while a column shows that the list is sorted by, for which it makes room: 0 is at every width. */
  yields?: 0 | 1 | 2 | 3;
  /** Not shown until the reader chooses it. */
  hidden?: boolean;
  /** Shows while the list is sorted by it, and only then. */
  sorted?: boolean;
  /** Its place when rows become cards; absent = not on the card. `head`: the whole first line. `cover`: the link that the whole card is. */
  card?: "head" | "head-start" | "head-end" | "line" | "foot-start" | "foot-end" | "cover";
  /** The one cell that names its row. */
  names?: boolean;
};

/** The one set of table features of the whole desk: the server sorts and pages, the browser lays out and selects. */
export const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnLook>(),
});
export type DeskFeatures = typeof features;

/** Column definitions for rows of one kind; `id` of a sortable column is the server's field. */
export const columnsOf = <Row extends RowData>() => createColumnHelper<DeskFeatures, Row>();

// biome-ignore lint/suspicious/noExplicitAny: columns of one table hold values of different types
export type DeskColumn<Row extends object> = ColumnDef<DeskFeatures, Row, any>;

/** A table's own definition of its columns, before the reader changes the layout. */
export type Columns = {
  ids: readonly string[];
  /** Those up to the one that names its row: they stay first, in sight and shown. */
  fixed: readonly string[];
  /** Those that are not shown until the reader chooses them. */
  hidden: readonly string[];
  /** Those that show while the list is sorted by them, and only then. */
  sorted: readonly string[];
};

/** One kind of table: what its rows are and which columns they have. Made once, at module scope. */
export type TableKind<Row extends object> = Columns & {
  /** Its name in what a browser keeps of it. */
  name: string;
  columns: readonly DeskColumn<Row>[];
  idOf: (row: Row) => string;
  /** What a row is called where it is selected. */
  nameOf: (row: Row) => string;
};

export function tableKind<Row extends object>(
  name: string,
  columns: readonly DeskColumn<Row>[],
  facts: Pick<TableKind<Row>, "idOf" | "nameOf">,
): TableKind<Row> {
  const ids = columns.map(idOfColumn);
  const last = columns.findIndex((column) => column.meta?.names);
  return {
    ...facts,
    name,
    ids,
    fixed: ids.slice(0, last + 1),
    hidden: ids.filter((_, at) => columns[at]?.meta?.hidden),
    sorted: ids.filter((_, at) => columns[at]?.meta?.sorted),
    columns: columns.map(sized),
  };
}

/** TanStack's own sizes of a column, out of how it looks. */
function sized<Row extends object>(column: DeskColumn<Row>): DeskColumn<Row> {
  const width = column.meta?.width;
  if (width === undefined) throw new Error(`the column ${idOfColumn(column)} does not say how it looks`);
  const size = width === "rest" ? REST_MIN : width;
  return { ...column, size, minSize: Math.min(size, LEAST_WIDTH), maxSize: Math.max(size, MOST_WIDTH) };
}

/** Its own id, else the field it reads. */
function idOfColumn(column: { id?: string | undefined; accessorKey?: unknown }): string {
  const id = column.id ?? column.accessorKey;
  if (typeof id !== "string") throw new Error("a column needs an id");
  return id;
}
