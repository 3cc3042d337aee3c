"use client";

import { useMemo } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { writtenOf } from "#lib/contract/written.ts";
import { getPaymentCall } from "#lib/payments/calls.ts";
import { LIST_FILTERS } from "#lib/payments/filters.ts";
import { useNow } from "#components/clock.ts";
import { ExportMenu } from "#components/exports/export-menu.tsx";
import { cleared, namesOf } from "#components/filters/codec.ts";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { rangeWords } from "#components/filters/range-menu.tsx";
import { sortInUrl } from "#components/filters/sort.ts";
import { SortNote } from "#components/filters/sort-note.tsx";
import { Valued } from "#components/filters/value-column.tsx";
import { useMay } from "#components/may.ts";
import { paymentLabels } from "#components/filters/list-labels.ts";
import { usePreferences } from "#components/preferences.tsx";
import { paymentsText } from "#lib/i18n/payments.ts";
import { text } from "#lib/i18n/text.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ListPage } from "#components/ui/data-table/list-page.tsx";
import { useOpenRow } from "#components/ui/data-table/open-row.ts";
import { Empty } from "#components/ui/empty.tsx";
import { useUrl } from "#components/url.ts";
import { DEFAULT_SORT, filterQuery, type PaymentFilter, readFilter, type SortField } from "./filter.ts";
import { PAYMENTS } from "./payment-columns.tsx";
import { PaymentSelection, PaymentTotals } from "./payment-totals.tsx";
import { PaymentViews } from "./payment-views.tsx";
import { usePayments, usePaymentsSummary } from "./payments-data.ts";

/** Loaded when the first one is opened. */
const PaymentDrawer = lazyPart(async () => (await import("./payment-drawer.tsx")).PaymentDrawer);

const words = paymentsText;
/** Ranges such as "last 7 days" move on at this pace, so that a page left open keeps its cache. */
const RANGE_STEP_MS = 3_600_000;

/** Sorted by these, amounts of several currencies stand as their numbers. */
const AMOUNTS: readonly SortField[] = ["fiatReceivable", "quantity", "quantityReceived", "difference"];

/** Search, list, totals and the drawer; all of its state is the URL. */
export function PaymentsPage() {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const filter = useMemo(() => readFilter(params), [params]);
  const now = useNow(RANGE_STEP_MS);
  const query = useMemo(() => filterQuery(filter, now ?? Date.now(), zone), [filter, now, zone]);
  const list = usePayments(query);
  const summary = usePaymentsSummary(query, list.isSuccess && !list.isPlaceholderData);
  // One payment has no sums but its own: those at hand are of the list before, or of all.
  const isOfMany = query.paymentId === undefined;
  const sums = isOfMany ? summary.data : undefined;
  const awaitsSums = isOfMany && !summary.isError && (summary.isPending || summary.isPlaceholderData);
  const open = useOpenRow("open", list.rows, PAYMENTS.idOf);
  return (
    <Valued fiat={filter.in} list={list}>
      <ListPage
        drawer={
          open.id === undefined ? null : (
            <PaymentDrawer
              known={open.record}
              onClose={open.close}
              onStep={open.step}
              paymentId={open.id}
              takeFocus={open.takeFocus}
            />
          )
        }
        empty={<NoPayments filter={filter} onChange={change} />}
        failed={words.failed}
        filters={
          <FilterBar
            filtered={filter}
            filters={LIST_FILTERS}
            labels={paymentLabels()}
            onChange={(patch) => change(patch)}
            title={words.filter.title}
          />
        }
        fresh={{ count: list.newer, label: words.fresh(list.newer), hint: words.freshHint, show: list.showNewer }}
        kind={PAYMENTS}
        label={words.list}
        list={list}
        loading={list.isPending}
        onSort={(next) => change({ sort: sortInUrl({ id: next.id as SortField, desc: next.desc }, DEFAULT_SORT) })}
        open={open}
        selectionFoot={(selected, clear) => <PaymentSelection onClear={clear} selected={selected} />}
        sorting={filter.sort}
        title={words.title}
        tools={(selected) => (
          <>
            <SortNote amounts={AMOUNTS} onChange={(patch) => change(patch)} params={params} sort={filter.sort} />
            <ExportMenu
              chosen={selected.map(PAYMENTS.idOf)}
              wanted={{ list: "payments", query: writtenOf(getPaymentCall, query).query }}
            />
          </>
        )}
        total={awaitsSums ? undefined : sums?.count}
        totals={<PaymentTotals awaited={awaitsSums} rows={list.rows} summary={sums} />}
        views={<PaymentViews params={params} />}
      />
    </Valued>
  );
}

function NoPayments({
  filter,
  onChange,
}: {
  filter: PaymentFilter;
  onChange: (patch: Record<string, string | undefined>) => void;
}) {
  const may = useMay("payments:write");
  const narrow = filter.range !== undefined && filter.range.kind !== "90d";
  const names = namesOf(LIST_FILTERS).filter((name) => filter.values[name] !== undefined);
  const searched = names.some((name) => LIST_FILTERS[name].kind === "lookup");
  const { empty } = words;
  return (
    <Empty
      actions={
        <>
          {narrow ? (
            <Button onClick={() => onChange({ range: "90d", from: undefined, to: undefined })}>{empty.widen}</Button>
          ) : null}
          {names.length > 0 ? <Button onClick={() => onChange(cleared(LIST_FILTERS))}>{empty.clear}</Button> : null}
          {may ? <ButtonLink href="/bills/new">{text.nav.bills}</ButtonLink> : null}
        </>
      }
      title={empty.title}
    >
      {searched ? empty.search : names.length > 0 ? empty.filtered : empty.range(rangeWords(filter.range))}
    </Empty>
  );
}
