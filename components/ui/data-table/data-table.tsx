"use client";

import {
  type ColumnDef,
  type RowSelectionState,
  type SortingState,
  type Updater,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo, useRef } from "react";
import { text } from "#components/text/text.ts";
import { leastWidths, looksOf, ROLE } from "./cell-look.ts";
import { type DeskFeatures, features } from "./features.ts";
import { HeadRow } from "./head-row.tsx";
import { LoadingRows } from "./loading-rows.tsx";
import { Rows } from "./rows.tsx";
import type { Visibility } from "./table-view.ts";

export type Sorting = { id: string; desc: boolean };
export type Selection = Readonly<Record<string, true>>;

export type DataTableProps<Row extends object> = {
  /** Names the table for screen readers. */
  label: string;
  // biome-ignore lint/suspicious/noExplicitAny: columns of one table hold values of different types
  columns: ColumnDef<DeskFeatures, Row, any>[];
  /** Stable between renders: a new array rebuilds the models. */
  rows: readonly Row[];
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  sorting: Sorting;
  onSort: (next: Sorting) => void;
  /** Of ids, so that it outlives pages and filters. */
  selection: Selection;
  onSelect: (next: Selection) => void;
  /** The row that the drawer shows. */
  openId?: string | undefined;
  /** The reader opens a row. */
  onOpen: (id: string) => void;
  /** The reader walks to a row while the drawer is open: it follows, the focus stays in the list. */
  onFollow: (id: string) => void;
  onEscape: () => void;
  visibility: Visibility;
  loading: boolean;
  more?: { has: boolean; loading: boolean; load: () => void };
  /** All rows that the filter matches, when the server told. */
  total?: number | undefined;
  empty: ReactNode;
};

/** The desk's one table: sorted and paged by the server, selected by id, walked by keyboard, cards on a phone. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, idOf, sorting, onSort, selection, onSelect, visibility, loading } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const data = rows as Row[];
  const state = useMemo(
    () => ({
      sorting: [sorting],
      rowSelection: selection as RowSelectionState,
      columnVisibility: visibility as Record<string, boolean>,
    }),
    [sorting, selection, visibility],
  );
  const table = useTable<DeskFeatures, Row>({
    features,
    columns,
    data,
    getRowId: idOf,
    state,
    manualSorting: true,
    enableSortingRemoval: false,
    onSortingChange: (change: Updater<SortingState>) => {
      const next = applied(change, state.sorting)[0];
      if (next) onSort(next);
    },
    onRowSelectionChange: (change: Updater<RowSelectionState>) => onSelect(ticked(applied(change, state.rowSelection))),
  });
  const shown = table.getVisibleLeafColumns();
  const looks = looksOf(shown, visibility);
  const none = !loading && rows.length === 0;
  return (
    <>
      <section aria-busy={loading} aria-label={props.label} className="grid-scroll" ref={scroll} tabIndex={-1}>
        {none ? (
          props.empty
        ) : (
          <table
            aria-label={props.label}
            aria-rowcount={(props.total ?? rows.length) + 1}
            className="grid-t"
            style={leastWidths(shown, visibility)}
            {...ROLE.table}
          >
            <thead {...ROLE.rowgroup}>
              <HeadRow looks={looks} table={table} />
            </thead>
            {loading ? (
              <LoadingRows label={props.label} looks={looks} />
            ) : (
              <Rows {...props} looks={looks} scroll={scroll} table={table} />
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

function applied<T>(change: Updater<T>, before: T): T {
  return typeof change === "function" ? (change as (old: T) => T)(before) : change;
}

function ticked(state: RowSelectionState): Selection {
  return Object.fromEntries(Object.entries(state).flatMap(([id, on]) => (on ? [[id, true as const]] : [])));
}
