"use client";

import type { CaseSummary } from "#lib/cases/contract.ts";
import { CASE_KINDS } from "#lib/cases/case-kinds.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import { text } from "#components/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { type TabLink, Tabs } from "#components/ui/tabs.tsx";
import type { UrlPatch } from "#components/url.ts";
import { type CaseFilter, VIEWS } from "./case-filter.ts";

const words = text.exceptions;

/** Whose cases, and in which state; each view has its address. */
export function CaseViews({ filter, summary }: { filter: CaseFilter; summary: CaseSummary | undefined }) {
  const counts = summary && {
    all: summary.count,
    mine: summary.mine,
    nobody: summary.nobody,
    muted: summary.muted,
    closed: summary.closed,
  };
  const tabs: TabLink[] = VIEWS.map((view) => ({
    label: words.views[view],
    href: view === "all" ? "/exceptions" : `/exceptions?view=${view}`,
    current: filter.view === view,
    count: counts?.[view],
    urgent: view === "all" && (counts?.all ?? 0) > 0,
  }));
  return <Tabs className="-mx-2 min-w-0 max-card:order-3 max-card:w-full" label={words.views.label} tabs={tabs} />;
}

/** Kind, least worth, and the fiat that everything is valued in. The URL is the only place they live. */
export function CaseFilters({ filter, onChange }: { filter: CaseFilter; onChange: (patch: UrlPatch) => void }) {
  const isFiltered = filter.kind !== undefined || filter.minimum !== undefined;
  return (
    <>
      <Select
        aria-label={words.filter.kind}
        onChange={(event) => onChange({ kind: event.target.value || undefined })}
        small
        value={filter.kind ?? ""}
      >
        <option value="">{words.filter.anyKind}</option>
        {CASE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {words.kinds[kind]}
          </option>
        ))}
      </Select>
      <Minimum filter={filter} key={filter.minimum ?? ""} onChange={onChange} />
      <Select
        aria-label={words.filter.fiat}
        onChange={(event) => onChange({ fiat: event.target.value === "EUR" ? undefined : event.target.value })}
        small
        value={filter.fiat}
      >
        {FIATS.map((fiat) => (
          <option key={fiat} value={fiat}>
            {fiat}
          </option>
        ))}
      </Select>
      {isFiltered ? (
        <Button look="plain" onClick={() => onChange({ kind: undefined, minimum: undefined })} size="small">
          {words.filter.clear}
        </Button>
      ) : null}
    </>
  );
}

function Minimum({ filter, onChange }: { filter: CaseFilter; onChange: (patch: UrlPatch) => void }) {
  const form = useDeskForm({
    defaults: { minimum: filter.minimum ?? "" },
    send(typed: { minimum: string }) {
      const minimum = typed.minimum.trim().replace(",", ".");
      if (minimum !== (filter.minimum ?? "")) onChange({ minimum: minimum || undefined });
    },
  });
  return (
    <form onSubmit={form.submit}>
      <Input
        aria-label={words.filter.minimum(filter.fiat)}
        className="h-7! w-28! border-edge!"
        inputMode="decimal"
        placeholder={words.filter.minimumHint}
        {...form.register("minimum", { onBlur: form.submit })}
      />
    </form>
  );
}
