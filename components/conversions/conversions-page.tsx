"use client";

import { useMemo, useState } from "react";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { useNow } from "#components/clock.ts";
import { OVERLAY, useMedia } from "#components/media.ts";
import { RangeMenu, rangeWords } from "#components/payments/payment-filters.tsx";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import { DataTable, type Selection } from "#components/ui/data-table/data-table.tsx";
import { useOpenRow, useSelected } from "#components/ui/data-table/open-row.ts";
import { TableTools } from "#components/ui/data-table/table-tools.tsx";
import { useColumnChoice } from "#components/ui/data-table/table-view.ts";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { patched, type UrlPatch, useUrl } from "#components/url.ts";
import { conversionColumns, HIDEABLE } from "./conversion-columns.tsx";
import { ConversionDrawer } from "./conversion-drawer.tsx";
import { ConversionSelection, ConversionTotals } from "./conversion-totals.tsx";
import { useConversions } from "./conversions-data.ts";
import { type ConversionFilter, conversionQuery, isInView, readConversionFilter, VIEWS } from "./filter.ts";
import { FindInvoice } from "./find-invoice.tsx";
import { NewConversion } from "./new-conversion.tsx";
import { OpenConversion } from "./open-link.tsx";

const words = text.conversions;
const NOBODY: Selection = {};
const NEWEST_FIRST = { id: "created", desc: true };
/** Ranges such as "last 7 days" move on at this pace, so that a page left open keeps its cache. */
const RANGE_STEP_MS = 3_600_000;

/** List, drawer and the way from bills to a conversion; all of its state is the URL. */
export function ConversionsPage() {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const filter = useMemo(() => readConversionFilter(params), [params]);
  const now = useNow(RANGE_STEP_MS);
  const query = useMemo(() => conversionQuery(filter, now ?? Date.now(), zone), [filter, now, zone]);
  const list = useConversions(query);
  const rows = useMemo(() => list.rows.filter((row) => isInView(filter.view, row)), [list.rows, filter.view]);
  const [selection, setSelection] = useState(NOBODY);
  const [visibility, setVisibility] = useColumnChoice("conversions");
  const open = useOpenRow("invoice", rows, idOf, true);
  const making = params.get("new") !== null && open.id === undefined;
  const covered = useMedia(OVERLAY) && (making || open.id !== undefined);
  const selected = useSelected(rows, selection, idOf);

  const leave = () => (making ? change({ new: undefined }) : open.close());
  const stepBack = () => (making || open.id !== undefined ? leave() : setSelection(NOBODY));
  const created = (invoiceId: string) => {
    change({ new: undefined }, "replace");
    open.show(invoiceId);
  };
  return (
    <div className="split">
      {covered ? <h1 className="sr-only">{words.title}</h1> : null}
      <div className="list flex min-h-0 min-w-0 flex-col" inert={covered}>
        <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-5 gap-y-2 border-b border-rule px-gutter py-2.5">
          <h1 className="text-15 font-semibold">{words.title}</h1>
          <Views filter={filter} params={params} />
          <Button
            className="ms-auto"
            look="primary"
            onClick={() => change({ new: "1", invoice: undefined })}
            size="small"
          >
            {words.new}
          </Button>
        </div>
        <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-rule px-gutter py-2">
          <RangeMenu onChange={(patch) => change(patch)} range={filter.range} />
          <FindInvoice onFind={open.show} />
          <span className="ms-auto">
            <TableTools columns={HIDEABLE} onVisibility={setVisibility} visibility={visibility} />
          </span>
        </div>
        {list.isError ? <ErrorNote error={list.error} onRetry={list.refetch} title={words.failed} /> : null}
        <OpenConversion value={open.show}>
          <DataTable
            columns={conversionColumns}
            empty={list.isError ? null : <NoConversions filter={filter} onChange={change} />}
            idOf={idOf}
            label={words.list}
            loading={list.isPending}
            more={{ has: list.hasNextPage, loading: list.isFetchingNextPage, load: list.fetchNextPage }}
            nameOf={nameOf}
            onEscape={stepBack}
            onFollow={open.follow}
            onOpen={open.show}
            onSelect={setSelection}
            onSort={unsorted}
            openId={open.id}
            rows={rows}
            selection={selection}
            sorting={NEWEST_FIRST}
            visibility={visibility}
          />
        </OpenConversion>
        {rows.length > 0 ? <ConversionTotals rows={rows} /> : null}
        {selected.length > 0 ? <ConversionSelection onClear={() => setSelection(NOBODY)} selected={selected} /> : null}
      </div>
      {open.id === undefined ? null : (
        <ConversionDrawer
          invoiceId={open.id}
          known={open.record}
          onClose={open.close}
          onStep={open.step}
          takeFocus={open.takeFocus}
        />
      )}
      {making ? <NewConversion onClose={leave} onCreated={created} /> : null}
    </div>
  );
}

const idOf = (record: ConversionRecord) => record.invoiceId;
const nameOf = (record: ConversionRecord) => words.open(record.invoiceId.slice(-6));
/** The API knows one order. */
const unsorted = () => undefined;

function Views({ filter, params }: { filter: ConversionFilter; params: URLSearchParams }) {
  const tabs = VIEWS.map((view) => ({
    label: words.views[view],
    href: `/conversions${patched(params, { view: view === "all" ? undefined : view, invoice: undefined })}`,
    current: filter.view === view,
  }));
  return <Tabs className="-mx-2 min-w-0 max-card:order-3 max-card:w-full" label={words.views.label} tabs={tabs} />;
}

function NoConversions({ filter, onChange }: { filter: ConversionFilter; onChange: (patch: UrlPatch) => void }) {
  const { empty } = words;
  const filtered = filter.view !== "all";
  return (
    <Empty
      actions={
        <>
          {filtered ? <Button onClick={() => onChange({ view: undefined })}>{empty.all}</Button> : null}
          <Button onClick={() => onChange({ new: "1" })}>{words.new}</Button>
        </>
      }
      title={empty.title}
    >
      {filtered ? empty.filtered : empty.range(rangeWords(filter.range))} {empty.next}
    </Empty>
  );
}
