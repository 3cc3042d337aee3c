"use client";

import { lazy, useMemo } from "react";
import type { CaseRecord, CaseSummary } from "#lib/cases/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { cleared } from "#components/filters/codec.ts";
import { sortInUrl } from "#components/filters/sort.ts";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#components/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectionFoot, TotalsFoot } from "#components/ui/data-table/foot.tsx";
import { ListPage } from "#components/ui/data-table/list-page.tsx";
import { useOpenRow } from "#components/ui/data-table/open-row.ts";
import { Empty } from "#components/ui/empty.tsx";
import { Money } from "#components/ui/money.tsx";
import { clockText, dayText, onSameDay, type Zone } from "#components/ui/times.ts";
import { serverNow } from "#components/clock.ts";
import { useUrl } from "#components/url.ts";
import { useWhose, WhoseProvider, WhoseSwitch } from "#components/whose.tsx";
import { CASES } from "./case-columns.tsx";
import { type CaseFilter, caseQuery, DEFAULT_SORT, fiatOf, readCaseFilter } from "./case-filter.ts";
import { CaseFilters, CaseViews, OFFERED } from "./case-filters.tsx";
import { useCaseSummary, useCases } from "./cases-data.ts";

/** Loaded when the first one is opened. */
const CaseDrawer = lazy(async () => ({ default: (await import("./case-drawer.tsx")).CaseDrawer }));

const words = text.exceptions;

/** The one inbox of everything that waits for a person of the account, or of the house; all of its state is the URL. */
export function ExceptionsPage() {
  const { whose } = useWhose("house:cases");
  return (
    <WhoseProvider key={whose} value={whose}>
      <Inbox />
    </WhoseProvider>
  );
}

function Inbox() {
  const { params, change } = useUrl();
  const filter = useMemo(() => readCaseFilter(params), [params]);
  const fiat = fiatOf(filter);
  const query = useMemo(() => caseQuery(filter), [filter]);
  const list = useCases(query);
  const { data: summary } = useCaseSummary();
  const open = useOpenRow("case", list.rows, CASES.idOf, true);
  return (
    <ListPage
      drawer={
        open.id === undefined ? null : (
          <CaseDrawer
            caseId={open.id}
            fiat={fiat}
            onClose={open.close}
            onStep={open.step}
            people={summary?.people ?? []}
            takeFocus={open.takeFocus}
          />
        )
      }
      empty={<NoCases filter={filter} onReset={() => change(RESET)} summary={summary} />}
      failed={words.failed}
      filters={<CaseFilters filter={filter} onChange={(patch) => change(patch)} params={params} />}
      fresh={{ count: list.newer, label: words.fresh(list.newer), hint: words.freshHint, show: list.showNewer }}
      kind={CASES}
      label={words.list}
      list={list}
      loading={list.isPending || (list.isPlaceholderData && list.isFetching && list.rows.length === 0)}
      onSort={(next) => change({ sort: sortInUrl(next, DEFAULT_SORT) })}
      open={open}
      selectionFoot={(selected, clear) => (
        <SelectionFoot caption={words.totals.selected} count={selected.length} onClear={clear}>
          <Money asset={fiat} unit value={worthOf(selected)} />
        </SelectionFoot>
      )}
      sorting={filter.sort}
      title={words.title}
      total={list.latest?.count}
      totals={
        <TotalsFoot
          caption={words.totals.worth}
          count={words.totals.of(list.rows.length, list.latest?.count ?? list.rows.length)}
        >
          <span className="font-medium">
            <Money asset={fiat} unit value={list.latest?.worth ?? worthOf(list.rows)} />
          </span>
        </TotalsFoot>
      }
      views={
        <>
          <WhoseSwitch needed="house:cases" />
          <CaseViews filter={filter} params={params} summary={summary} />
        </>
      }
    />
  );
}

const RESET = { ...cleared(OFFERED), view: undefined };

const worthOf = (rows: readonly CaseRecord[]): Decimal =>
  rows.reduce((sum, { worth }) => (worth ? sum.plus(worth) : sum), Decimal.ZERO);

function NoCases({
  filter,
  summary,
  onReset,
}: {
  filter: CaseFilter;
  summary: CaseSummary | undefined;
  onReset: () => void;
}) {
  const { zone } = usePreferences();
  const { kind, minimum } = filter.values;
  const isFiltered = filter.view !== "all" || kind !== undefined || minimum !== undefined;
  if (isFiltered)
    return (
      <Empty actions={<Button onClick={onReset}>{words.empty.reset}</Button>} title={words.empty.filtered}>
        {words.empty.filteredText}
      </Empty>
    );
  const since = summary?.clearSince;
  return (
    <Empty title={since ? words.empty.clear(momentText(since, zone)) : words.empty.clearEver}>
      {words.empty.clearText}
    </Empty>
  );
}

function momentText(at: number, zone: Zone): string {
  const clock = clockText(at, zone).slice(0, 5);
  return onSameDay(at, serverNow(), zone) ? clock : `${dayText(at, zone)} ${clock}`;
}
