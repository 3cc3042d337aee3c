import {
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";

/** How a column is laid out. */
export type ColumnLook = {
  /** Pixels; `"rest"` takes what is left and is cut with an ellipsis. */
  width: number | "rest";
  align?: "end";
  /** Leaves when the list gets narrow: 1 goes first, 3 last. Absent = stays. */
  leaves?: 1 | 2 | 3;
  /** Its place when rows become cards; absent = not on the card. `cover`: the link that the whole card is. */
  card?: "head-start" | "head-end" | "line" | "foot-start" | "foot-end" | "cover";
  /** The one cell that names its row. */
  names?: boolean;
};

/** The one set of table features of the whole desk: the server sorts and pages, the browser shows, hides and selects. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnLook>(),
});
export type DeskFeatures = typeof features;

/** Column definitions for rows of one kind; `id` of a sortable column is the server's field. */
export const columnsOf = <Row extends RowData>() => createColumnHelper<DeskFeatures, Row>();
