"use client";

import { useState } from "react";
import { type Filters, RANGES } from "#lib/contract/filters.ts";
import { serverNow } from "#components/clock.ts";
import { usePreferences } from "#components/preferences.tsx";
import { text } from "#lib/i18n/text.ts";
import { Button } from "#components/ui/button.tsx";
import { checkedIf } from "#components/ui/form-check.ts";
import { useDeskForm } from "#components/ui/form.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { MenuItem, Panel } from "#components/ui/menu.tsx";
import { dayBeside, type Zone } from "#lib/i18n/times.ts";
import type { UrlPatch } from "#components/url.ts";
import { type Range, rangeFault } from "./range.ts";
import { DaysFields } from "./when-field.tsx";

type Change = (patch: UrlPatch) => void;

const MENU_BUTTON =
  "inline-flex h-6.5 items-center gap-1.5 rounded-2 border border-edge px-2 whitespace-nowrap hover:bg-hover hover:border-strong";

/** The time range of a list, from ready ones to two days of one's own. */
export function RangeMenu({
  filters,
  range,
  onChange,
}: {
  filters: Filters;
  range: Range | undefined;
  onChange: Change;
}) {
  const { zone } = usePreferences();
  const label = text.filters.range.label;
  const begin = filters["startTime"];
  const mostDays = begin?.kind === "begin" ? begin.mostDays : undefined;
  return (
    <Panel
      align="start"
      button={
        <>
          <span className="text-ink-3">{label}</span> {rangeWords(range)}{" "}
          <Icon className="text-ink-3" name="down" size={12} />
        </>
      }
      buttonClass={MENU_BUTTON}
      label={text.filters.range.change}
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
              {text.filters.ranges[kind]}
            </MenuItem>
          ))}
          <CustomRange
            initial={range?.kind === "custom" ? range : undefined}
            onApply={(from, to) => {
              onChange({ from, to, range: undefined });
              close();
            }}
            mostDays={mostDays}
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
  mostDays,
  onApply,
}: {
  initial: Days | undefined;
  zone: Zone;
  mostDays: number | undefined;
  onApply: (from: string, to: string) => void;
}) {
  const { range } = text.filters;
  const [now] = useState(serverNow);
  const form = useDeskForm<Days>({
    defaults: { from: initial?.from ?? "", to: initial?.to ?? "" },
    check: checkedIf(({ from, to }) => {
      const fault = rangeFault(from, to, zone, mostDays);
      return { to: fault && range[fault] };
    }),
    send: ({ from, to }) => onApply(from, to),
  });
  return (
    <form className="grid gap-2 border-t border-rule p-2" noValidate onSubmit={form.submit}>
      <DaysFields form={form} mostDays={mostDays} now={now} zone={zone} />
      <Button size="small" type="submit">
        {range.apply}
      </Button>
    </form>
  );
}

/** A range in words, for its button and empty states. */
export function rangeWords(range: Range | undefined): string {
  if (!range) return text.filters.any;
  if (range.kind !== "custom") return text.filters.ranges[range.kind];
  const day = (value: string) => dayBeside(Date.parse(`${value}T12:00:00Z`), serverNow(), "utc");
  return text.filters.range.between(day(range.from), day(range.to));
}
