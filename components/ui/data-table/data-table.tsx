"use client";

import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { text } from "#components/text/text.ts";
import { looksOf, needsFiller, ROLE, tracksOf } from "./cell-look.ts";
import { type DeskColumn, idOfColumn, type TableKind } from "./features.ts";
import { HeadRow } from "./head-row.tsx";
import { arranged, isShown, type Layout } from "./layout.ts";
import { LoadingRows } from "./loading-rows.tsx";
import { Rows } from "./rows.tsx";
import type { Selection } from "./selection.ts";

export type Sorting = { id: string; desc: boolean };
export type DataTableProps<Row extends object> = {
  /** Names the table for screen readers. */
  label: string;
  kind: TableKind<Row>;
  rows: readonly Row[];
  sorting: Sorting;
  onSort: (next: Sorting) => void;
  /** Of ids, so that it outlives pages and filters. */
  selection: Selection;
  onSelect: (change: (before: Selection) => Selection) => void;
  layout: Layout;
  onLayout: (next: Layout) => void;
  /** The row that the drawer shows. */
  openId?: string | undefined;
  /** The reader opens a row. Stable between renders, as `onSelect` is: with a new one, all rows are drawn anew. */
  onOpen: (id: string) => void;
  /** The reader walks to a row while the drawer is open: it follows, the focus stays in the list. */
  onFollow: (id: string) => void;
  onEscape: () => void;
  loading: boolean;
  more?: { has: boolean; loading: boolean; load: () => void };
  /** All rows that the filter matches, when the server told. */
  total?: number | undefined;
  empty: ReactNode;
};

/** The desk's one table: sorted and paged by the server, laid out by its reader, walked by keyboard, cards on a phone. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { kind, rows, layout, loading } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const placed = useMemo(
    () => arranged(kind.placed, layout).filter((column) => isShown(column, layout)),
    [kind, layout],
  );
  const columns = useMemo(() => inOrder(kind, placed), [kind, placed]);
  const looks = useMemo(() => looksOf(placed, layout), [placed, layout]);
  const filler = needsFiller(placed, layout);
  useSideways(scroll);
  const none = !loading && rows.length === 0;
  return (
    <>
      <section aria-busy={loading} aria-label={props.label} className="grid-scroll" ref={scroll} tabIndex={-1}>
        {none ? (
          props.empty
        ) : (
          <table
            aria-label={props.label}
            aria-rowcount={props.total === undefined && props.more?.has ? -1 : (props.total ?? rows.length) + 1}
            className="grid-t"
            style={tracksOf(placed, layout)}
            {...ROLE.table}
          >
            <thead {...ROLE.rowgroup}>
              <HeadRow {...props} columns={columns} filler={filler} looks={looks} />
            </thead>
            {loading ? (
              <LoadingRows label={props.label} looks={looks} />
            ) : (
              <Rows {...props} columns={columns} filler={filler} looks={looks} scroll={scroll} />
            )}
          </table>
        )}
      </section>
      <span className="sr-only" role="status">
        {loading ? "" : text.table.loaded(rows.length)}
      </span>
    </>
  );
}

function inOrder<Row extends object>(kind: TableKind<Row>, placed: readonly { id: string }[]): DeskColumn<Row>[] {
  return placed.flatMap(({ id }) => kind.columns.find((column) => idOfColumn(column) === id) ?? []);
}

/**
 * Says on the list's box whether its table is wider than it. Cells stay in sight only then: each one that does is a
 * layer of its own to the browser, and there are many.
 */
function useSideways(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const observer = new ResizeObserver(() =>
      current.toggleAttribute("data-sideways", current.scrollWidth > current.clientWidth),
    );
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  });
}
