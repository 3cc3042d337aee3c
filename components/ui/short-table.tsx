import { Fragment, type ReactNode } from "react";
import { cx } from "./class-names.ts";
import { ROLE } from "./data-table/cell-look.ts";

/** A column of a short table. */
export type ShortColumn<Row> = {
  id: string;
  label: string;
  /** The label is available only to screen readers: the cells show by themselves what they are, as buttons do. */
  hideLabel?: boolean;
  end?: boolean;
  className?: string;
  /** Names the row; on a phone it is the card's first line. */
  names?: boolean;
  /** What the cell shows; with nothing to show, the card leaves its line out. */
  cell: (row: Row) => ReactNode;
};

/** A table without paging of its own, all rows drawn; on a phone each row is a card that names its values. */
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={label} className={cx("relative flex-none overflow-x-auto", className)} tabIndex={0}>
      <table aria-label={label} className="mini cards w-full" {...ROLE.table}>
        <thead {...ROLE.rowgroup}>
          <tr {...ROLE.row}>
            {columns.map((column) => (
              <th className={column.end ? "end" : undefined} key={column.id} scope="col" {...ROLE.columnheader}>
                {column.hideLabel ? <span className="sr-only">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLE.rowgroup}>
          {rows.map((row, at) => (
            <Fragment key={keyOf(row, at)}>
              <tr
                aria-current={isCurrent?.(row) ? "true" : undefined}
                className={cx("hover:bg-hover aria-[current]:bg-accent-wash", top && "align-top [&>*]:py-1")}
                {...ROLE.row}
              >
                {columns.map((column) => (
                  <Cell column={column} key={column.id} row={row} />
                ))}
              </tr>
              <Detail span={columns.length}>{detailOf?.(row)}</Detail>
            </Fragment>
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
    <td className={className} data-label={column.hideLabel ? undefined : column.label} {...ROLE.cell}>
      {inside}
    </td>
  );
}

function Detail({ span, children }: { span: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr className="bg-ground" {...ROLE.row}>
      <td className="whitespace-normal!" colSpan={span} {...ROLE.cell}>
        <div className="min-w-0 flex-1">{children}</div>
      </td>
    </tr>
  );
}
