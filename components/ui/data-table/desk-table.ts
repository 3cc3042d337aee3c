"use client";

import { type Column, type Updater, useTable } from "@tanstack/react-table";
import { type DeskFeatures, features, type TableKind } from "./features.ts";
import { changed, type Layout, movedTo, PLAIN, stateOf } from "./layout.ts";
import { useLayout } from "./use-layout.ts";

export type Sorting = { id: string; desc: boolean };
export type TableColumn<Row extends object> = Column<DeskFeatures, Row, unknown>;

type Sorts = { sorting: Sorting; onSort: (next: Sorting) => void };

/** The columns' table has no rows: those are the body's, which is given the ones in view alone. */
const NO_ROWS: never[] = [];

/**
 * A table's columns as its reader laid them out, in TanStack Table's own state: order, visibility, pinning, sizing, and
 * the order of rows as the server gives it. Head, menu of columns and body share it; the address keeps it.
 */
export function useDeskTable<Row extends object>(kind: TableKind<Row>, sorts?: Sorts) {
  const [layout, change] = useLayout(kind.name, kind.ids);
  const sorting = sorts ? [sorts.sorting] : [];
  const state = stateOf(kind, layout, sorts?.sorting.id);
  const on =
    <Slice extends keyof Layout>(slice: Slice) =>
    (next: Updater<Layout[Slice]>) =>
      change((before) => changed(kind, before, slice, next));
  const table = useTable<DeskFeatures, Row>({
    features,
    columns: kind.columns,
    data: NO_ROWS,
    state: { ...state, sorting },
    manualSorting: true,
    enableSorting: sorts !== undefined,
    enableSortingRemoval: false,
    onSortingChange: (next) => {
      const [first] = typeof next === "function" ? next(sorting) : next;
      if (first) sorts?.onSort(first);
    },
    onColumnOrderChange: on("columnOrder"),
    onColumnPinningChange: on("columnPinning"),
    onColumnSizingChange: on("columnSizing"),
    onColumnVisibilityChange: on("columnVisibility"),
  });
  const all = () => [...table.getStartLeafColumns(), ...table.getCenterLeafColumns()];
  const columns = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()];
  const moveTo = (id: string, target: string) =>
    change((before) =>
      movedTo(
        kind,
        before,
        all().map((one) => one.id),
        id,
        target,
      ),
    );
  return {
    kind,
    layout,
    state,
    /** Those that show, from start to end. */
    columns,
    headers: table.getHeaderGroups()[0]?.headers ?? [],
    /** Those that the reader may move, put away and keep in sight, shown or not. */
    movable: () => all().filter(({ id }) => !kind.fixed.includes(id) && !kind.sorted.includes(id)),
    setWidth: (id: string, width: number) => table.setColumnSizing((before) => ({ ...before, [id]: width })),
    moveTo,
    /** Moves a column one place towards the start or the end, over the next one that shows and may be passed. */
    move(id: string, by: -1 | 1) {
      const next = columns[columns.findIndex((one) => one.id === id) + by];
      if (next) moveTo(id, next.id);
    },
    reset: () => change(() => PLAIN),
  };
}

export type DeskTable<Row extends object> = ReturnType<typeof useDeskTable<Row>>;
