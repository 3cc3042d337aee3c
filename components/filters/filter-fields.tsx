"use client";

import { useId } from "react";
import type { Filters } from "#lib/contract/filters.ts";
import { Button } from "#components/ui/button.tsx";
import type { UrlPatch } from "#components/url.ts";
import { cleared, type Filtered, namesOf, paramsOf } from "./codec.ts";
import { FilterChoice, FilterChoices, takesSeveral } from "./filter-choice.tsx";
import type { Labels } from "./labels.ts";

/** The choices among the filters of a short list side by side. The URL is the only place they live. */
export function FilterFields<List extends Filters>({
  named,
  ...list
}: {
  filters: List;
  filtered: Filtered<List>;
  labels: Labels<List>;
  onChange: (patch: UrlPatch) => void;
  /** Shows the names of the choices, which are otherwise read out only. */
  named?: boolean;
}) {
  const { filters, labels } = list;
  const id = useId();
  const choices = namesOf(filters).filter((name) => "options" in (filters[name] ?? {}));
  return choices.map((name) =>
    takesSeveral(filters[name]) ? (
      <span className="contents" key={name}>
        {named ? <span className="text-12 text-ink-3">{labels.names[name]}</span> : null}
        <FilterChoices {...list} name={name} />
      </span>
    ) : (
      <span className="contents" key={name}>
        <label className={named ? "text-12 text-ink-3" : "sr-only"} htmlFor={`${id}-${name}`}>
          {labels.names[name]}
        </label>
        <FilterChoice {...list} id={`${id}-${name}`} name={name} />
      </span>
    ),
  );
}

/** Whether any filter is on. */
export const isFiltered = (filters: Filters, params: URLSearchParams): boolean =>
  paramsOf(filters).some((name) => params.get(name));

/** Takes all filters away; not shown while there is none. */
export function ClearFilters({
  filters,
  params,
  label,
  onChange,
}: {
  filters: Filters;
  params: URLSearchParams;
  label: string;
  onChange: (patch: UrlPatch) => void;
}) {
  if (!isFiltered(filters, params)) return null;
  return (
    <Button look="plain" onClick={() => onChange(cleared(filters))} size="small">
      {label}
    </Button>
  );
}
