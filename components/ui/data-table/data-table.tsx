"use client";

import { type RowSelectionState, type SortingState, type Updater, useTable } from "@tanstack/react-table";
import { type ReactNode, useMemo, useRef } from "react";
import { text } from "#components/text/text.ts";
import { leastWidths, looksOf, needsFiller, ROLE } from "./cell-look.ts";
import { type DeskColumn, type DeskFeatures, features, idOfColumn, type TableKind } from "./features.ts";
import { HeadRow } from "./head-row.tsx";
import { arranged, isShown, type Layout } from "./layout.ts";
import { LoadingRows } from "./loading-rows.tsx";
import { Rows } from "./rows.tsx";

export type Sorting = { id: string; desc: boolean };
export type Selection = Readonly<Record<string, true>>;

export type DataTableProps<Row extends object> = {
  /** Names the table for screen readers. */
  label: string;
  kind: TableKind<Row>;
  /** Stable between renders: a new array rebuilds the models. */
  rows: readonly Row[];
  sorting: Sorting;
  onSort: (next: Sorting) => void;
  /** Of ids, so that it outlives pages and filters. */
  selection: Selection;
  onSelect: (next: Selection) => void;
  layout: Layout;
  onLayout: (next: Layout) => void;
  /** The row that the drawer shows. */
  openId?: string | undefined;
  /** The reader opens a row. */
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
  const { kind, rows, sorting, onSort, selection, onSelect, layout, loading } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const data = rows as Row[];
  const placed = useMemo(
    () => arranged(kind.placed, layout).filter((column) => isShown(column, layout)),
    [kind, layout],
  );
  const columns = useMemo(() => inOrder(kind, placed), [kind, placed]);
  const state = useMemo(
    () => ({ sorting: [sorting], rowSelection: selection as RowSelectionState }),
    [sorting, selection],
  );
  const table = useTable<DeskFeatures, Row>({
    features,
    columns,
    data,
    getRowId: kind.idOf,
    state,
    manualSorting: true,
    enableSortingRemoval: false,
    onSortingChange: (change: Updater<SortingState>) => {
      const next = applied(change, state.sorting)[0];
      if (next) onSort(next);
    },
    onRowSelectionChange: (change: Updater<RowSelectionState>) => onSelect(ticked(applied(change, state.rowSelection))),
  });
  const looks = looksOf(placed, layout);
  const filler = needsFiller(placed, layout);
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
            style={leastWidths(placed, layout)}
            {...ROLE.table}
          >
            <thead {...ROLE.rowgroup}>
              <HeadRow
                filler={filler}
                kind={kind}
                layout={layout}
                looks={looks}
                onLayout={props.onLayout}
                table={table}
              />
            </thead>
            {loading ? (
              <LoadingRows label={props.label} looks={looks} />
            ) : (
              <Rows {...props} filler={filler} looks={looks} scroll={scroll} table={table} />
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

function applied<T>(change: Updater<T>, before: T): T {
  return typeof change === "function" ? (change as (old: T) => T)(before) : change;
}

function ticked(state: RowSelectionState): Selection {
  return Object.fromEntries(Object.entries(state).flatMap(([id, on]) => (on ? [[id, true as const]] : [])));
}
