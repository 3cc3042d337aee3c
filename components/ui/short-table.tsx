import { Fragment, type ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Cell } from "./data-table/cell.tsx";
import { boxOf, ROLE } from "./data-table/cell-look.ts";
import { stepRows } from "./row-keys.ts";
import type { ColumnLook } from "./data-table/features.ts";

/** A column of a short table. */
export type ShortColumn<Row> = Pick<ColumnLook, "align" | "className" | "names"> & {
  id: string;
  label: string;
  /** The label is available only to screen readers: the cells show by themselves what they are, as buttons do. */
  hideLabel?: boolean;
  /** What the cell shows; with nothing to show, the card leaves its line out. */
  cell: (row: Row) => ReactNode;
};

/**
 * A few rows, all drawn, in columns as wide as what is in them: balances, keys, people, the days of a chart. It has none
 * of what the desk's table is for (the reader's layout in the address, order, selection, paging by the server, thousands
 * of rows), and columns that speak to the page they stand on, so it is markup alone. A cell, and a row as a card on a
 * phone, are those of the desk's table.
 */
export function ShortTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  detailOf,
  isCurrent,
  top = false,
  className,
}: {
  label: string;
  columns: readonly ShortColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, at: number) => string;
  /** What is opened beneath a row, over its whole width; nothing where the row is closed. */
  detailOf?: (row: Row) => ReactNode;
  /** The row that what stands beside the table is about. */
  isCurrent?: (row: Row) => boolean;
  /** Cells begin at the same height, for rows with more than one line. */
  top?: boolean;
  className?: string;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: boxOf makes it a group; arrows move between its rows
    <div
      className={cx("relative flex-none overflow-x-auto", className)}
      onKeyDown={stepRows}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
      {...boxOf(label)}
    >
      <table aria-label={label} className="mini cards w-full" {...ROLE.table}>
        <thead {...ROLE.rowgroup}>
          <tr {...ROLE.row}>
            {columns.map(({ id, align, hideLabel, label: name }) => (
              <th className={align} key={id} scope="col" {...ROLE.columnheader}>
                {hideLabel ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLE.rowgroup}>
          {rows.map((row, at) => (
            <Fragment key={keyOf(row, at)}>
              <tr
                aria-current={isCurrent?.(row) ? "true" : undefined}
                className={cx("row hover:bg-hover aria-[current]:bg-accent-wash", top && "align-baseline [&>*]:py-1")}
                {...ROLE.row}
              >
                {columns.map(({ cell, id, hideLabel, label: name, ...look }) => (
                  <Cell
                    key={id}
                    look={{ ...look, card: look.names ? "head" : "line", label: hideLabel ? undefined : name }}
                  >
                    {cell(row)}
                  </Cell>
                ))}
              </tr>
              <Detail span={columns.length}>{detailOf?.(row)}</Detail>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Detail({ span, children }: { span: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr className="row bg-ground" {...ROLE.row}>
      <td className="whitespace-normal!" colSpan={span} data-card="detail" {...ROLE.cell}>
        {children}
      </td>
    </tr>
  );
}
