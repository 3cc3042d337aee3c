import type { Header, ReactTable } from "@tanstack/react-table";
import { text } from "#components/text/text.ts";
import { Check } from "../check.tsx";
import { Icon } from "../icons.tsx";
import { cellClass, ROLE } from "./cell-look.ts";
import type { DeskFeatures } from "./features.ts";
import type { Visibility } from "./table-view.ts";

export const PICK_WIDTH = 48;

/** The sticky head: tick-all, then a button for each column that the server can sort by. */
export function HeadRow<Row extends object>({
  table,
  visibility,
}: {
  table: ReactTable<DeskFeatures, Row>;
  visibility: Visibility;
}) {
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const all = table.getIsAllRowsSelected();
  return (
    <tr aria-rowindex={1} {...ROLE.row}>
      <th className="first" {...ROLE.columnheader} scope="col" style={{ width: PICK_WIDTH }}>
        <Check
          checked={all}
          hideLabel
          label={text.table.selectAll}
          onChange={() => table.toggleAllRowsSelected(!all)}
          some={table.getIsSomeRowsSelected() && !all}
        />
      </th>
      {headers.map((header, at) => (
        <Head at={at + 1} header={header} key={header.id} table={table} visibility={visibility} />
      ))}
    </tr>
  );
}

const ORDER = { asc: "ascending", desc: "descending" } as const;

function Head<Row extends object>({
  header,
  at,
  table,
  visibility,
}: {
  header: Header<DeskFeatures, Row, unknown>;
  at: number;
  table: ReactTable<DeskFeatures, Row>;
  visibility: Visibility;
}) {
  const { column } = header;
  const look = column.columnDef.meta;
  const sorted = column.getIsSorted();
  return (
    <th
      aria-sort={sorted ? ORDER[sorted] : undefined}
      className={cellClass(look, column.id, at, visibility)}
      {...ROLE.columnheader}
      scope="col"
      style={look && look.width !== "rest" ? { width: look.width } : undefined}
    >
      {column.getCanSort() ? (
        <button className="sort" onClick={column.getToggleSortingHandler()} type="button">
          <table.FlexRender header={header} />
          {sorted ? <Icon name={sorted === "desc" ? "down" : "up"} size={12} /> : null}
        </button>
      ) : (
        <table.FlexRender header={header} />
      )}
    </th>
  );
}
