import { type Header, type SortingState, type Updater, useTable } from "@tanstack/react-table";
import type { DragEvent } from "react";
import { text } from "#components/text/text.ts";
import { Check } from "../check.tsx";
import { Icon } from "../icons.tsx";
import { WidthGrip } from "../width-grip.tsx";
import { type CellLook, ROLE } from "./cell-look.ts";
import type { DataTableProps } from "./data-table.tsx";
import { type DeskColumn, type DeskFeatures, features } from "./features.ts";
import { movedTo, withColumn } from "./layout.ts";
import { ticked } from "./selection.ts";

type Props<Row extends object> = DataTableProps<Row> & {
  columns: DeskColumn<Row>[];
  looks: Map<string, CellLook>;
  filler: boolean;
};

/** The head's table has no rows: those are the body's. */
const NO_ROWS: never[] = [];

/** The sticky head: tick-all, then a button for each column that the server can sort by. */
export function HeadRow<Row extends object>(props: Props<Row>) {
  const { kind, rows, columns, sorting, onSort, selection, onSelect, looks } = props;
  const state = { sorting: [sorting] };
  const table = useTable<DeskFeatures, Row>({
    features,
    columns,
    data: NO_ROWS,
    state,
    manualSorting: true,
    enableSortingRemoval: false,
    onSortingChange: (change: Updater<SortingState>) => {
      const next = (typeof change === "function" ? change(state.sorting) : change)[0];
      if (next) onSort(next);
    },
  });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const some = Object.keys(selection).length > 0;
  const all = some && rows.every((row) => selection[kind.idOf(row)]);
  return (
    <tr aria-rowindex={1} {...ROLE.row}>
      <th className="pin" {...ROLE.columnheader} scope="col">
        <Check
          checked={all}
          hideLabel
          label={text.table.selectAll}
          onChange={() => onSelect((before) => ticked(before, rows.map(kind.idOf), !all))}
          some={some && !all}
        />
      </th>
      {headers.map((header) => (
        <Head {...props} header={header} key={header.id} look={looks.get(header.column.id)} />
      ))}
      {props.filler ? <td {...ROLE.none} /> : null}
    </tr>
  );
}

const ORDER = { asc: "ascending", desc: "descending" } as const;
/** What a dragged column is handed over as, so that nothing else can be dropped on a head. */
const DRAGGED = "application/x-desk-column";

function Head<Row extends object>({
  header,
  look,
  kind,
  layout,
  onLayout,
}: Props<Row> & { header: Header<DeskFeatures, Row, unknown>; look: CellLook | undefined }) {
  const { column } = header;
  const { id } = column;
  const sorted = column.getIsSorted();
  const fixed = kind.placed.find((one) => one.id === id)?.fixed ?? true;
  const drop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(DRAGGED);
    if (!dragged) return;
    event.preventDefault();
    onLayout(movedTo(kind.placed, layout, dragged, id));
  };
  return (
    <th
      aria-sort={sorted ? ORDER[sorted] : undefined}
      className={look?.className}
      draggable={!fixed}
      onDragOver={(event) => {
        if (!fixed && event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, id)}
      onDrop={drop}
      {...ROLE.columnheader}
      scope="col"
      style={look?.style}
    >
      {column.getCanSort() ? (
        <button className="sort" onClick={column.getToggleSortingHandler()} type="button">
          {look?.label}
          {sorted ? <Icon name={sorted === "desc" ? "down" : "up"} size={12} /> : null}
        </button>
      ) : (
        look?.label
      )}
      {fixed ? null : <WidthGrip onWidth={(width) => onLayout(withColumn(layout, id, { width }))} />}
    </th>
  );
}
