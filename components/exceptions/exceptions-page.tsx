"use client";

import { type ReactNode, Suspense, useMemo, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import type { CasePerson, CaseRecord, CaseResult, CaseSummary } from "#lib/cases/contract.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { ExportMenu } from "#components/exports/export-menu.tsx";
import { cleared } from "#components/filters/codec.ts";
import { sortParam } from "#components/filters/sort.ts";
import { useShortcut } from "#components/keyboard/keyboard.tsx";
import { refusedText } from "#components/fault-text.ts";
import { useMay } from "#components/may.ts";
import { useMedia } from "#components/media.ts";
import { usePreferences } from "#components/preferences.tsx";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { momentText } from "#lib/i18n/times.ts";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { allOf } from "#components/ui/data-table/all-of.ts";
import { NewerRows } from "#components/ui/data-table/newer-rows.tsx";
import { type OpenRow, useOpenRow, useSelected } from "#components/ui/data-table/open-row.ts";
import { type Selection, ticked } from "#components/ui/data-table/selection.ts";
import { DrawerWaiting } from "#components/ui/drawer.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Panel } from "#components/ui/menu.tsx";
import { Money } from "#components/ui/money.tsx";
import { OpenRecord } from "#components/ui/row-link.tsx";
import { Select } from "#components/ui/select.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { useUrl } from "#components/url.ts";
import { useOf, useWhose, WhoseProvider, WhoseSwitch } from "#components/whose.tsx";
import { Ageing } from "./ageing.tsx";
import { type CaseFilter, caseQuery, fiatOf, readCaseFilter } from "./case-filter.ts";
import { CaseFilters, CaseViews, OFFERED } from "./case-filters.tsx";
import { CaseBulk } from "./case-bulk.tsx";
import { CaseRows, More } from "./case-list.tsx";
import { useCaseSummary } from "./case-summary.ts";
import { useCases } from "./cases-data.ts";
import { endOfDay } from "./due.tsx";
import { Former, useFormer } from "#components/ui/former.tsx";

/** Loaded when the first one is opened. */
const CasePanes = lazyPart(async () => (await import("./case-panes.tsx")).CasePanes);

const words = exceptionsText;

/** The one inbox of everything that waits for a person of the account, or of the house; all of its state is the URL. */
export function ExceptionsPage() {
  const { whose } = useWhose("house:cases");
  return (
    <WhoseProvider key={whose} value={whose}>
      <Inbox />
    </WhoseProvider>
  );
}

/** Below this the case covers the list. */
const ONE_COLUMN = "(max-width: 1023px)";
const FILTER_BUTTON =
  "inline-flex h-7 items-center gap-1.5 rounded-2 px-2 text-ink-2 hover:bg-hover hover:text-ink-1 whitespace-nowrap";
const isNarrowed = ({ values: { kind, age, minimum, fiat } }: CaseFilter): boolean =>
  kind !== undefined || age !== undefined || minimum !== undefined || fiat !== undefined;
const NOBODY: Selection = {};
const NOTHING: ReadonlyMap<string, string> = new Map();

function Inbox() {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const filter = useMemo(() => readCaseFilter(params), [params]);
  const dayEndsAt = endOfDay(useNow(60_000) ?? serverNow(), zone);
  const query = useMemo(() => ({ ...caseQuery(filter), dayEndsAt }), [filter, dayEndsAt]);
  const list = useCases(query);
  const { data: summary } = useCaseSummary();
  const open = useOpenRow("case", list.rows, idOf);
  const picked = usePicked(list.rows);
  const isCovered = useMedia(ONE_COLUMN) && open.id !== undefined;
  useCaseKeys({ open, picked });
  const fiat = fiatOf(filter);
  const people = summary?.people ?? [];
  return (
    <div className="case-desk" data-open={open.id === undefined ? undefined : true}>
      {isCovered ? <h1 className="sr-only">{text.nav.exceptions}</h1> : null}
      <section aria-label={text.nav.exceptions} className="case-list" inert={isCovered}>
        <header className="flex min-h-13 flex-none flex-wrap items-center gap-x-5 gap-y-2 border-b border-rule px-gutter py-2.5">
          <h1 className="text-15 font-semibold">{text.nav.exceptions}</h1>
          <WhoseSwitch needed="house:cases" />
          <CaseViews filter={filter} params={params} summary={summary} />
        </header>
        <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-rule px-gutter py-2">
          <Panel
            button={<Icon className={isNarrowed(filter) ? "text-accent" : "text-ink-3"} name="filter" size={14} />}
            buttonClass={FILTER_BUTTON}
            label={words.filter.title}
            shownLabel
          >
            {() => (
              <div className="flex w-72 max-w-full flex-wrap gap-2 p-2">
                <CaseFilters filter={filter} onChange={(patch) => change(patch)} params={params} />
              </div>
            )}
          </Panel>
          <OrderChoice onChange={(sort) => change({ sort })} sort={filter.sort} />
          <span className="ms-auto flex items-center gap-1">
            <NewerRows
              count={list.newer}
              hint={words.freshHint}
              label={words.fresh(list.newer)}
              show={list.showNewer}
            />
            <CaseExport filter={filter} />
          </span>
        </div>
        <Former when={list.isPlaceholderData}>
          <Rows
            empty={<NoCases filter={filter} onReset={() => change(RESET)} summary={summary} />}
            filter={filter}
            list={list}
            open={open}
            params={params}
            picked={picked}
          />
          <Foot fiat={fiat} list={list} people={people} picked={picked} />
        </Former>
      </section>
      {open.id === undefined ? (
        <NonePicked first={list.rows[0]} onOpen={(caseId) => open.opener.show(caseId)} />
      ) : (
        <Suspense fallback={<DrawerWaiting />}>
          <CasePanes
            caseId={open.id}
            fiat={fiat}
            onClose={open.close}
            onStep={open.step}
            people={people}
            takeFocus={open.takeFocus}
          />
        </Suspense>
      )}
    </div>
  );
}

type List = ReturnType<typeof useCases>;
type Picked = ReturnType<typeof usePicked>;

/** The cases that are selected, and why some were refused just now: those stay selected. */
function usePicked(rows: readonly CaseRecord[]) {
  const [selection, setSelection] = useState(NOBODY);
  const [refused, setRefused] = useState(NOTHING);
  const may = useMay(useOf() === "house" ? "house:cases" : "notes:write");
  return {
    selection,
    refused,
    selected: useSelected(rows, selection, idOf),
    pick: may ? (id: string, on: boolean) => setSelection((before) => ticked(before, [id], on)) : undefined,
    clear() {
      setSelection(NOBODY);
      setRefused(NOTHING);
    },
    settle(results: readonly CaseResult[]) {
      const failed = results.filter(({ done }) => !done);
      const ids = failed.map(({ caseId }) => caseId);
      setSelection(ticked(NOBODY, ids, true));
      setRefused(new Map(failed.map((result) => [result.caseId, refusedText(result)])));
    },
  };
}

type RowsProps = {
  list: List;
  filter: CaseFilter;
  params: URLSearchParams;
  open: OpenRow<CaseRecord>;
  picked: Picked;
  empty: ReactNode;
};

function Rows({ list, filter, params, open, picked, empty }: RowsProps) {
  const { rows, latest, isError } = list;
  const loading = list.isPending;
  const former = useFormer();
  const byDue = filter.sort.id === "due" && !filter.sort.desc;
  return (
    <>
      {isError ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={words.failed} /> : null}
      {latest && rows.length > 0 ? (
        <Ageing age={filter.values.age} ages={latest.ages} fiat={latest.fiat} params={params} />
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label={words.list} className="case-rows" tabIndex={0} {...former}>
        {loading ? <Waiting lines={8} /> : null}
        {rows.length > 0 || loading || isError ? null : empty}
        <OpenRecord value={open.opener}>
          <CaseRows
            currentId={open.id}
            due={byDue ? latest?.due : undefined}
            onPick={picked.pick}
            refused={picked.refused}
            rows={rows}
            selection={picked.selection}
          />
        </OpenRecord>
        {list.hasNextPage ? <More busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} /> : null}
      </section>
    </>
  );
}

type FootProps = { list: List; picked: Picked; people: readonly CasePerson[]; fiat: Fiat };

/** What is selected and can be done with it; else what everything comes to. */
function Foot({ list: { rows, latest }, picked, people, fiat }: FootProps) {
  const { selected, clear, settle } = picked;
  const former = useFormer();
  if (selected.length > 0)
    return <CaseBulk fiat={fiat} onClear={clear} onResults={settle} people={people} selected={selected} />;
  if (rows.length === 0) return null;
  return (
    <p className="case-total" {...former}>
      <span className="figure text-ink-3">{words.totals.of(rows.length, allOf(rows.length, latest?.count ?? 0))}</span>
      <span className="ms-auto text-12 text-ink-3">{words.totals.worth}</span>
      <span className="font-medium">
        <Money asset={fiat} unit value={latest?.worth ?? Decimal.ZERO} />
      </span>
    </p>
  );
}

const idOf = ({ caseId }: CaseRecord): string => caseId;

type Keys = { open: OpenRow<CaseRecord>; picked: Picked };

/** j and k walk, x selects, Escape closes or clears. */
function useCaseKeys({ open, picked: { selection, pick, clear } }: Keys): void {
  const { keys } = text.table;
  const group = text.keyboard.groups.table;
  useShortcut("j", keys.down, group, () => open.walk(1));
  useShortcut("k", keys.up, group, () => open.walk(-1));
  useShortcut("x", keys.select, group, () => {
    if (open.id !== undefined) pick?.(open.id, !selection[open.id]);
  });
  useShortcut("Escape", keys.close, group, () => (open.id === undefined ? clear() : open.close()));
}

/** The order of the list; by deadline unless another is chosen. */
function OrderChoice({ sort, onChange }: { sort: CaseFilter["sort"]; onChange: (sort: string | undefined) => void }) {
  const orders = { due: words.sort.due, "-worth": words.sort.worth, "-since": words.sort.since };
  return (
    <Select
      aria-label={words.sort.label}
      onChange={(event) => onChange(event.target.value === "due" ? undefined : event.target.value)}
      small
      value={sortParam(sort)}
    >
      {Object.entries(orders).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}

/** A file of the list; the house's inbox and one's own have none, since who writes the file is neither. */
function CaseExport({ filter }: { filter: CaseFilter }) {
  const ofHouse = useOf() === "house";
  if (ofHouse || filter.view === "mine") return null;
  const { owner: _nobodyElse, ...query } = caseQuery(filter);
  const owner = filter.view === "nobody" ? { owner: "nobody" } : {};
  return <ExportMenu wanted={{ list: "cases", query: { ...query, ...owner } }} />;
}

function NonePicked({ first, onOpen }: { first: CaseRecord | undefined; onOpen: (caseId: string) => void }) {
  if (!first) return <div className="case-none" />;
  return (
    <section aria-label={words.pick} className="case-none">
      <Empty
        actions={
          <Button look="primary" onClick={() => onOpen(first.caseId)}>
            {words.openFirst}
          </Button>
        }
        title={words.pick}
      >
        {words.pickText}
      </Empty>
    </section>
  );
}

const RESET = { ...cleared(OFFERED), view: undefined };

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
  const { kind, age, minimum } = filter.values;
  const isFiltered = filter.view !== "all" || kind !== undefined || age !== undefined || minimum !== undefined;
  if (isFiltered)
    return (
      <Empty actions={<Button onClick={onReset}>{words.empty.reset}</Button>} title={words.empty.filtered}>
        {words.empty.filteredText}
      </Empty>
    );
  const since = summary?.clearSince;
  return (
    <Empty title={since ? words.empty.clear(momentText(since, serverNow(), zone)) : words.empty.clearEver}>
      {words.empty.clearText}
    </Empty>
  );
}
