import type { DragEvent } from "react";
import { CARDS, useMedia } from "#components/media.ts";
import { text } from "#lib/i18n/text.ts";
import { Check } from "../check.tsx";
import { Icon } from "../icons.tsx";
import { WidthGrip } from "../width-grip.tsx";
import { type CellLook, ROLE } from "./cell-look.ts";
import type { DataTableProps } from "./data-table.tsx";
import type { DeskTable } from "./desk-table.ts";
import { ticked } from "./selection.ts";

type Props<Row extends object> = Pick<DataTableProps<Row>, "desk" | "rows" | "picks"> & {
  looks: Map<string, CellLook>;
  filler: boolean;
};

/** The sticky head: tick-all, then a button for each column that the server can sort by; above cards tick-all alone. */
export function HeadRow<Row extends object>({ desk, rows, picks, looks, filler }: Props<Row>) {
  const cards = useMedia(CARDS);
  return (
    <tr aria-rowindex={1} {...ROLE.row}>
      {picks ? (
        <th className="pin" data-card="pick" {...ROLE.columnheader} scope="col">
          <PickAll hideLabel={!cards} ids={rows.map(desk.kind.idOf)} picks={picks} />
        </th>
      ) : null}
      {desk.headers.map(({ id, column }) => (
        <Head column={column} desk={desk} key={id} look={looks.get(column.id)} sorts={!cards && column.getCanSort()} />
      ))}
      {filler ? <td {...ROLE.none} /> : null}
    </tr>
  );
}

/** Ticks all rows loaded: the table knows only those in view. */
function PickAll({
  ids,
  picks,
  hideLabel,
}: {
  ids: readonly string[];
  picks: NonNullable<DataTableProps<object>["picks"]>;
  hideLabel: boolean;
}) {
  const { selection, onSelect } = picks;
  const some = Object.keys(selection).length > 0;
  const all = some && ids.every((id) => selection[id]);
  return (
    <Check
      checked={all}
      disabled={ids.length === 0}
      hideLabel={hideLabel}
      label={text.table.selectAll}
      onChange={() => onSelect((before) => ticked(before, ids, !all))}
      some={some && !all}
    />
  );
}

const ORDER = { asc: "ascending", desc: "descending" } as const;
/** What a dragged column is handed over as, so that nothing else can be dropped on a head. */
const DRAGGED = "application/x-desk-column";

function Head<Row extends object>({
  desk,
  column,
  look,
  sorts,
}: {
  desk: DeskTable<Row>;
  column: DeskTable<Row>["columns"][number];
  look: CellLook | undefined;
  sorts: boolean;
}) {
  const { id } = column;
  const sorted = column.getIsSorted();
  const fixed = desk.kind.fixed.includes(id);
  const drop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(DRAGGED);
    if (!dragged) return;
    event.preventDefault();
    desk.moveTo(dragged, id);
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
      {sorts ? (
        <button className="sort" onClick={column.getToggleSortingHandler()} type="button">
          {look?.label}
          {sorted ? <Icon name={sorted === "desc" ? "down" : "up"} size={12} /> : null}
        </button>
      ) : (
        look?.label
      )}
      {fixed ? null : <WidthGrip onWidth={(width) => desk.setWidth(id, width)} />}
    </th>
  );
}
