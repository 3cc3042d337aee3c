"use client";

import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { text } from "#lib/i18n/text.ts";
import { cx } from "../class-names.ts";
import { useFormer } from "../former.tsx";
import { allOf } from "./all-of.ts";
import { boxOf, looksOf, needsFiller, ROLE, tracksOf } from "./cell-look.ts";
import type { DeskTable } from "./desk-table.ts";
import { HeadRow } from "./head-row.tsx";
import { LoadingRows, LoadingWords } from "./loading-rows.tsx";
import { Rows } from "./rows.tsx";
import type { Selection } from "./selection.ts";

export type DataTableProps<Row extends object> = {
  /** Names the table for screen readers. */
  label: string;
  desk: DeskTable<Row>;
  rows: readonly Row[];
  /** Rows that may be selected, by id, so that it outlives pages and filters. */
  picks?: { selection: Selection; onSelect: (change: (before: Selection) => Selection) => void };
  /** Rows that a drawer shows, walked by keyboard. Stable between renders: with a new one, all rows are drawn anew. */
  opens?: Opens;
  /** What is opened beneath a row, over its whole width; nothing where the row is closed. */
  detailOf?: (row: Row) => ReactNode;
  loading?: boolean;
  more?: { has: boolean; loading: boolean; load: () => void };
  /** The number of all rows that the filter matches, when the server has sent it. */
  total?: number | undefined;
  empty?: ReactNode;
  className?: string;
};

export type Opens = {
  /** The row that the drawer shows. */
  id: string | undefined;
  /** The reader opens a row. */
  onOpen: (id: string) => void;
  /** The reader walks to a row while the drawer is open: it follows, the focus stays in the list. */
  onFollow: (id: string) => void;
  onEscape: () => void;
};

/** The desk's one table: sorted and paged by the server, laid out by its reader, walked by keyboard, cards on a phone. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { desk, rows, loading = false, className } = props;
  const picks = props.picks !== undefined;
  const scroll = useRef<HTMLDivElement>(null);
  const guest = desk.kind.sorted.find((id) => desk.state.columnVisibility[id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns' looks follow from the layout and what the list is sorted by
  const looks = useMemo(() => looksOf(desk, picks), [desk.kind, desk.layout, guest, picks]);
  const shared = { looks, filler: needsFiller(desk) };
  useSideways(scroll);
  const former = useFormer();
  const none = !loading && rows.length === 0;
  return (
    <>
      <div
        aria-busy={loading}
        className={cx("grid-scroll", className)}
        ref={scroll}
        tabIndex={props.opens ? -1 : 0}
        {...boxOf(props.label)}
        {...former}
      >
        {none ? (
          props.empty
        ) : (
          <table
            aria-label={props.label}
            aria-rowcount={props.total === undefined && props.more?.has ? -1 : allOf(rows.length, props.total ?? 0) + 1}
            className="grid-t cards"
            style={tracksOf(desk, picks)}
            {...ROLE.table}
          >
            <thead {...ROLE.rowgroup}>
              <HeadRow {...props} {...shared} />
            </thead>
            {loading ? <LoadingRows looks={looks} picks={picks} /> : <Rows {...props} {...shared} scroll={scroll} />}
          </table>
        )}
      </div>
      <span className="sr-only" role="status">
        {loading ? <LoadingWords label={props.label} /> : text.table.loaded(rows.length)}
      </span>
    </>
  );
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
