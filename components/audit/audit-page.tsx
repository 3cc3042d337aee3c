"use client";

import { useMemo } from "react";
import { listAuditCall } from "#lib/audit/calls.ts";
import { AUDIT_FILTERS } from "#lib/audit/filters.ts";
import { writtenOf } from "#lib/contract/written.ts";
import { useNow } from "#components/clock.ts";
import { ExportMenu } from "#components/exports/export-menu.tsx";
import { cleared, type Filtered, queryOf, readFilters, textOf } from "#components/filters/codec.ts";
import { ClearFilters } from "#components/filters/filter-fields.tsx";
import { FilterTexts } from "#components/filters/filter-texts.tsx";
import { RangeMenu } from "#components/filters/range-menu.tsx";
import { usePreferences } from "#components/preferences.tsx";
import { auditText } from "#lib/i18n/audit.ts";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { type DeskTable, useDeskTable } from "#components/ui/data-table/desk-table.ts";
import { NewerRows } from "#components/ui/data-table/newer-rows.tsx";
import { TableTools } from "#components/ui/data-table/table-tools.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { useStatus } from "#components/ui/status.tsx";
import { useUrl } from "#components/url.ts";
import { useWhose, type Whose, WhoseProvider, WhoseSwitch } from "#components/whose.tsx";
import { SavedViews } from "#components/views/saved-views.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import type { AuditRecord } from "#lib/audit/contract.ts";
import { actorText } from "#lib/i18n/actor-text.ts";
import { actionName, objectName, objectText } from "./sentence.ts";
import { type AuditQuery, type AuditValues, useAudit, useAuditValues, useHouseAuditFile } from "./audit-data.ts";
import { AUDIT, AuditTable, type Line } from "./audit-table.tsx";
import { Seals } from "./seals.tsx";
import { Former } from "#components/ui/former.tsx";

const words = auditText;
const RANGE_STEP_MS = 3_600_000;

/** Who did what, in the account or in the house: every filter is in the URL, so a link to a line can be shared. */
export function AuditPage() {
  const { whose } = useWhose("house:audit");
  return (
    <WhoseProvider key={whose} value={whose}>
      <Record whose={whose} />
    </WhoseProvider>
  );
}

function Record({ whose }: { whose: Whose }) {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const now = useNow(RANGE_STEP_MS);
  const filtered = useMemo(() => readFilters(AUDIT_FILTERS, params), [params]);
  const query = useMemo<AuditQuery>(
    () => queryOf<typeof AUDIT_FILTERS>(filtered, now ?? Date.now(), zone),
    [filtered, now, zone],
  );
  const list = useAudit(query);
  const values = useAuditValues();
  const desk = useDeskTable(AUDIT);
  const file = useHouseAuditFile();
  const { toast } = useStatus();
  return (
    <>
      <div className="flex min-h-13 flex-none flex-wrap items-center gap-x-3 border-b border-rule px-gutter py-2">
        <h1 className="text-15 font-semibold">{text.nav.audit}</h1>
        <SavedViews page="audit" />
        <WhoseSwitch needed="house:audit" />
        <span className="text-12 text-ink-3">{words.hint}</span>
      </div>
      {whose === "house" ? <Seals /> : null}
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-rule px-gutter py-2">
        <RangeMenu filters={AUDIT_FILTERS} onChange={(patch) => change(patch)} range={filtered.range} />
        <FilterTexts
          apply={words.apply}
          filtered={filtered}
          filters={AUDIT_FILTERS}
          labels={{ names: words.fields, options: {}, any: {} }}
          onChange={(patch) => change(patch)}
          picks={picksOf(list.rows, values.data, filtered)}
        />
        <ClearFilters filters={AUDIT_FILTERS} label={words.clear} onChange={(patch) => change(patch)} params={params} />
        <span className="ms-auto flex items-center gap-1">
          <NewerRows count={list.newer} label={words.fresh(list.newer)} show={list.showNewer} />
          {whose === "account" ? (
            <ExportMenu wanted={{ list: "audit", query: writtenOf(listAuditCall, query).query }} />
          ) : (
            <Button
              busy={file.isPending}
              onClick={() => file.mutate(query, { onError: () => toast(words.notSaved) })}
              size="small"
            >
              {words.save}
            </Button>
          )}
          <TableTools desk={desk} />
        </span>
      </div>
      {list.isError ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={words.failed} /> : null}
      <Lines desk={desk} list={list} onClear={() => change(cleared(AUDIT_FILTERS))} whose={whose} />
    </>
  );
}

/**
 * Everybody, every action and kind of object of the whole record, and those that are filtered by, by their words; of the
 * objects those of the lines that are loaded, for there are as many of them as lines.
 */
function picksOf(
  rows: readonly AuditRecord[],
  values: AuditValues | undefined,
  filtered: Filtered<typeof AUDIT_FILTERS>,
) {
  const of = (name: "actor" | "action" | "objectKind", labelOf: (value: string) => string) =>
    [...new Set([...(values?.[`${name}s`] ?? []), ...[textOf(filtered, name)].filter(Boolean)])]
      .map((value) => ({ value, label: labelOf(value) }))
      .sort((one, other) => one.label.localeCompare(other.label));
  const objects = new Map(rows.map((row) => [row.objectId, objectText(row)]));
  return {
    actor: of("actor", actorText),
    action: of("action", actionName),
    objectKind: of("objectKind", objectName),
    objectId: [...objects].map(([value, label]) => ({ value, label })),
  };
}

function Lines({
  list,
  desk,
  whose,
  onClear,
}: {
  list: ReturnType<typeof useAudit>;
  desk: DeskTable<Line>;
  whose: Whose;
  onClear: () => void;
}) {
  if (list.isPending) return <Waiting lines={6} />;
  if (list.rows.length === 0) {
    return list.isError ? null : (
      <Empty actions={<Button onClick={onClear}>{words.empty.clear}</Button>} title={words.empty.title}>
        {whose === "house" ? words.empty.house : words.empty.text}
      </Empty>
    );
  }
  return (
    <>
      <div className="list flex min-h-0 flex-1 flex-col max-card:flex-none">
        <Former when={list.isPlaceholderData}>
          <AuditTable desk={desk} linked={whose === "account"} rows={list.rows} />
        </Former>
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
