"use client";

import { type ReactNode, Suspense, useState } from "react";
import { OVERLAY, useMedia } from "#components/media.ts";
import { DrawerWaiting } from "../drawer.tsx";
import { ErrorNote } from "../error-note.tsx";
import { Former } from "../former.tsx";
import { OpenRecord } from "../row-link.tsx";
import { DataTable } from "./data-table.tsx";
import { type Newer, NewerRows } from "./newer-rows.tsx";
import { type Sorting, useDeskTable } from "./desk-table.ts";
import type { TableKind } from "./features.ts";
import { type OpenRow, useSelected } from "./open-row.ts";
import type { Selection } from "./selection.ts";
import { TableTools } from "./table-tools.tsx";

/** A list as its query tells it, page after page. */
export type ListState<Row> = {
  rows: readonly Row[];
  isError: boolean;
  /** Whether the rows are those of the question before. */
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

type Props<Row extends object> = {
  title: string;
  /** Names the table for screen readers. */
  label: string;
  /** What is said when the list could not be loaded. */
  failed: string;
  kind: TableKind<Row>;
  list: ListState<Row>;
  loading: boolean;
  /** The number of all rows that the filter matches, when the server has sent it. */
  total?: number | undefined;
  sorting: Sorting;
  onSort: (next: Sorting) => void;
  open: OpenRow<Row>;
  /** Beside the title: ready views and the page's own action. */
  views: ReactNode;
  /** Filters that are on, and the ways to add one. */
  filters: ReactNode;
  /** What may be done with the whole list or with the rows selected, before the tools of the table. */
  tools?: (selected: readonly Row[]) => ReactNode;
  /** Rows that came since and wait to be shown, so that none moves under the pointer. */
  fresh?: Newer | undefined;
  empty: ReactNode;
  totals: ReactNode;
  /** What may be done with the rows selected; without it no row can be. */
  selectionFoot?: (selected: readonly Row[], clear: () => void) => ReactNode;
  drawer: ReactNode;
  /** Another panel in the drawer's place, and the way out of it. */
  panel?: { node: ReactNode; close: () => void } | undefined;
};

const NOBODY: Selection = {};

/** Title, views, filters, table, sums and drawer: every list of records is this page. Its state is the URL. */
export function ListPage<Row extends object>(props: Props<Row>) {
  const { kind, list, open, panel } = props;
  const [selection, setSelection] = useState(NOBODY);
  const desk = useDeskTable(kind, { sorting: props.sorting, onSort: props.onSort });
  const covered = useMedia(OVERLAY) && (panel !== undefined || open.id !== undefined);
  const selected = useSelected(list.rows, selection, kind.idOf);
  const clear = () => setSelection(NOBODY);
  const stepBack = () => {
    if (panel) panel.close();
    else if (open.id !== undefined) open.close();
    else clear();
  };
  return (
    <div className="split">
      {covered ? <h1 className="sr-only">{props.title}</h1> : null}
      <div className="list flex min-h-0 min-w-0 flex-col" inert={covered}>
        <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-5 gap-y-2 border-b border-rule px-gutter py-2.5">
          <h1 className="text-15 font-semibold">{props.title}</h1>
          {props.views}
        </div>
        <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-rule px-gutter py-2">
          {props.filters}
          <span className="ms-auto flex items-center gap-1">
            {props.fresh ? <NewerRows {...props.fresh} /> : null}
            {props.tools?.(selected)}
            <TableTools desk={desk} />
          </span>
        </div>
        {list.isError ? (
          <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={props.failed} />
        ) : null}
        <Former when={list.isPlaceholderData}>
          <OpenRecord value={open.opener}>
            <DataTable
              desk={desk}
              empty={list.isError ? null : props.empty}
              label={props.label}
              loading={props.loading}
              more={{ has: list.hasNextPage, loading: list.isFetchingNextPage, load: () => void list.fetchNextPage() }}
              opens={{ id: open.id, onOpen: open.opener.show, onFollow: open.follow, onEscape: stepBack }}
              {...(props.selectionFoot && { picks: { selection, onSelect: setSelection } })}
              rows={list.rows}
              total={props.total}
            />
          </OpenRecord>
          {list.rows.length > 0 ? props.totals : null}
        </Former>
        {selected.length > 0 ? props.selectionFoot?.(selected, clear) : null}
      </div>
      <Suspense fallback={<DrawerWaiting />}>
        {props.drawer}
        {panel?.node}
      </Suspense>
    </div>
  );
}
