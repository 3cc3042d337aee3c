"use client";

import { countText } from "#lib/i18n/amount.ts";
import type { DeliveryDay, PerformanceRecord } from "#lib/overview/performance-contract.ts";
import { chartsText } from "#lib/i18n/charts.ts";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { exactSpanText } from "#lib/i18n/times.ts";
import { RowsLink } from "#components/ui/rows-link.tsx";
import { ChartSection } from "./chart-section.tsx";
import { Reach } from "./marks.tsx";
import { dayWords, Plot } from "./plot.tsx";
import { soldHref } from "./rows-behind.ts";
import { lastDays, newestOf, scaleFor } from "./scale.ts";

const words = chartsText;
const DAYS = 30;
/** Axis units from the largest down: an axis of hours is labelled in hours. */
const UNITS = [
  { ms: 3_600_000, name: "h" },
  { ms: 60_000, name: "min" },
  { ms: 1_000, name: "s" },
];

/** How long deposits took from first sighting to fiat, by the day they were sold. */
export function DeliveryTime({ performance: { deliveries, at } }: { performance: PerformanceRecord }) {
  const days = lastDays(at, DAYS);
  const dayAt = (place: number) => deliveries.find(({ day }) => day === days[place]);
  const slowest = Math.max(0, ...deliveries.map(({ highMs }) => highMs));
  const unit = UNITS.find(({ ms }) => slowest >= 2 * ms) ?? { ms: 1_000, name: "s" };
  return (
    <ChartSection
      columns={columns()}
      hint={words.time.hint}
      keyOf={({ day }) => day}
      none={words.time.none}
      rows={deliveries}
      title={words.time.title}
    >
      <Plot
        days={days}
        label={words.time.chart}
        mark={(place, where) => {
          const day = dayAt(place);
          return day ? <Reach from={day.medianMs / unit.ms} place={where} to={day.highMs / unit.ms} /> : null;
        }}
        scale={scaleFor([slowest / unit.ms])}
        start={newestOf(days, deliveries)}
        tall
        describe={(place) => pointText(dayAt(place)) ?? words.nothing(dayWords(days[place] ?? ""))}
        hrefOf={(place) => {
          const day = dayAt(place)?.day;
          return day && soldHref(day);
        }}
        tick={(value) => `${Math.round(value * 10) / 10}\u00a0${unit.name}`}
      />
    </ChartSection>
  );
}

const spanWords = (ms: number): string => (ms < 1_000 ? words.time.instant : exactSpanText(ms));

function pointText(day: DeliveryDay | undefined): string | undefined {
  if (!day) return undefined;
  return words.time.point(dayWords(day.day), day.count, spanWords(day.medianMs), spanWords(day.highMs));
}

const columns = (): ShortColumn<DeliveryDay>[] => [
  {
    id: "day",
    get label() {
      return words.day;
    },
    names: true,
    cell: ({ day }) => <RowsLink href={soldHref(day)}>{dayWords(day)}</RowsLink>,
  },
  {
    id: "count",
    get label() {
      return words.time.count;
    },
    align: "end",
    cell: ({ count }) => <span className="figure">{countText(count)}</span>,
  },
  {
    id: "median",
    get label() {
      return words.time.median;
    },
    align: "end",
    cell: ({ medianMs }) => <span className="figure">{spanWords(medianMs)}</span>,
  },
  {
    id: "high",
    get label() {
      return words.time.high;
    },
    align: "end",
    cell: ({ highMs }) => <span className="figure">{spanWords(highMs)}</span>,
  },
];
