"use client";

import { useMemo } from "react";
import { RANGES, type RangeName } from "#lib/contract/filters.ts";
import { writtenOf } from "#lib/contract/written.ts";
import { getStatementCall } from "#lib/ledger/calls.ts";
import { STATEMENT_FILTERS } from "#lib/ledger/filters.ts";
import { useNow } from "#components/clock.ts";
import { ExportMenu } from "#components/exports/export-menu.tsx";
import { useBalances, useValuedBalances } from "#components/overview/overview-data.ts";
import { Section } from "#components/ui/section.tsx";
import { cleared, type Filtered, queryOf, readFilters } from "#components/filters/codec.ts";
import { ClearFilters, FilterFields, isFiltered } from "#components/filters/filter-fields.tsx";
import { FilterTexts } from "#components/filters/filter-texts.tsx";
import { timesOf } from "#components/filters/range.ts";
import { RangeMenu } from "#components/filters/range-menu.tsx";
import { usePreferences } from "#components/preferences.tsx";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { NewerRows } from "#components/ui/data-table/newer-rows.tsx";
import { TableTools } from "#components/ui/data-table/table-tools.tsx";
import { DataTable } from "#components/ui/data-table/data-table.tsx";
import { type DeskTable, useDeskTable } from "#components/ui/data-table/desk-table.ts";
import { fiatIn, ValuedIn } from "#components/ui/valued-in.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { type UrlPatch, useUrl } from "#components/url.ts";
import { SavedViews } from "#components/views/saved-views.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { AsOf, readAsOf } from "#components/filters/as-of.tsx";
import { BalancesTable } from "./balances-table.tsx";
import { type Movement, type StatementQuery, useMovement, useStatement } from "./ledger-data.ts";
import { MovementTable } from "./movement-table.tsx";
import { ProofLine } from "./proof-line.tsx";
import { STATEMENT } from "./statement-columns.tsx";
import { Former } from "#components/ui/former.tsx";

const words = ledgerText;
const RANGE_STEP_MS = 3_600_000;

/** Balances and every movement that made them; asset and time live in the URL. */
export function LedgerPage() {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const now = useNow(RANGE_STEP_MS);
  const filtered = useMemo(() => readFilters(STATEMENT_FILTERS, params), [params]);
  const query = useMemo<StatementQuery>(
    () => queryOf<typeof STATEMENT_FILTERS>(filtered, now ?? Date.now(), zone),
    [filtered, now, zone],
  );
  const at = readAsOf(params);
  const fiat = fiatIn(params, "in");
  const period = RANGES.find((one) => one === params.get("period")) ?? "7d";
  const current = useBalances();
  const balances = useValuedBalances({ in: fiat, at: at?.getTime() });
  const list = useStatement(query);
  const desk = useDeskTable(STATEMENT);
  const failed = list.error ?? balances.error ?? current.error;
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-5 gap-y-1 border-b border-rule px-gutter py-2">
        <h1 className="text-15 font-semibold">{text.nav.ledger}</h1>
        <SavedViews page="ledger" />
        <span className="ms-auto flex flex-wrap items-center gap-2 text-12">
          <AsOf at={at} now={now ?? Date.now()} onChange={(one) => change({ at: one?.toISOString() })} />
          <ValuedIn fiat={fiat} onChange={(one) => change({ in: one }, "replace")} />
        </span>
      </div>
      {failed ? (
        <ErrorNote
          error={failed}
          onRetry={() => void Promise.all([list.refetch(), balances.refetch(), current.refetch()])}
          title={words.failed}
        />
      ) : null}
      {/* A section shows once those above it stand: no panel loses its button under the reader. */}
      <div className="[&>[data-waiting]~*]:hidden">
        {balances.isPending ? <Waiting lines={12} /> : null}
        {balances.data ? (
          <Former when={balances.isPlaceholderData}>
            <BalancesTable
              balances={balances.data}
              fiat={balances.data.in ?? fiat}
              onAsset={(one) => change({ asset: one })}
              params={params}
            />
          </Former>
        ) : null}
        {now === undefined ? null : (
          <Period
            key={at?.getTime()}
            requested={{
              startTime: timesOf({ kind: period }, at?.getTime() ?? now, zone).startTime,
              endTime: at?.getTime(),
              in: fiat,
            }}
            onPeriod={(one) => change({ period: one }, "replace")}
            period={period}
          />
        )}
        {balances.isPending ? null : (
          <Section
            end={
              <>
                <ExportMenu wanted={{ list: "statement", query: writtenOf(getStatementCall, query).query }} />
                <TableTools desk={desk} />
              </>
            }
            hint={list.isSuccess ? words.statement.loaded(list.rows.length, list.hasNextPage) : undefined}
            title={words.statement.title}
          >
            <Filters filtered={filtered} list={list} onChange={change} params={params} />
            <Movements
              // Movements of one customer or payment leave gaps between the balances, which are the account's.
              balances={query.subaccount === undefined && query.paymentId === undefined ? current.data : undefined}
              desk={desk}
              list={list}
              isNarrowed={isFiltered(STATEMENT_FILTERS, params)}
              onClear={() => change(cleared(STATEMENT_FILTERS))}
            />
          </Section>
        )}
      </div>
    </>
  );
}

