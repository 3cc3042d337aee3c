"use client";

import type { CaseSummary } from "#lib/cases/contract.ts";
import { CASE_FILTERS } from "#lib/cases/filters.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import { someOf } from "#components/filters/codec.ts";
import { ClearFilters, FilterFields } from "#components/filters/filter-fields.tsx";
import { FilterTexts } from "#components/filters/filter-texts.tsx";
import type { Labels } from "#components/filters/labels.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { Select } from "#components/ui/select.tsx";
import { type TabLink, Tabs } from "#components/ui/tabs.tsx";
import { patched, type UrlPatch } from "#components/url.ts";
import { type CaseFilter, fiatOf, VIEWS } from "./case-filter.ts";

const words = exceptionsText;

/** Whose cases, and in which state; each view has its address. */
export function CaseViews({
  filter,
  summary,
  params,
}: {
  filter: CaseFilter;
  summary: CaseSummary | undefined;
  params: URLSearchParams;
}) {
  const of = params.get("of") ?? undefined;
  const counts = summary && {
    all: summary.count,
    mine: summary.mine,
    nobody: summary.nobody,
    muted: summary.muted,
    closed: summary.closed,
  };
  const tabs: TabLink[] = VIEWS.map((view) => ({
    label: words.views[view],
    href: `/exceptions${patched(new URLSearchParams(), { of, view: view === "all" ? undefined : view })}`,
    current: filter.view === view,
    // Its place is kept until it is known: views that move under the pointer are missed.
    count: counts ? counts[view] : "…",
    urgent: view === "all" && (counts?.all ?? 0) > 0,
  }));
  return (
    <Tabs
      className="-mx-1 min-w-0 flex-wrap gap-0! [&>a]:gap-1 [&>a]:px-1 [&>a]:text-12 max-card:order-3 max-card:w-full"
      label={words.views.label}
      tabs={tabs}
    />
  );
}

/** Kind, age and least worth; the views select by owner and state. */
export const OFFERED = someOf(CASE_FILTERS, "kind", "age", "minimum");

/** Kind, least worth, and the fiat that everything is valued in. The URL is the only place they live. */
export function CaseFilters({
  filter,
  params,
  onChange,
}: {
  filter: CaseFilter;
  params: URLSearchParams;
  onChange: (patch: UrlPatch) => void;
}) {
  const fiat = fiatOf(filter);
  const labels: Labels<typeof OFFERED> = {
    names: { kind: words.filter.kind, age: words.ages.title, minimum: words.filter.minimum(fiat) },
    options: { kind: words.kinds, age: words.ages.of },
    any: { kind: words.filter.anyKind, age: words.ages.any },
    hints: { minimum: words.filter.minimumHint },
  };
  return (
    <>
      <FilterFields filtered={filter} filters={OFFERED} labels={labels} onChange={onChange} />
      <FilterTexts filtered={filter} filters={OFFERED} labels={labels} onChange={onChange} />
      <Select
        aria-label={words.filter.fiat}
        onChange={(event) => onChange({ fiat: event.target.value === "EUR" ? undefined : event.target.value })}
        small
        value={fiat}
      >
        {FIATS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
      <ClearFilters filters={OFFERED} label={words.filter.clear} onChange={onChange} params={params} />
    </>
  );
}
