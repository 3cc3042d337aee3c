"use client";

import { lazy, useMemo } from "react";
import { useNow } from "#components/clock.ts";
import { ExportMenu } from "#components/exports/export-menu.tsx";
import { CONVERSION_FILTERS } from "#lib/conversions/filters.ts";
import { RangeMenu, rangeWords } from "#components/filters/range-menu.tsx";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#components/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { ListPage } from "#components/ui/data-table/list-page.tsx";
import { useOpenRow } from "#components/ui/data-table/open-row.ts";
import { Empty } from "#components/ui/empty.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { patched, type UrlPatch, useUrl } from "#components/url.ts";
import { SavedViews } from "#components/views/saved-views.tsx";
import { CONVERSIONS } from "./conversion-columns.tsx";
import { ConversionSelection, ConversionTotals } from "./conversion-totals.tsx";
import { useConversions } from "./conversions-data.ts";
import { type ConversionFilter, conversionQuery, fileFilter, isInView, readConversionFilter, VIEWS } from "./filter.ts";
import { FindInvoice } from "./find-invoice.tsx";

/** Loaded when they are opened. */
const ConversionDrawer = lazy(async () => ({ default: (await import("./conversion-drawer.tsx")).ConversionDrawer }));
const NewConversion = lazy(async () => ({ default: (await import("./new-conversion.tsx")).NewConversion }));

const words = text.conversions;
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
  const all = useConversions(query);
  const rows = useMemo(() => all.rows.filter((row) => isInView(filter.view, row)), [all.rows, filter.view]);
  const open = useOpenRow("invoice", rows, CONVERSIONS.idOf, true);
  const making = params.get("new") !== null && open.id === undefined;
  const leave = () => change({ new: undefined });
  const created = (invoiceId: string) => {
    change({ new: undefined }, "replace");
    open.opener.show(invoiceId);
  };
  return (
    <ListPage
      drawer={
        open.id === undefined ? null : (
          <ConversionDrawer
            invoiceId={open.id}
            known={open.record}
            onClose={open.close}
            onStep={open.step}
            takeFocus={open.takeFocus}
          />
        )
      }
      empty={<NoConversions filter={filter} onChange={change} />}
      failed={words.failed}
      filters={
        <>
          <RangeMenu filters={CONVERSION_FILTERS} onChange={(patch) => change(patch)} range={filter.range} />
          <FindInvoice onFind={open.opener.show} />
        </>
      }
      kind={CONVERSIONS}
      label={words.list}
      list={{ ...all, rows }}
      loading={all.isPending}
      onSort={unsorted}
      open={open}
      panel={making ? { node: <NewConversion onClose={leave} onCreated={created} />, close: leave } : undefined}
      selectionFoot={(selected, clear) => <ConversionSelection onClear={clear} selected={selected} />}
      sorting={NEWEST_FIRST}
      title={words.title}
      tools={(selected) => (
        <ExportMenu
          chosen={selected.map(CONVERSIONS.idOf)}
          wanted={{ list: "conversions", query: fileFilter(query, filter.view) }}
        />
      )}
      totals={<ConversionTotals rows={rows} />}
      views={
        <>
          <Views filter={filter} params={params} />
          <SavedViews page="conversions" />
          <Button
            className="ms-auto"
            look="primary"
            onClick={() => change({ new: "1", invoice: undefined })}
            size="small"
          >
            {words.new}
          </Button>
        </>
      }
    />
  );
}

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