/** How a period's opening became its closing. */
function Period({
  requested,
  period,
  onPeriod,
}: {
  requested: Parameters<typeof useMovement>[0];
  period: RangeName;
  onPeriod: (period: RangeName) => void;
}) {
  const { data, error, refetch, isPlaceholderData } = useMovement(requested);
  const { startTime, endTime } = requested;
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={words.movement.failed} />;
  if (!data) return <Waiting lines={6} />;
  return (
    <Former when={isPlaceholderData}>
      <MovementTable movement={data} of={{ startTime, endTime }} onPeriod={onPeriod} period={period} />
    </Former>
  );
}

/** The movements that are there with their proof, or what stands in their place. */
function Movements({
  balances,
  desk,
  list,
  isNarrowed,
  onClear,
}: {
  balances: ReturnType<typeof useBalances>["data"];
  desk: DeskTable<Movement>;
  list: ReturnType<typeof useStatement>;
  /** Whether a filter is on. */
  isNarrowed: boolean;
  onClear: () => void;
}) {
  if (list.isPending) return <Waiting lines={6} />;
  if (list.rows.length === 0)
    return list.isSuccess ? (
      <Empty
        actions={isNarrowed ? <Button onClick={onClear}>{words.empty.clear}</Button> : undefined}
        title={words.empty.title}
      >
        {isNarrowed ? words.empty.text : words.empty.first}
      </Empty>
    ) : null;
  return (
    <Former when={list.isPlaceholderData}>
      {balances ? <ProofLine balances={balances} rows={list.rows} /> : null}
      <div className="list flex max-h-[max(320px,calc(100dvh-140px))] flex-col max-card:max-h-none">
        <DataTable desk={desk} label={words.statement.title} rows={list.rows} />
      </div>
      {list.hasNextPage ? (
        <div className="px-gutter py-3">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? words.statement.loading : words.statement.more}
          </Button>
        </div>
      ) : null}
    </Former>
  );
}

/** The filters that are on, the way back from them, and how many movements came since. */
function Filters({
  filtered,
  params,
  list,
  onChange,
}: {
  filtered: Filtered<typeof STATEMENT_FILTERS>;
  params: URLSearchParams;
  list: ReturnType<typeof useStatement>;
  onChange: (patch: UrlPatch) => void;
}) {
  const { asset, customer, payment, all, clear } = words.filter;
  const labels = { names: { asset, subaccount: customer, paymentId: payment }, options: {}, any: { asset: all } };
  const parts = { filters: STATEMENT_FILTERS, filtered, labels, onChange };
  return (
    <div className="flex flex-wrap items-center gap-2 border-y border-rule px-gutter py-2">
      <RangeMenu filters={STATEMENT_FILTERS} onChange={onChange} range={filtered.range} />
      <FilterFields {...parts} named />
      <FilterTexts {...parts} />
      <ClearFilters filters={STATEMENT_FILTERS} label={clear} onChange={onChange} params={params} />
      <span className="ms-auto">
        <NewerRows
          count={list.newer}
          hint={words.statement.freshHint}
          label={words.statement.fresh(list.newer)}
          show={list.showNewer}
        />
      </span>
    </div>
  );
}
