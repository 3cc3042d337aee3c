"use client";

import { type ReactNode, useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import type { Filter, Filters } from "#lib/contract/filters.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { text } from "#lib/i18n/text.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { FieldError } from "#components/ui/field.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { useDeskForm } from "#components/ui/form.tsx";
import { usePreferences } from "#components/preferences.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Input, TextArea } from "#components/ui/input.tsx";
import { Panel } from "#components/ui/menu.tsx";
import type { UrlPatch } from "#components/url.ts";
import { cleared, type Filtered, type NameOf, namesOf, plain, textOf, typedFault, typedOf } from "./codec.ts";
import { FilterChoice, FilterChoices, takesSeveral } from "./filter-choice.tsx";
import { anyOfWord, type Labels, minutesWords, spanWords, valueWord } from "./labels.ts";
import { RangeMenu } from "./range-menu.tsx";

const words = text.filters;

type Parts<List extends Filters> = {
  filters: List;
  filtered: Filtered<List>;
  labels: Labels<List>;
  /** What the button that adds a filter is called. */
  title: string;
  onChange: (patch: UrlPatch) => void;
};

/** Every active filter as a chip that can be taken away, and the ways to add one. The URL is the only place they live. */
export function FilterBar<List extends Filters>({ filters, filtered, labels, title, onChange }: Parts<List>) {
  const active = namesOf(filters).filter((name) => filtered.values[name] !== undefined);
  return (
    <>
      <RangeMenu filters={filters} onChange={onChange} range={filtered.range} />
      {active.map((name) => (
        <Chip key={name} name={labels.names[name]} onRemove={() => onChange({ [name]: undefined })}>
          <ChipValue filters={filters} labels={labels} name={name} value={textOf(filtered, name)} />
        </Chip>
      ))}
      <FilterMenu filtered={filtered} filters={filters} labels={labels} onChange={onChange} title={title} />
      {active.length > 0 ? (
        <Button look="plain" onClick={() => onChange(cleared(filters))} size="small">
          {words.clear}
        </Button>
      ) : null}
    </>
  );
}

function ChipValue<List extends Filters>({
  filters,
  labels,
  name,
  value,
}: {
  filters: List;
  labels: Labels<List>;
  name: NameOf<List>;
  value: string;
}) {
  const { zone } = usePreferences();
  const filter = filters[name];
  if (filter?.kind === "span") return spanWords(value, zone);
  if (filter?.kind === "minutes") return minutesWords(value);
  if (filter?.kind === "lookup") return <Hash value={value} />;
  if (filter?.kind === "flag") return words.yes;
  if (filter?.kind === "amount") return rateText(Decimal.from(value));
  if (filter?.kind === "text" && filter.several) return anyOfWord(value.split("\n"));
  return filter && "options" in filter ? valueWord(labels, name, value) : value;
}

function Chip({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) {
  return (
    <span className="inline-flex h-6.5 items-center rounded-2 border border-edge ps-2 whitespace-nowrap">
      <span className="me-1.25 text-ink-3">{name}</span>
      {children}
      <button
        aria-label={words.remove(name)}
        className="grid h-6 w-6.5 place-items-center rounded-2 text-ink-3 hover:bg-hover hover:text-ink-1"
        onClick={onRemove}
        type="button"
      >
        <Icon name="x" size={12} />
      </button>
    </span>
  );
}

function FilterMenu<List extends Filters>(parts: Parts<List>) {
  return (
    <Panel
      align="start"
      button={
        <>
          <Icon className="text-ink-3" name="filter" size={14} />
          {words.add}
        </>
      }
      buttonClass="inline-flex h-7 items-center gap-1.5 rounded-2 px-2 text-ink-2 hover:bg-hover hover:text-ink-1"
      label={parts.title}
    >
      {(close) => <FilterForm {...parts} close={close} />}
    </Panel>
  );
}

const TYPED: ReadonlySet<string> = new Set(["text", "amount", "lookup"]);

/** What is told by its shape alone belongs to the finder, and the base of a figure comes with the figure's link. */
const isNotTyped = (filter: Filter | undefined) =>
  filter?.kind === "span" ||
  filter?.kind === "minutes" ||
  (filter?.kind === "flag" && filter.isOfFigures) ||
  (filter?.kind === "lookup" && (filter.shapes.length > 0 || filter.range === undefined));

/** One line for each filter: choices and a flag act at once, texts with the button. */
function FilterForm<List extends Filters>({
  filters,
  filtered,
  labels,
  onChange,
  close,
}: Parts<List> & { close: () => void }) {
  const id = useId();
  const names = namesOf(filters).filter((name) => !isNotTyped(filters[name]));
  const typed = names.filter((name) => TYPED.has(filters[name]?.kind ?? ""));
  const form = useDeskForm({
    defaults: Object.fromEntries(typed.map((name) => [name, typedOf(filtered, name)])),
    check: checkedIf((values: Record<string, string>) =>
      Object.fromEntries(typed.map((name) => [name, typedFault(values[name] ?? "", filters[name])])),
    ),
    send(values: Record<string, string>) {
      onChange(Object.fromEntries(typed.map((name) => [name, plain(values[name] ?? "", filters[name]) || undefined])));
      close();
    },
  });
  return (
    <form
      className="grid w-76 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 max-w-full p-2 card:w-130 card:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]"
      noValidate
      onSubmit={form.submit}
    >
      {names.map((name) => {
        const filter = filters[name];
        const kind = filter?.kind;
        if (kind === "flag")
          return (
            <Check
              checked={filtered.values[name] !== undefined}
              className="col-span-2"
              key={name}
              label={labels.names[name]}
              onChange={(event) => onChange({ [name]: event.target.checked ? "true" : undefined })}
            />
          );
        if (takesSeveral(filter))
          return (
            <span className="contents" key={name}>
              <span className="text-12 text-ink-2">{labels.names[name]}</span>
              <FilterChoices
                className="w-full"
                filtered={filtered}
                filters={filters}
                labels={labels}
                name={name}
                onChange={onChange}
              />
            </span>
          );
        return (
          <FilterLine id={`${id}-${name}`} key={name} label={labels.names[name]}>
            {TYPED.has(kind ?? "") ? (
              <TypedField error={form.errorOf(name)} filter={filter} id={`${id}-${name}`} {...form.register(name)} />
            ) : (
              <FilterChoice
                className="w-full"
                filtered={filtered}
                filters={filters}
                id={`${id}-${name}`}
                labels={labels}
                name={name}
                onChange={onChange}
              />
            )}
          </FilterLine>
        );
      })}
      <Button className="col-span-2" size="small" type="submit">
        {words.apply}
      </Button>
    </form>
  );
}

/** As high as a field of one line, until there are more of them. */
const LINES = "field-sizing-content max-h-24 min-h-7 resize-none! border-edge! py-0.75!";

function TypedField({
  filter,
  error,
  ...field
}: { filter: Filter | undefined; error: string | undefined; id: string } & UseFormRegisterReturn) {
  const faultId = `${field.id}-error`;
  const parts = error ? { ...field, "aria-invalid": true, "aria-describedby": faultId } : field;
  return (
    <span className="grid min-w-0 gap-1">
      {filter?.kind === "text" && filter.several ? (
        <TextArea {...parts} className={LINES} placeholder={text.views.perLine} rows={1} />
      ) : (
        <Input
          {...parts}
          className="h-7! border-edge! aria-invalid:border-fail-mark!"
          inputMode={filter?.kind === "amount" ? "decimal" : undefined}
        />
      )}
      {error ? <FieldError id={faultId}>{error}</FieldError> : null}
    </span>
  );
}

function FilterLine({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <>
      <label className="text-12 text-ink-2" htmlFor={id}>
        {label}
      </label>
      {children}
    </>
  );
}
