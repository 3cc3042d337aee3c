import type { Header, ReactTable } from "@tanstack/react-table";
import type { CSSProperties, DragEvent } from "react";
import { text } from "#components/text/text.ts";
import { Check } from "../check.tsx";
import { Icon } from "../icons.tsx";
import { WidthGrip } from "../width-grip.tsx";
import { type CellLook, PICK_WIDTH, ROLE } from "./cell-look.ts";
import type { DeskFeatures, TableKind } from "./features.ts";
import { type Layout, movedTo, withColumn } from "./layout.ts";

type Props<Row extends object> = {
  table: ReactTable<DeskFeatures, Row>;
  kind: TableKind<Row>;
  looks: Map<string, CellLook>;
  layout: Layout;
  onLayout: (next: Layout) => void;
  filler: boolean;
};

/** The sticky head: tick-all, then a button for each column that the server can sort by. */
export function HeadRow<Row extends object>(props: Props<Row>) {
  const { table, looks } = props;
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const all = table.getIsAllRowsSelected();
  return (
    <tr aria-rowindex={1} {...ROLE.row}>
      <th className="pin" {...ROLE.columnheader} scope="col" style={{ "--width": `${PICK_WIDTH}px` } as CSSProperties}>
        <Check
          checked={all}
          hideLabel
          label={text.table.selectAll}
          onChange={() => table.toggleAllRowsSelected(!all)}
          some={table.getIsSomeRowsSelected() && !all}
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
