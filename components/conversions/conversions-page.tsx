"use client";

import { useMemo } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { useNow } from "#components/clock.ts";
import { ExportMenu } from "#components/exports/export-menu.tsx";
import { CONVERSION_LIST_FILTERS } from "#lib/conversions/filters.ts";
import { cleared } from "#components/filters/codec.ts";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { rangeWords } from "#components/filters/range-menu.tsx";
import { sortInUrl } from "#components/filters/sort.ts";
import { SortNote } from "#components/filters/sort-note.tsx";
import { Valued } from "#components/filters/value-column.tsx";
import { conversionLabels } from "#components/filters/list-labels.ts";
import { usePreferences } from "#components/preferences.tsx";
import { conversionsText } from "#lib/i18n/conversions.ts";
import { Button } from "#components/ui/button.tsx";
import { ListPage } from "#components/ui/data-table/list-page.tsx";
import { useOpenRow } from "#components/ui/data-table/open-row.ts";
import { Empty } from "#components/ui/empty.tsx";
import { type UrlPatch, useUrl } from "#components/url.ts";
import { SavedViews } from "#components/views/saved-views.tsx";
import { CONVERSIONS } from "./conversion-columns.tsx";
import { ConversionViews } from "./conversion-views.tsx";
import { ConversionSelection, ConversionTotals } from "./conversion-totals.tsx";
import { useConversions } from "./conversions-data.ts";
import { type ConversionFilter, conversionQuery, DEFAULT_SORT, fileFilter, readConversionFilter } from "./filter.ts";
import { FindInvoice } from "./find-invoice.tsx";

/** Loaded when they are opened. */
const ConversionDrawer = lazyPart(async () => (await import("./conversion-drawer.tsx")).ConversionDrawer);
const NewConversion = lazyPart(async () => (await import("./new-conversion.tsx")).NewConversion);

const words = conversionsText;
/** Sorted by these, amounts of several currencies stand as their numbers. */
const AMOUNTS = ["quantity", "fiatReceived"];
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
  const { rows } = list;
  const open = useOpenRow("invoice", rows, CONVERSIONS.idOf);
  const making = params.get("new") !== null && open.id === undefined;
  const leave = () => change({ new: undefined });
  const created = (invoiceId: string) => {
    change({ new: undefined }, "replace");
    open.opener.show(invoiceId);
  };
  return (
    <Valued fiat={filter.in} list={list}>
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
            <FilterBar
              filtered={filter}
              filters={CONVERSION_LIST_FILTERS}
              labels={conversionLabels()}
              onChange={(patch) => change({ view: undefined, ...patch })}
              title={words.filter.title}
            />
            <FindInvoice onFind={open.opener.show} />
          </>
        }
        kind={CONVERSIONS}
        label={words.list}
        list={list}
        loading={list.isPending}
        onSort={(next) =>
          change({ sort: sortInUrl({ id: next.id as typeof filter.sort.id, desc: next.desc }, DEFAULT_SORT) })
        }
        open={open}
        panel={making ? { node: <NewConversion onClose={leave} onCreated={created} />, close: leave } : undefined}
        selectionFoot={(selected, clear) => <ConversionSelection onClear={clear} selected={selected} />}
        sorting={filter.sort}
        title={words.title}
        tools={(selected) => (
          <>
            <SortNote amounts={AMOUNTS} onChange={(patch) => change(patch)} params={params} sort={filter.sort} />
            <ExportMenu
              chosen={selected.map(CONVERSIONS.idOf)}
              wanted={{ list: "conversions", query: fileFilter(query) }}
            />
          </>
        )}
        totals={<ConversionTotals rows={rows} />}
        views={
          <>
            <ConversionViews filter={filter} params={params} />
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
    </Valued>
  );
}

function NoConversions({ filter, onChange }: { filter: ConversionFilter; onChange: (patch: UrlPatch) => void }) {
  const { empty } = words;
  const filtered = Object.keys(filter.values).length > 0;
  return (
    <Empty
      actions={
        <>
          {filtered ? (
            <Button onClick={() => onChange({ view: undefined, ...cleared(CONVERSION_LIST_FILTERS) })}>
              {empty.all}
            </Button>
          ) : null}
          <Button onClick={() => onChange({ new: "1" })}>{words.new}</Button>
        </>
      }
      title={empty.title}
    >
      {filtered ? empty.filtered : empty.range(rangeWords(filter.range))} {empty.next}
    </Empty>
  );
}
