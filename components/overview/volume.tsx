"use client";

import { useState } from "react";
import { CRYPTOS, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { OverviewRecord } from "#lib/overview/contract.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { amountText, countText } from "#lib/i18n/amount.ts";
import { Views } from "#components/ui/views.tsx";
import { Money } from "#components/ui/money.tsx";
import { Select } from "#components/ui/select.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { dayText } from "#lib/i18n/times.ts";
import { RowsLink } from "#components/ui/rows-link.tsx";
import { Section } from "#components/ui/section.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { VolumeBars } from "./volume-bars.tsx";
import { receivedHref } from "#components/charts/rows-behind.ts";
import { type Day, daysOf, sumOf, VOLUME_PARTS } from "#components/charts/values.ts";

const words = overviewText.volume;
const DAYS = 30;

/** What was received on each of the last 30 days, converted, kept and pending apart: as bars, or as the table of the same numbers. */
export function Volume({ overview }: { overview: OverviewRecord }) {
  const { fiat, at } = overview;
  const [table, setTable] = useState(false);
  const [crypto, setCrypto] = useState("");
  const { days, unpriced } = daysOf(overview.facts.volume, {
    now: at,
    days: DAYS,
    fiat,
    rates: overview.rates,
    crypto: crypto || undefined,
  });
  const none = sumOf(days.flatMap((one) => VOLUME_PARTS.map((part) => one[part]))).isZero();
  return (
    <Section
      className="flex flex-col"
      end={
        <>
          <Select aria-label={words.asset} onChange={(event) => setCrypto(event.target.value)} small value={crypto}>
            <option value="">{words.all}</option>
            {CRYPTOS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
          <Views
            label={words.view}
            names={{ bars: words.bars, table: words.table }}
            onView={(view) => setTable(view === "table")}
            view={table ? "table" : "bars"}
          />
        </>
      }
      hint={<Legend />}
      title={words.title}
    >
      {none ? (
        <p className="px-gutter pb-4 text-ink-3">{words.none}</p>
      ) : table ? (
        <VolumeTable crypto={crypto || undefined} days={days} fiat={fiat} />
      ) : (
        <VolumeBars
          days={days}
          fiat={fiat}
          hrefOf={({ day }) => receivedHref(day, crypto || undefined)}
          labelOf={(day) => labelOf(day, fiat)}
        />
      )}
      <p className="px-gutter pb-3 text-12 text-ink-3">
        {words.note(fiat)} <Unpriced assets={unpriced} />
      </p>
    </Section>
  );
}

const SWATCHES = {
  converted: "bg-(--chart)",
  kept: "border border-(--chart) bg-(--chart-2)",
  pending: "bg-(--wait-mark)",
};

function Legend() {
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {VOLUME_PARTS.map((part) => (
        <span className="inline-flex items-center gap-1.5" key={part}>
          <span aria-hidden="true" className={`size-2 forced-color-adjust-none ${SWATCHES[part]}`} />
          {words[part]}
        </span>
      ))}
    </span>
  );
}

function labelOf(day: Day, fiat: Fiat): string {
  const amount = (value: Day["kept"]) => amountText(value, scaleOf(fiat));
  return words.point(dayWords(day), amount(day.converted), amount(day.kept), amount(day.pending), fiat);
}

const dayWords = (day: Day) => dayText(Date.parse(`${day.day}T12:00:00Z`), "utc");

function VolumeTable({ days, fiat, crypto }: { days: readonly Day[]; fiat: Fiat; crypto: string | undefined }) {
  return (
    <ShortTable
      className="card:max-h-60"
      columns={columns(fiat, crypto)}
      keyOf={({ day }) => day}
      label={words.title}
      rows={days.toReversed()}
    />
  );
}

const columns = (fiat: Fiat, crypto: string | undefined): ShortColumn<Day>[] => [
  {
    id: "day",
    label: words.day,
    names: true,
    cell: (day) => <RowsLink href={receivedHref(day.day, crypto)}>{dayWords(day)}</RowsLink>,
  },
  { id: "count", label: words.count, align: "end", className: "figure", cell: ({ count }) => countText(count) },
  ...VOLUME_PARTS.map(
    (kind): ShortColumn<Day> => ({
      id: kind,
      label: `${words[kind]}, ${fiat}`,
      align: "end",
      cell: (day) => <Money asset={fiat} value={day[kind]} />,
    }),
  ),
];
