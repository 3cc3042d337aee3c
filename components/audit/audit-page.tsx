"use client";

import { type SyntheticEvent, useMemo } from "react";
import { listAuditEndpoint } from "#lib/audit/contract.ts";
import { writtenOf } from "#lib/contract/written.ts";
import { useNow } from "#components/clock.ts";
import { ExportMenu } from "#components/exports/export-menu.tsx";
import { filterQuery, readFilter } from "#components/payments/filter.ts";
import { RangeMenu } from "#components/payments/payment-filters.tsx";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#components/text/text.ts";
import { Button } from "#components/ui/button.tsx";
import type { Layout } from "#components/ui/data-table/layout.ts";
import { TableTools } from "#components/ui/data-table/table-tools.tsx";
import { useLayout } from "#components/ui/data-table/use-layout.ts";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Input } from "#components/ui/input.tsx";
import { useUrl } from "#components/url.ts";
import { SavedViews } from "#components/views/saved-views.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { type AuditQuery, useAudit } from "./audit-data.ts";
import { AUDIT, AuditTable } from "./audit-table.tsx";

const words = text.audit;
const FIELDS = ["actor", "action", "objectId", "requestId"] as const satisfies readonly (keyof AuditQuery)[];
const RANGE_STEP_MS = 3_600_000;
const NOTHING = Object.fromEntries([...FIELDS, "range", "from", "to"].map((name) => [name, undefined]));

/** Who did what: every filter is in the URL, so a line can be sent to somebody. */
export function AuditPage() {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const now = useNow(RANGE_STEP_MS);
  const query = useMemo<AuditQuery>(() => {
    const range = rangeOf(params);
    const { startTime, endTime } = filterQuery(
      { ...readFilter(new URLSearchParams()), range },
      now ?? Date.now(),
      zone,
    );
    const asked = Object.fromEntries(FIELDS.map((name) => [name, params.get(name) || undefined]));
    return { ...asked, startTime, endTime };
  }, [params, now, zone]);
  const list = useAudit(query);
  const [layout, setLayout] = useLayout(AUDIT.name, AUDIT.ids);
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-3 border-b border-rule px-gutter py-2">
        <h1 className="text-15 font-semibold">{words.title}</h1>
        <SavedViews page="audit" />
        <span className="text-12 text-ink-3">{words.hint}</span>
      </div>
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-rule px-gutter py-2">
        <RangeMenu onChange={(patch) => change(patch)} range={rangeOf(params)} />
        <Filters key={params.toString()} onChange={change} params={params} />
        <span className="ms-auto flex items-center gap-1">
          {list.newer > 0 ? (
            <Button className="border-accent-edge! text-accent!" onClick={() => void list.showNewer()} size="small">
              {words.fresh(list.newer)}
            </Button>
          ) : null}
          <ExportMenu wanted={{ list: "audit", query: writtenOf(listAuditEndpoint, query).query }} />
          <TableTools columns={AUDIT.placed} layout={layout} onLayout={setLayout} />
        </span>
      </div>
      {list.isError ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={words.failed} /> : null}
      <Lines layout={layout} list={list} onClear={() => change(NOTHING)} onLayout={setLayout} />
    </>
  );
}

function Lines({
  list,
  layout,
  onLayout,
  onClear,
}: {
  list: ReturnType<typeof useAudit>;
  layout: Layout;
  onLayout: (next: Layout) => void;
  onClear: () => void;
}) {
  if (list.isPending) return <Waiting lines={6} />;
  if (list.rows.length === 0) {
    return list.isError ? null : (
      <Empty actions={<Button onClick={onClear}>{words.empty.clear}</Button>} title={words.empty.title}>
        {words.empty.text}
      </Empty>
    );
  }
  return (
    <>
      <AuditTable layout={layout} onLayout={onLayout} rows={list.rows} />
      <div className="flex flex-none items-center gap-3 border-t border-rule px-gutter py-3 text-12 text-ink-3">
        {list.hasNextPage ? (
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? words.loading : words.more}
          </Button>
        ) : null}
        <span role="status">{words.loaded(list.rows.length, list.hasNextPage)}</span>
      </div>
    </>
  );
}

function Filters({
  params,
  onChange,
}: {
  params: URLSearchParams;
  onChange: (patch: Record<string, string | undefined>) => void;
}) {
  const apply = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onChange(Object.fromEntries(FIELDS.map((name) => [name, String(form.get(name) ?? "").trim() || undefined])));
  };
  const active = Object.keys(NOTHING).some((name) => params.get(name));
  return (
    <form className="flex flex-wrap items-center gap-2" onSubmit={apply}>
      {FIELDS.map((name) => (
        <Input
          aria-label={words.fields[name]}
          className="h-7! w-36! border-edge!"
          defaultValue={params.get(name) ?? ""}
          key={name}
          name={name}
          placeholder={words.fields[name]}
        />
      ))}
      <Button size="small" type="submit">
        {words.apply}
      </Button>
      {active ? (
        <Button look="plain" onClick={() => onChange(NOTHING)} size="small">
          {words.clear}
        </Button>
      ) : null}
    </form>
  );
}

/** Without a range of its own the whole record shows. */
function rangeOf(params: URLSearchParams) {
  return ["range", "from"].some((name) => params.has(name)) ? readFilter(params).range : undefined;
}
