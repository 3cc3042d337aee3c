"use client";

import { useMemo } from "react";
import { choice } from "#lib/contract/filters.ts";
import { REQUEST_FILTERS } from "#lib/log/request-filters.ts";
import type { FailureGroup } from "#lib/log/request-log-contract.ts";
import { RETENTION_DAYS } from "#lib/log/request-log-days.ts";
import { cleared, readFilters, someOf } from "#components/filters/codec.ts";
import { ClearFilters, FilterFields } from "#components/filters/filter-fields.tsx";
import { FilterTexts } from "#components/filters/filter-texts.tsx";
import { Section } from "#components/ui/section.tsx";
import { developersText } from "#lib/i18n/developers.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Count } from "#components/ui/tabs.tsx";
import { Time } from "#components/ui/time.tsx";
import { type UrlPatch, useUrl } from "#components/url.ts";
import { Waiting } from "#components/ui/waiting.tsx";
import { useFailures, useRequests } from "./requests-data.ts";
import { LoggedFault } from "./logged-fault.tsx";
import { RequestsTable } from "./requests-table.tsx";
import { Former } from "#components/ui/former.tsx";
import { More } from "./more.tsx";

const words = developersText.requests;
/** A group of failures names route and code; the other two are chosen here. */
const FILTERS = someOf(REQUEST_FILTERS, "outcome", "by", "route", "code", "requestId", "status");
/** Calls of API keys unless others are asked for: the desk's own polling would drown them. */
const CHOSEN = {
  ...someOf(REQUEST_FILTERS, "outcome", "requestId", "route", "status"),
  by: choice(["all", "people"], REQUEST_FILTERS.by.about),
};
const STANDARD = "programs";
const NOTHING: UrlPatch = { ...cleared(FILTERS), request: undefined };

/** The calls that programs and people made to this account: failures first, then every call. */
export function RequestsTab() {
  const { params, change } = useUrl();
  const { values } = useMemo(() => readFilters(FILTERS, params), [params]);
  const list = useRequests({ ...values, by: values.by ?? STANDARD });
  const { rows } = list;
  return (
    <>
      <Failures onChoose={({ route, code }) => change({ ...NOTHING, by: "all", route, code })} />
      <Former when={list.isPlaceholderData}>
        <Section
          end={<Filters onChange={change} params={params} />}
          hint={words.hint(RETENTION_DAYS)}
          title={words.title}
        >
          {list.isError ? (
            <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={words.failed} />
          ) : null}
          {list.isPending ? <Waiting /> : null}
          {list.isSuccess && rows.length === 0 ? (
            <Empty
              actions={<Button onClick={() => change({ ...NOTHING, by: "all" })}>{words.empty.all}</Button>}
              title={words.empty.title}
            >
              {words.empty.text}
            </Empty>
          ) : null}
          {rows.length > 0 ? (
            <RequestsTable
              onOpen={(requestId) => change({ request: requestId }, "replace")}
              open={params.get("request") ?? undefined}
              rows={rows}
            />
          ) : null}
          <More list={list} />
        </Section>
      </Former>
    </>
  );
}

const MOST_GROUPS = 6;

/** Each fault once, however often it was made; choosing one narrows the list to it. */
function Failures({ onChoose }: { onChoose: (group: FailureGroup) => void }) {
  const failures = useFailures();
  if (!failures.data) return null;
  const groups = failures.data.slice(0, MOST_GROUPS);
  return (
    <Section hint={words.failures.hint} title={words.failures.title}>
      {groups.length === 0 ? <p className="px-gutter pb-3 text-ink-3">{words.failures.none}</p> : null}
      <ul>
        {groups.map((group) => (
          <li key={`${group.method} ${group.route} ${group.code} ${group.message}`}>
            <button
              className="grid min-h-row w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-rule px-gutter py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
              onClick={() => onChoose(group)}
              type="button"
            >
              <Count urgent={group.status >= 500} value={group.count} />
              <span className="min-w-0 text-pretty">
                <span className="font-medium" translate="no">
                  {group.status} {group.code}
                </span>{" "}
                <span className="text-ink-3" translate="no">
                  {group.method} {group.route}
                </span>
                <span className="block text-12 text-ink-2">
                  <LoggedFault code={group.code} message={group.message} />
                </span>
              </span>
              <Time at={group.lastAt} className="text-12 text-ink-3" />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Filters({ params, onChange }: { params: URLSearchParams; onChange: (patch: UrlPatch) => void }) {
  const filtered = readFilters(FILTERS, params);
  const { code, by: chosen, ...values } = filtered.values;
  const { outcome, by, fields } = words;
  const parts = {
    filters: CHOSEN,
    filtered: {
      ...filtered,
      values: { ...values, ...(chosen === "all" || chosen === "people" ? { by: chosen } : {}) },
    },
    labels: {
      names: { outcome: outcome.label, by: by.label, ...fields },
      options: { outcome: outcome.options, by: by.options },
      any: { outcome: outcome.options[""], by: by.options.programs },
    },
    onChange,
  };
  return (
    <>
      {code === undefined ? null : <code className="text-12 text-ink-2">{code}</code>}
      <span className="contents max-card:grid max-card:w-full max-card:grid-cols-2 max-card:gap-2">
        <FilterFields {...parts} />
      </span>
      <FilterTexts {...parts} />
      <ClearFilters filters={FILTERS} label={words.clear} onChange={() => onChange(NOTHING)} params={params} />
    </>
  );
}
