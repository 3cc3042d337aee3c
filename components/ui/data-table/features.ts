import {
  type ColumnDef,
  createColumnHelper,
  metaHelper,
  type RowData,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { Placed } from "./layout.ts";

/** How a column is laid out. */
export type ColumnLook = {
  /** Its words in the head, on a card and in the menu of columns. */
  label: () => string;
  /** Pixels; `"rest"` takes what is left and is cut with an ellipsis. */
  width: number | "rest";
  align?: "end";
  /** Leaves when the list gets narrow: 1 goes first, 3 last. Absent = stays. */
  leaves?: 1 | 2 | 3;
  /** Not shown until somebody asks for it. */
  hidden?: boolean;
  /** Its place when rows become cards; absent = not on the card. `cover`: the link that the whole card is. */
  card?: "head-start" | "head-end" | "line" | "foot-start" | "foot-end" | "cover";
  /** The one cell that names its row. */
  names?: boolean;
};

/** The one set of table features of the whole desk: the server sorts and pages, the browser lays out. */
export const features = tableFeatures({
  rowSortingFeature,
  columnMeta: metaHelper<ColumnLook>(),
});
export type DeskFeatures = typeof features;

/** Column definitions for rows of one kind; `id` of a sortable column is the server's field. */
export const columnsOf = <Row extends RowData>() => createColumnHelper<DeskFeatures, Row>();

// biome-ignore lint/suspicious/noExplicitAny: columns of one table hold values of different types
export type DeskColumn<Row extends object> = ColumnDef<DeskFeatures, Row, any>;

/** One kind of table: what its rows are and which columns they have. Made once, at module scope. */
export type TableKind<Row extends object> = {
  /** Its name in what a browser keeps of it. */
  name: string;
  columns: readonly DeskColumn<Row>[];
  placed: readonly PlacedColumn[];
  ids: readonly string[];
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
};

export type PlacedColumn = Placed & { look: ColumnLook };

/** Columns up to the one that names its row stay first, in sight and shown. */
export function tableKind<Row extends object>(
  name: string,
  columns: readonly DeskColumn<Row>[],
  facts: Pick<TableKind<Row>, "idOf" | "nameOf">,
): TableKind<Row> {
  const last = columns.findIndex((column) => column.meta?.names);
  const placed = columns.map((column, at): PlacedColumn => {
    const look = column.meta;
    const id = idOfColumn(column);
    if (!look) throw new Error(`the column ${id} does not say how it looks`);
    const width = typeof look.width === "number" ? look.width : undefined;
    return { id, fixed: at <= last, hidden: look.hidden ?? false, width, look };
  });
  return { name, columns, placed, ids: placed.map(({ id }) => id), ...facts };
}

/** Its own id, else the field it reads. */
export function idOfColumn(column: { id?: string | undefined; accessorKey?: unknown }): string {
  const id = column.id ?? column.accessorKey;
  if (typeof id !== "string") throw new Error("a column needs an id");
  return id;
}
