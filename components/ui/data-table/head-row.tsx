import type { CSSProperties } from "react";
import type { Header, ReactTable } from "@tanstack/react-table";
import { text } from "#components/text/text.ts";
import { Check } from "../check.tsx";
import { Icon } from "../icons.tsx";
import { type CellLook, PICK_WIDTH, ROLE } from "./cell-look.ts";
import type { DeskFeatures } from "./features.ts";

/** The sticky head: tick-all, then a button for each column that the server can sort by. */
export function HeadRow<Row extends object>({
  table,
  looks,
}: {
  table: ReactTable<DeskFeatures, Row>;
  looks: Map<string, CellLook>;
}) {
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
        <Head header={header} key={header.id} look={looks.get(header.column.id)} table={table} />
      ))}
    </tr>
  );
}

const ORDER = { asc: "ascending", desc: "descending" } as const;

function Head<Row extends object>({
  header,
  look,
  table,
}: {
  header: Header<DeskFeatures, Row, unknown>;
  look: CellLook | undefined;
  table: ReactTable<DeskFeatures, Row>;
}) {
  const { column } = header;
  const sorted = column.getIsSorted();
  return (
    <th
      aria-sort={sorted ? ORDER[sorted] : undefined}
      className={look?.className}
      {...ROLE.columnheader}
      scope="col"
      style={look?.style}
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
