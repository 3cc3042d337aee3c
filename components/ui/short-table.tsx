import type { ReactNode } from "react";
import { cx } from "./class-names.ts";
import { ROLE } from "./data-table/cell-look.ts";

/** A column of a short table. */
export type ShortColumn<Row> = {
  id: string;
  label: string;
  end?: boolean;
  className?: string;
  /** Names the row; on a phone it is the card's first line. */
  names?: boolean;
  cell: (row: Row) => ReactNode;
};

/** A table without paging of its own, all rows drawn; on a phone each row is a card that names its values. */
export function ShortTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  top = false,
  className,
}: {
  label: string;
  columns: readonly ShortColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, at: number) => string;
  /** Cells begin at the same height, for rows with more than one line. */
  top?: boolean;
  className?: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={label} className={cx("flex-none overflow-x-auto", className)} tabIndex={0}>
      <table aria-label={label} className="mini cards w-full" {...ROLE.table}>
        <thead {...ROLE.rowgroup}>
          <tr {...ROLE.row}>
            {columns.map((column) => (
              <th className={column.end ? "end" : undefined} key={column.id} scope="col" {...ROLE.columnheader}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLE.rowgroup}>
          {rows.map((row, at) => (
            <tr className={cx("hover:bg-hover", top && "align-top [&>*]:py-1")} key={keyOf(row, at)} {...ROLE.row}>
              {columns.map((column) => (
                <Cell column={column} key={column.id} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell<Row>({ column, row }: { column: ShortColumn<Row>; row: Row }) {
  const className = cx(column.end && "end", column.className);
  const inside = <div className="min-w-0">{column.cell(row)}</div>;
  return column.names ? (
    <th className={className} scope="row" {...ROLE.rowheader}>
      {inside}
    </th>
  ) : (
    <td className={className} data-label={column.label} {...ROLE.cell}>
      {inside}
    </td>
  );
}
