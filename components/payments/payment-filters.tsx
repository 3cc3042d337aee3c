"use client";

import { type ReactNode, useId } from "react";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#components/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { FormField, useDeskForm } from "#components/ui/form.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Input } from "#components/ui/input.tsx";
import { MenuItem, Panel } from "#components/ui/menu.tsx";
import { Select } from "#components/ui/select.tsx";
import { dayText, type Zone } from "#components/ui/times.ts";
import type { UrlPatch } from "#components/url.ts";
import {
  FILTER_PARAMS,
  LISTED,
  LISTED_NAMES,
  type ListedFilter,
  type PaymentFilter,
  RANGES,
  type Range,
  rangeFault,
} from "./filter.ts";

const words = text.payments.filter;
type Change = (patch: UrlPatch) => void;

/** Every active filter as a chip that can be taken away, and the ways to add one. The URL is the only place they live. */
export function PaymentFilters({ filter, onChange }: { filter: PaymentFilter; onChange: Change }) {
  const active = FILTERS.flatMap((one) => one(filter));
  const cleared: UrlPatch = Object.fromEntries(FILTER_PARAMS.map((name) => [name, undefined]));
  return (
    <>
      <RangeMenu onChange={onChange} range={filter.range} />
      {active.map((chip) => (
        <Chip key={chip.param} name={chip.name} onRemove={() => onChange({ [chip.param]: undefined })}>
          {chip.value}
        </Chip>
      ))}
      <FilterMenu filter={filter} onChange={onChange} />
      {active.length > 0 ? (
        <Button look="plain" onClick={() => onChange(cleared)} size="small">
          {words.clear}
        </Button>
      ) : null}
    </>
  );
}

type ChipFacts = { param: string; name: string; value: ReactNode };

const FILTERS: ((filter: PaymentFilter) => ChipFacts[])[] = [
  ({ search }) =>
    search ? [{ param: search.by, name: words.fields[search.by], value: <Hash value={search.value} /> }] : [],
  ({ listed }) =>
    LISTED_NAMES.flatMap((name) =>
      listed[name] ? [{ param: name, name: words.fields[name], value: optionWords(name, listed[name]) }] : [],
    ),
  ({ subaccount }) => (subaccount ? [{ param: "subaccount", name: words.fields.subaccount, value: subaccount }] : []),
  ({ convertible }) =>
    convertible ? [{ param: "convertible", name: words.fields.convertible, value: words.yes }] : [],
];

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

const MENU_BUTTON =
  "inline-flex h-6.5 items-center gap-1.5 rounded-2 border border-edge px-2 whitespace-nowrap hover:bg-hover hover:border-strong";

/** The range of creation, from ready ones to two days of one's own. */
export function RangeMenu({ range, onChange }: { range: Range | undefined; onChange: Change }) {
  const { zone } = usePreferences();
  const label = text.payments.range.label;
  return (
    <Panel
      align="start"
      button={
        <>
          <span className="text-ink-3">{label}</span> {range ? rangeWords(range) : words.any}{" "}
          <Icon className="text-ink-3" name="down" size={12} />
        </>
      }
      buttonClass={MENU_BUTTON}
      label={text.payments.range.change}
    >
      {(close) => (
        <div className="grid w-64 max-w-full gap-1">
          {RANGES.map((kind) => (
            <MenuItem
              chosen={range?.kind === kind}
              key={kind}
              onSelect={() => {
                onChange({ range: kind, from: undefined, to: undefined });
                close();
              }}
            >
              {text.payments.ranges[kind]}
            </MenuItem>
          ))}
          <CustomRange
            initial={range?.kind === "custom" ? range : undefined}
            onApply={(from, to) => {
              onChange({ from, to, range: undefined });
              close();
            }}
            zone={zone}
          />
        </div>
      )}
    </Panel>
  );
}

type Days = { from: string; to: string };

function CustomRange({
  initial,
  zone,
  onApply,
}: {
  initial: Days | undefined;
  zone: Zone;
  onApply: (from: string, to: string) => void;
}) {
  const { range } = text.payments;
  const form = useDeskForm<Days>({
    defaults: { from: initial?.from ?? "", to: initial?.to ?? "" },
    check: checkedIf(({ from, to }) => {
      const fault = rangeFault(from, to, zone);
      return { to: fault && range[fault] };
    }),
    send: ({ from, to }) => onApply(from, to),
  });
  return (
    <form className="grid gap-2 border-t border-rule p-2" onSubmit={form.submit}>
      <FormField form={form} label={range.from} name="from">
        {(parts) => <Input {...parts} type="date" />}
      </FormField>
      <FormField form={form} hint={range.limit} label={range.to} name="to">
        {(parts) => <Input {...parts} type="date" />}
      </FormField>
      <Button size="small" type="submit">
        {range.apply}
      </Button>
    </form>
  );
}

function FilterMenu({ filter, onChange }: { filter: PaymentFilter; onChange: Change }) {
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
      label={words.title}
    >
      {(close) => <FilterForm close={close} filter={filter} onChange={onChange} />}
    </Panel>
  );
}

function FilterForm({ filter, onChange, close }: { filter: PaymentFilter; onChange: Change; close: () => void }) {
  const id = useId();
  const form = useDeskForm({
    defaults: { subaccount: filter.subaccount ?? "" },
    send({ subaccount }: { subaccount: string }) {
      onChange({ subaccount: subaccount || undefined });
      close();
    },
  });
  return (
    <form
      className="grid w-76 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 max-w-full p-2"
      onSubmit={form.submit}
    >
      {LISTED_NAMES.map((name) => (
        <FilterLine id={`${id}-${name}`} key={name} label={words.fields[name]}>
          <Select
            className="w-full"
            id={`${id}-${name}`}
            onChange={(event) => onChange({ [name]: event.target.value })}
            small
            value={filter.listed[name] ?? ""}
          >
            <option value="">{words.any}</option>
            {LISTED[name].map((value) => (
              <option key={value} value={value}>
                {optionWords(name, value)}
              </option>
            ))}
          </Select>
        </FilterLine>
      ))}
      <FilterLine id={`${id}-sub`} label={words.fields.subaccount}>
        <Input {...form.register("subaccount")} className="h-7! border-edge!" id={`${id}-sub`} />
      </FilterLine>
      <Check
        checked={filter.convertible}
        className="col-span-2"
        label={words.fields.convertible}
        onChange={(event) => onChange({ convertible: event.target.checked ? "true" : undefined })}
      />
      <Button className="col-span-2" size="small" type="submit">
        {words.apply}
      </Button>
    </form>
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

const OPTION_WORDS: Partial<Record<ListedFilter, Record<string, string>>> = {
  status: text.payments.status,
  amountStatus: text.payments.amountStatus,
  label: text.payments.label,
};
const optionWords = (name: ListedFilter, value: string) => OPTION_WORDS[name]?.[value] ?? value;

/** A range in words, for chips and empty states. */
export function rangeWords(range: Range): string {
  if (range.kind !== "custom") return text.payments.ranges[range.kind];
  const day = (value: string) => dayText(Date.parse(`${value}T12:00:00Z`), "utc");
  return text.payments.range.between(day(range.from), day(range.to));
}
