"use client";

import { Fragment, useId } from "react";
import type { Filters } from "#lib/contract/filters.ts";
import { Button } from "#components/ui/button.tsx";
import { useDeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import type { UrlPatch } from "#components/url.ts";
import { cleared, type Filtered, type NameOf, namesOf, paramsOf, plain, textOf } from "./codec.ts";
import { FilterChoice, FilterChoices, takesSeveral } from "./filter-choice.tsx";
import type { Labels } from "./labels.ts";

type Parts<List extends Filters> = {
  filters: List;
  filtered: Filtered<List>;
  labels: Labels<List>;
  onChange: (patch: UrlPatch) => void;
  /** Shows the names of the choices, which are otherwise read out only. */
  named?: boolean;
  /** What a text may be picked from; anything else may be typed all the same. */
  picks?: Partial<Readonly<Record<NameOf<List>, readonly { value: string; label: string }[]>>>;
  /** Says so on a button; without one a text applies when its field is left. */
  apply?: string;
};

/** The filters of a short list side by side. The URL is the only place they live. */
export function FilterFields<List extends Filters>(parts: Parts<List>) {
  const { filters, filtered, labels, onChange, named } = parts;
  const id = useId();
  const choices = namesOf(filters).filter((name) => "options" in (filters[name] ?? {}));
  return (
    <>
      {choices.map((name) => {
        const parts = { filters, filtered, labels, name, onChange };
        return takesSeveral(filters[name]) ? (
          <span className="contents" key={name}>
            {named ? <span className="text-12 text-ink-3">{labels.names[name]}</span> : null}
            <FilterChoices {...parts} />
          </span>
        ) : (
          <span className="contents" key={name}>
            <label className={named ? "text-12 text-ink-3" : "sr-only"} htmlFor={`${id}-${name}`}>
              {labels.names[name]}
            </label>
            <FilterChoice {...parts} id={`${id}-${name}`} />
          </span>
        );
      })}
      {choices.length < namesOf(filters).length ? (
        <Texts
          key={namesOf(filters)
            .map((name) => textOf(filtered, name))
            .join("\n")}
          {...parts}
        />
      ) : null}
    </>
  );
}

function Texts<List extends Filters>({ filters, filtered, labels, onChange, apply, picks }: Parts<List>) {
  const id = useId();
  const names = namesOf(filters).filter((name) => !("options" in (filters[name] ?? {})));
  const before = Object.fromEntries(names.map((name) => [name, textOf(filtered, name)]));
  const form = useDeskForm({
    defaults: before,
    send(typed: Record<string, string>) {
      const now = names.map((name) => [name, plain(typed[name] ?? "", filters[name])] as const);
      if (now.some(([name, value]) => value !== before[name])) onChange(Object.fromEntries(now));
    },
  });
  return (
    <form className="flex flex-wrap items-center gap-2" onSubmit={form.submit}>
      {names.map((name) => {
        const isAmount = filters[name]?.kind === "amount";
        const some = picks?.[name];
        return (
          <Fragment key={name}>
            <Input
              {...form.register(name, apply === undefined ? { onBlur: form.submit } : {})}
              aria-label={labels.names[name]}
              className={isAmount ? "h-7! w-28! border-edge!" : "h-7! w-36! border-edge!"}
              inputMode={isAmount ? "decimal" : undefined}
              list={some ? `${id}-${name}` : undefined}
              placeholder={labels.hints?.[name] ?? labels.names[name]}
            />
            {some ? (
              <datalist id={`${id}-${name}`}>
                {some.map(({ value, label }) => (
                  <option key={value} label={label} value={value} />
                ))}
              </datalist>
            ) : null}
          </Fragment>
        );
      })}
      {apply === undefined ? null : (
        <Button size="small" type="submit">
          {apply}
        </Button>
      )}
    </form>
  );
}

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
  if (!paramsOf(filters).some((name) => params.get(name))) return null;
  return (
    <Button look="plain" onClick={() => onChange(cleared(filters))} size="small">
      {label}
    </Button>
  );
}
