"use client";

import { useMemo } from "react";
import { listAuditCall } from "#lib/audit/calls.ts";
import { writtenOf } from "#lib/contract/written.ts";
import { useNow } from "#components/clock.ts";
import { ExportMenu } from "#components/exports/export-menu.tsx";
import { filterQuery, readFilter } from "#components/payments/filter.ts";
import { RangeMenu } from "#components/payments/payment-filters.tsx";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#components/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { type DeskTable, useDeskTable } from "#components/ui/data-table/desk-table.ts";
import { NewerRows } from "#components/ui/data-table/newer-rows.tsx";
import { TableTools } from "#components/ui/data-table/table-tools.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { useUrl } from "#components/url.ts";
import { SavedViews } from "#components/views/saved-views.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { type AuditQuery, useAudit } from "./audit-data.ts";
import { AUDIT, AuditTable, type Line } from "./audit-table.tsx";

const words = text.audit;
const FIELDS = ["actor", "action", "objectId", "requestId"] as const satisfies readonly (keyof AuditQuery)[];
const RANGE_STEP_MS = 3_600_000;
const NOTHING = Object.fromEntries([...FIELDS, "range", "from", "to"].map((name) => [name, undefined]));

/** Who did what: every filter is in the URL, so a link to a line can be shared. */
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
  const desk = useDeskTable(AUDIT);
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
          <NewerRows count={list.newer} label={words.fresh(list.newer)} show={list.showNewer} />
          <ExportMenu wanted={{ list: "audit", query: writtenOf(listAuditCall, query).query }} />
          <TableTools desk={desk} />
        </span>
      </div>
      {list.isError ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={words.failed} /> : null}
      <Lines desk={desk} list={list} onClear={() => change(NOTHING)} />
    </>
  );
}

function Lines({
  list,
  desk,
  onClear,
}: {
  list: ReturnType<typeof useAudit>;
  desk: DeskTable<Line>;
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
      <div className="list flex min-h-0 flex-1 flex-col max-card:flex-none">
        <AuditTable desk={desk} rows={list.rows} />
      </div>
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
  const form = useDeskForm({
    defaults: Object.fromEntries(FIELDS.map((name) => [name, params.get(name) ?? ""])),
    send: (typed: Record<string, string>) =>
      onChange(Object.fromEntries(FIELDS.map((name) => [name, typed[name]?.trim() || undefined]))),
  });
  const active = Object.keys(NOTHING).some((name) => params.get(name));
  return (
    <form className="flex flex-wrap items-center gap-2" onSubmit={form.submit}>
      {FIELDS.map((name) => (
        <Input
          {...form.register(name)}
          aria-label={words.fields[name]}
          className="h-7! w-36! border-edge!"
          key={name}
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
