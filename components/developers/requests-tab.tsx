"use client";

import { useId } from "react";
import type { FailureGroup } from "#lib/log/request-log-contract.ts";
import { KEPT_DAYS } from "#lib/log/request-log-days.ts";
import { Section } from "#components/overview/section.tsx";
import { developersText } from "#components/i18n/developers.ts";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Select } from "#components/ui/select.tsx";
import { Count } from "#components/ui/tabs.tsx";
import { Time } from "#components/ui/time.tsx";
import { type UrlPatch, useUrl } from "#components/url.ts";
import { Waiting } from "#components/ui/waiting.tsx";
import { useFailures, useRequests } from "./requests-data.ts";
import { RequestsTable } from "./requests-table.tsx";

const words = developersText.requests;
const FILTERS = { outcome: ["ok", "failed"], by: ["programs", "people"] } as const;
const NOTHING: UrlPatch = { outcome: undefined, by: undefined, route: undefined, code: undefined, request: undefined };

/** The calls that programs and people made to this account: failures first, then every call. */
export function RequestsTab() {
  const { params, change } = useUrl();
  const asked = (name: string) => params.get(name) || undefined;
  const list = useRequests({
    outcome: FILTERS.outcome.find((one) => one === asked("outcome")),
    by: FILTERS.by.find((one) => one === asked("by")),
    route: asked("route"),
    code: asked("code"),
  });
  const { rows } = list;
  return (
    <>
      <Failures onChoose={({ route, code }) => change({ ...NOTHING, route, code })} />
      <Section end={<Filters onChange={change} params={params} />} hint={words.hint(KEPT_DAYS)} title={words.title}>
        {list.isError ? (
          <ErrorNote error={list.error} onRetry={() => void list.refetch()} title={words.failed} />
        ) : null}
        {list.isPending ? <Waiting /> : null}
        {list.isSuccess && rows.length === 0 ? <Empty title={words.empty.title}>{words.empty.text}</Empty> : null}
        {rows.length > 0 ? (
          <RequestsTable
            onOpen={(requestId) => change({ request: requestId }, "replace")}
            open={params.get("request") ?? undefined}
            rows={rows}
          />
        ) : null}
        {list.hasNextPage ? (
          <div className="px-gutter py-3">
            <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {list.isFetchingNextPage ? developersText.loading : developersText.more}
            </Button>
          </div>
        ) : null}
      </Section>
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
                <span className="font-medium">
                  {group.status} {group.code}
                </span>{" "}
                <span className="text-ink-3">
                  {group.method} {group.route}
                </span>
                <span className="block text-12 text-ink-2 wrap-anywhere">{group.message}</span>
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
  const narrowed = ["route", "code"].flatMap((name) => params.get(name) ?? []);
  const active = Object.keys(NOTHING).some((name) => name !== "request" && params.has(name));
  return (
    <>
      {narrowed.length > 0 ? <span className="text-12 text-ink-2">{narrowed.join(" · ")}</span> : null}
      <Narrow
        label={words.outcome.label}
        name="outcome"
        onChange={onChange}
        options={words.outcome.options}
        params={params}
      />
      <Narrow label={words.by.label} name="by" onChange={onChange} options={words.by.options} params={params} />
      {active ? (
        <Button look="plain" onClick={() => onChange(NOTHING)} size="small">
          {words.clear}
        </Button>
      ) : null}
    </>
  );
}

function Narrow({
  name,
  label,
  options,
  params,
  onChange,
}: {
  name: "outcome" | "by";
  label: string;
  options: Readonly<Record<string, string>>;
  params: URLSearchParams;
  onChange: (patch: UrlPatch) => void;
}) {
  const id = useId();
  return (
    <>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <Select
        id={id}
        onChange={(event) => onChange({ [name]: event.target.value || undefined })}
        small
        value={params.get(name) ?? ""}
      >
        {Object.entries(options).map(([value, said]) => (
          <option key={value} value={value}>
            {said}
          </option>
        ))}
      </Select>
    </>
  );
}
