"use client";

import { useMemo, useState } from "react";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { useNow } from "#components/clock.ts";
import { OVERLAY, useMedia } from "#components/media.ts";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { DataTable, type Selection } from "#components/ui/data-table/data-table.tsx";
import { useOpenRow, useSelected } from "#components/ui/data-table/open-row.ts";
import { TableTools } from "#components/ui/data-table/table-tools.tsx";
import { useColumnChoice } from "#components/ui/data-table/table-view.ts";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { useUrl } from "#components/url.ts";
import {
  DEFAULT_SORT,
  FILTER_PARAMS,
  filterQuery,
  type PaymentFilter,
  readFilter,
  type SortField,
  sortParam,
} from "./filter.ts";
import { OpenPayment } from "./open-link.tsx";
import { HIDDEN_AT_FIRST, HIDEABLE, paymentColumns } from "./payment-columns.tsx";
import { PaymentDrawer } from "./payment-drawer.tsx";
import { PaymentFilters, rangeWords } from "./payment-filters.tsx";
import { PaymentSelection, PaymentTotals } from "./payment-totals.tsx";
import { PaymentViews } from "./payment-views.tsx";
import { usePayments, usePaymentsSummary } from "./payments-data.ts";

const words = text.payments;
const NOBODY: Selection = {};
/** Ranges such as "last 7 days" move on at this pace, so that a page left open keeps its cache. */
const RANGE_STEP_MS = 3_600_000;

/** Search, list, totals and the drawer; all of its state is the URL. */
export function PaymentsPage() {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const filter = useMemo(() => readFilter(params), [params]);
  const now = useNow(RANGE_STEP_MS);
  const query = useMemo(() => filterQuery(filter, now ?? Date.now(), zone), [filter, now, zone]);
  const list = usePayments(query);
  const summary = usePaymentsSummary(query);
  const [selection, setSelection] = useState(NOBODY);
  const [chosen, setVisibility] = useColumnChoice("payments");
  const visibility = useMemo(() => ({ ...HIDDEN_AT_FIRST, ...chosen }), [chosen]);
  const open = useOpenRow("open", list.rows, idOf);
  const covered = useMedia(OVERLAY) && open.id !== undefined;
  const selected = useSelected(list.rows, selection, idOf);

  const loading = list.isPending || (list.isPlaceholderData && list.isFetching && list.rows.length === 0);
  const stepBack = () => (open.id === undefined ? setSelection(NOBODY) : open.close());
  return (
    <div className="split">
      {covered ? <h1 className="sr-only">{words.title}</h1> : null}
      <div className="list flex min-h-0 min-w-0 flex-col" inert={covered}>
        <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-5 gap-y-2 border-b border-rule px-gutter py-2.5">
          <h1 className="text-15 font-semibold">{words.title}</h1>
          <PaymentViews params={params} />
        </div>
        <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-rule px-gutter py-2">
          <PaymentFilters filter={filter} onChange={(patch) => change(patch)} />
          <span className="ms-auto flex items-center gap-1">
            {list.newer > 0 ? (
              <Button
                className="border-accent-edge! text-accent!"
                onClick={list.showNewer}
                size="small"
                title={words.freshHint}
              >
                {words.fresh(list.newer)}
              </Button>
            ) : null}
            <TableTools columns={HIDEABLE} onVisibility={setVisibility} visibility={visibility} />
          </span>
        </div>
        {list.isError ? <ErrorNote error={list.error} onRetry={list.refetch} title={words.failed} /> : null}
        <OpenPayment value={open.show}>
          <DataTable
            columns={paymentColumns}
            empty={list.isError ? null : <NoPayments filter={filter} onChange={change} />}
            idOf={idOf}
            label={words.list}
            loading={loading}
            more={{ has: list.hasNextPage, loading: list.isFetchingNextPage, load: list.fetchNextPage }}
            nameOf={nameOf}
            onEscape={stepBack}
            onFollow={open.follow}
            onOpen={open.show}
            onSelect={setSelection}
            onSort={(next) =>
              change({ sort: isDefault(next) ? undefined : sortParam({ id: next.id as SortField, desc: next.desc }) })
            }
            openId={open.id}
            rows={list.rows}
            selection={selection}
            sorting={filter.sort}
            total={summary.data?.count}
            visibility={visibility}
          />
        </OpenPayment>
        {list.rows.length > 0 ? <PaymentTotals rows={list.rows} summary={summary.data} /> : null}
        {selected.length > 0 ? <PaymentSelection onClear={() => setSelection(NOBODY)} selected={selected} /> : null}
      </div>
      {open.id === undefined ? null : (
        <PaymentDrawer
          known={open.record}
          onClose={open.close}
          onStep={open.step}
          paymentId={open.id}
          takeFocus={open.takeFocus}
        />
      )}
    </div>
  );
}

const idOf = (record: PaymentRecord) => record.paymentId;
const nameOf = (record: PaymentRecord) => `…${record.paymentId.slice(-6)}`;
const isDefault = (sort: { id: string; desc: boolean }) =>
  sort.id === DEFAULT_SORT.id && sort.desc === DEFAULT_SORT.desc;

function NoPayments({
  filter,
  onChange,
}: {
  filter: PaymentFilter;
  onChange: (patch: Record<string, string | undefined>) => void;
}) {
  const narrow = filter.range !== undefined && filter.range.kind !== "90d";
  const filtered = Object.keys(filter.listed).length > 0 || filter.convertible || filter.subaccount !== undefined;
  const cleared = Object.fromEntries(FILTER_PARAMS.map((name) => [name, undefined]));
  const { empty } = words;
  return (
    <Empty
      actions={
        <>
          {narrow ? (
            <Button onClick={() => onChange({ range: "90d", from: undefined, to: undefined })}>{empty.widen}</Button>
          ) : null}
          {filtered || filter.search ? <Button onClick={() => onChange(cleared)}>{empty.clear}</Button> : null}
        </>
      }
      title={empty.title}
    >
      {filter.search
        ? empty.search
        : filtered
          ? empty.filtered
          : empty.range(filter.range ? rangeWords(filter.range) : words.filter.any)}
    </Empty>
  );
}
