"use client";

import { type CSSProperties, type DragEvent, Fragment, type ReactNode, useMemo } from "react";
import { cx } from "./class-names.ts";
import { ROLE } from "./data-table/cell-look.ts";
import { WidthGrip } from "./width-grip.tsx";
import type { PlacedColumn } from "./data-table/features.ts";
import { arranged, isShown, type Layout, movedTo, withColumn } from "./data-table/layout.ts";
import type { ShortColumn } from "./short-table.tsx";

/** A column that its reader may move, widen, keep in sight and put away. */
export type LaidColumn<Row> = Omit<ShortColumn<Row>, "label" | "hideLabel"> & {
  /** Read anew for each page, in its language. */
  label: () => string;
  /** Pixels; `"rest"` takes what is left. */
  width: number | "rest";
  /** Not shown until somebody asks for it. */
  hidden?: boolean;
};

/** One kind of table: made once, at module scope. */
export type LaidKind<Row> = {
  /** Its name in what a browser keeps of it. */
  name: string;
  columns: readonly LaidColumn<Row>[];
  placed: readonly PlacedColumn[];
  ids: readonly string[];
};

/** What a column that takes the rest is never less than: before that, the table scrolls sideways. */
const REST_MIN = 180;
/** What a dragged column is handed over as, so that nothing else can be dropped on a head. */
const DRAGGED = "application/x-desk-column";

/** Columns up to the one that names its row stay first, in sight and shown. */
export function laidKind<Row>(name: string, columns: readonly LaidColumn<Row>[]): LaidKind<Row> {
  const last = columns.findIndex(({ names }) => names);
  const placed = columns.map(
    (column, at): PlacedColumn => ({
      id: column.id,
      fixed: at <= last,
      hidden: column.hidden ?? false,
      width: column.width === "rest" ? undefined : column.width,
      look: { label: column.label, width: column.width },
    }),
  );
  return { name, columns, placed, ids: columns.map(({ id }) => id) };
}

/** A table of all rows that were loaded, laid out by its reader as the desk's lists are; on a phone each row is a card. */
export function LaidTable<Row>({
  label,
  kind,
  rows,
  keyOf,
  detailOf,
  layout,
  onLayout,
  className,
}: {
  label: string;
  kind: LaidKind<Row>;
  rows: readonly Row[];
  keyOf: (row: Row, at: number) => string;
  /** What is opened beneath a row, over its whole width; nothing where the row is closed. */
  detailOf?: (row: Row, key: string) => ReactNode;
  layout: Layout;
  onLayout: (next: Layout) => void;
  className?: string;
}) {
  const shown = useMemo(() => shownOf(kind, layout), [kind, layout]);
  const filler = shown.every(({ width }) => width !== undefined);
  const least = shown.reduce((sum, { width }) => sum + (width ?? REST_MIN), 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={label} className={cx("laid-scroll", className)} tabIndex={0}>
      <table
        aria-label={label}
        className="mini cards laid w-full"
        style={{ "--least": `${least}px` } as CSSProperties}
        {...ROLE.table}
      >
        <thead {...ROLE.rowgroup}>
          <tr {...ROLE.row}>
            {shown.map((one) => (
              <Head key={one.column.id} kind={kind} layout={layout} onLayout={onLayout} shown={one} />
            ))}
            {filler ? <td {...ROLE.none} /> : null}
          </tr>
        </thead>
        <tbody {...ROLE.rowgroup}>
          {rows.map((row, at) => {
            const key = keyOf(row, at);
            const detail = detailOf?.(row, key);
            return (
              <Fragment key={key}>
                <tr {...ROLE.row}>
                  {shown.map((one) => (
                    <Cell key={one.column.id} row={row} shown={one} />
                  ))}
                  {filler ? <td {...ROLE.none} /> : null}
                </tr>
                {detail ? (
                  <tr className="opened" {...ROLE.row}>
                    <td colSpan={shown.length + (filler ? 1 : 0)} {...ROLE.cell}>
                      <div className="min-w-0 flex-1">{detail}</div>
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

type Shown<Row> = {
  column: LaidColumn<Row>;
  fixed: boolean;
  width: number | undefined;
  className: string;
  style: CSSProperties;
};

/** The columns that show, from start to end; pinned ones stand where those before them end. */
function shownOf<Row>({ placed, columns }: LaidKind<Row>, layout: Layout): Shown<Row>[] {
  let start = 0;
  return arranged(placed, layout).flatMap(({ id, fixed, hidden, width: own }) => {
    const column = columns.find((one) => one.id === id);
    if (!column || !isShown({ id, fixed, hidden, width: own }, layout)) return [];
    const width = layout.columns[id]?.width ?? own;
    const pinned = fixed || layout.columns[id]?.pinned === true;
    const style = { "--width": width && `${width}px`, "--pin": pinned ? `${start}px` : undefined } as CSSProperties;
    start += width ?? REST_MIN;
    const className = cx(pinned && "pin", column.end && "end");
    return [{ column, fixed, width, className, style }];
  });
}

type HeadProps<Row> = {
  shown: Shown<Row>;
  kind: LaidKind<Row>;
  layout: Layout;
  onLayout: (next: Layout) => void;
};

function Head<Row>({ shown: { column, fixed, className, style }, kind, layout, onLayout }: HeadProps<Row>) {
  const drop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(DRAGGED);
    if (!dragged) return;
    event.preventDefault();
    onLayout(movedTo(kind.placed, layout, dragged, column.id));
  };
  return (
    <th
      className={className}
      draggable={!fixed}
      onDragOver={(event) => {
        if (!fixed && event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, column.id)}
      onDrop={drop}
      scope="col"
      style={style}
      {...ROLE.columnheader}
    >
      {column.label()}
      {fixed ? null : <WidthGrip onWidth={(width) => onLayout(withColumn(layout, column.id, { width }))} />}
    </th>
  );
}

function Cell<Row>({ shown: { column, className, style }, row }: { shown: Shown<Row>; row: Row }) {
  const classes = cx(className, column.className);
  const inside = <div className="min-w-0">{column.cell(row)}</div>;
  return column.names ? (
    <th className={classes} scope="row" style={style} {...ROLE.rowheader}>
      {inside}
    </th>
  ) : (
    <td className={classes} data-label={column.label()} style={style} {...ROLE.cell}>
      {inside}
    </td>
  );
}
