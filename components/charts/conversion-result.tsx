"use client";

import { type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { ConversionDay, PerformanceRecord } from "#lib/overview/performance-contract.ts";
import { chartsText } from "#components/i18n/charts.ts";
import { amountText } from "#components/ui/amount.ts";
import { Money } from "#components/ui/money.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { ChartSection } from "./chart-section.tsx";
import { Bar, Reach } from "./marks.tsx";
import { dayWords, Plot } from "./plot.tsx";
import { lastDays, newestOf, scaleFor, tickText } from "./scale.ts";

const words = chartsText;
const DAYS = 30;

/** What conversions brought on each day, and how far the venue's price lay from the quote's bid. */
export function ConversionResult({ performance }: { performance: PerformanceRecord }) {
  const { conversions, fiat, at } = performance;
  const days = lastDays(at, DAYS);
  const dayAt = (place: number) => conversions.find(({ day }) => day === days[place]);
  const nothing = (place: number) => words.nothing(dayWords(days[place] ?? ""));
  return (
    <ChartSection
      columns={columns(fiat)}
      hint={words.result.hint}
      keyOf={({ day }) => day}
      none={words.result.none(fiat)}
      rows={conversions}
      title={words.result.title}
    >
      <Plot
        days={days}
        label={words.result.chart(fiat)}
        mark={(place, where) => {
          const day = dayAt(place);
          return day ? <Bar place={where} value={drawn(day.result)} /> : null;
        }}
        scale={scaleFor(conversions.map(({ result }) => drawn(result)))}
        tall
        tell={(place) => resultWords(dayAt(place), fiat) ?? nothing(place)}
        start={newestOf(days, conversions)}
        tick={tickText}
      />
      <h3 className="px-gutter pt-1 pb-2 text-12 text-ink-3">
        <span className="font-medium text-ink-1">{words.slippage.title}</span> {words.slippage.hint}
      </h3>
      <Plot
        days={days}
        label={words.slippage.chart}
        mark={(place, where) => {
          const day = dayAt(place);
          return day ? <Reach from={drawn(day.slippageMedian)} place={where} to={drawn(day.slippageHigh)} /> : null;
        }}
        scale={scaleFor(conversions.flatMap((day) => [drawn(day.slippageMedian), drawn(day.slippageHigh)]))}
        tell={(place) => slippageWords(dayAt(place)) ?? nothing(place)}
        start={newestOf(days, conversions)}
        tick={tickText}
      />
    </ChartSection>
  );
}

/** Only for drawing. */
const drawn = (value: Decimal): number => Number(value.toString());

function resultWords(day: ConversionDay | undefined, fiat: Fiat): string | undefined {
  if (!day) return undefined;
  const amount = (value: Decimal) => amountText(value, scaleOf(fiat));
  return words.result.point(dayWords(day.day), day.count, amount(day.result), fiat, amount(day.sold));
}

const bps = (value: Decimal): string => value.toString().replace("-", "−");

function slippageWords(day: ConversionDay | undefined): string | undefined {
  return day && words.slippage.point(dayWords(day.day), bps(day.slippageMedian), bps(day.slippageHigh));
}

const columns = (fiat: Fiat): ShortColumn<ConversionDay>[] => [
  { id: "day", label: words.day, names: true, cell: ({ day }) => dayWords(day) },
  {
    id: "count",
    label: words.result.count,
    align: "end",
    cell: ({ count }) => <span className="figure">{count}</span>,
  },
  { id: "sold", label: words.result.sold(fiat), align: "end", cell: ({ sold }) => <Money asset={fiat} value={sold} /> },
  {
    id: "result",
    label: words.result.result(fiat),
    align: "end",
    cell: ({ result }) => <Money asset={fiat} value={result} />,
  },
  {
    id: "median",
    label: words.slippage.median,
    align: "end",
    cell: ({ slippageMedian }) => <span className="figure">{bps(slippageMedian)}</span>,
  },
  {
    id: "high",
    label: words.slippage.high,
    align: "end",
    cell: ({ slippageHigh }) => <span className="figure">{bps(slippageHigh)}</span>,
  },
];
