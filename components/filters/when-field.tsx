"use client";

import type { ReactNode } from "react";
import type { FieldPath, FieldPathValue, FieldValues } from "react-hook-form";
import { text } from "#lib/i18n/text.ts";
import { FormField, type DeskForm } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { instantsOf, zoneName, type Zone } from "#lib/i18n/times.ts";
import { SelectField } from "#components/ui/select-field.tsx";
import { daysOf, limitsOf, PRESETS, rangeFault } from "./range.ts";

const TYPES = { day: "date", instant: "datetime-local" } as const;

/**
 * The one field in which the desk asks for a day or an instant. It is the browser's own, with its keyboard and its
 * calendar, says in which zone it is read, and offers nothing outside its limits.
 */
export function WhenField<Values extends FieldValues>({
  form,
  name,
  label,
  kind,
  zone,
  now,
  least,
  most,
  hint,
  turn,
}: {
  form: DeskForm<Values>;
  name: FieldPath<Values>;
  label: ReactNode;
  kind: keyof typeof TYPES;
  zone: Zone;
  /** At which time the zone is named while nothing is written: its name changes with the seasons. */
  now: number;
  /** The first and the last that may be chosen, as the field writes them. */
  least?: string | undefined;
  most?: string | undefined;
  hint?: string | undefined;
  /** The field that says which is meant of an instant that clocks show twice: 0 or 1. */
  turn?: FieldPath<Values>;
}) {
  const { inZone, twice, turns } = text.filters.range;
  // Summer and winter have other names: the one that holds at what is written, also in the hour that comes twice.
  const written = String(form.watch(name) ?? "");
  const times = instantsOf(kind === "day" ? `${written}T00:00` : written, zone);
  const at = turn ? chosenOf(times, String(form.watch(turn))) : times[0];
  const zoneHint = inZone(zoneName(at ?? now, zone));
  return (
    <>
      <FormField form={form} hint={hint ? `${hint} ${zoneHint}` : zoneHint} label={label} name={name}>
        {(parts) => (
          <Input {...parts} max={most} min={least} type={TYPES[kind]} {...(kind === "instant" ? { step: 1 } : {})} />
        )}
      </FormField>
      {turn && times.length > 1 ? (
        <SelectField
          form={form}
          label={twice}
          name={turn}
          options={times.map((time, nth) => [nth, turns(nth, zoneName(time, zone))])}
        />
      ) : null}
    </>
  );
}

/** The instant that is meant by what is written and by its turn, which counts only where clocks show it twice. */
export const chosenOf = (times: readonly number[], turn: string): number | undefined => times[Number(turn)] ?? times[0];

/** From one day to another, both included: what is often wanted at a press, and two fields that keep each other in limits. */
export function DaysFields<Values extends FieldValues & { from: string; to: string }>({
  form,
  labels = text.filters.range,
  zone,
  now,
  mostDays,
}: {
  form: DeskForm<Values>;
  labels?: { from: string; to: string };
  zone: Zone;
  now: number;
  mostDays?: number | undefined;
}) {
  const { range } = text.filters;
  const [fromName, toName] = ["from", "to"] as FieldPath<Values>[] as [FieldPath<Values>, FieldPath<Values>];
  const limits = limitsOf(String(form.watch(fromName) ?? ""), String(form.watch(toName) ?? ""), mostDays);
  const ready = PRESETS.map((preset) => [preset, daysOf(preset, now, zone)] as const);
  const presets = ready.filter(([, { from, to }]) => rangeFault(from, to, zone, mostDays) === undefined);
  const put = (name: FieldPath<Values>, day: string) =>
    form.setValue(name, day as FieldPathValue<Values, FieldPath<Values>>, {
      shouldDirty: true,
      shouldValidate: form.tried,
    });
  return (
    <>
      <div className="flex flex-wrap gap-1">
        {presets.map(([preset, days]) => (
          <button
            className="min-h-6 rounded-2 border border-edge px-2 text-12 text-ink-2 hover:border-strong hover:bg-hover"
            key={preset}
            onClick={() => {
              put(fromName, days.from);
              put(toName, days.to);
            }}
            type="button"
          >
            {range.presets[preset]}
          </button>
        ))}
      </div>
      <WhenField
        form={form}
        kind="day"
        label={labels.from}
        least={limits.from.least}
        most={limits.from.most}
        name={fromName}
        now={now}
        zone={zone}
      />
      <WhenField
        form={form}
        hint={mostDays === undefined ? undefined : range.limit}
        kind="day"
        label={labels.to}
        least={limits.to.least}
        most={limits.to.most}
        name={toName}
        now={now}
        zone={zone}
      />
    </>
  );
}
