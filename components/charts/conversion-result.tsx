"use client";

import { type ReactNode, useState } from "react";
import { type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { CostedDay, PerformanceRecord } from "#lib/overview/performance-contract.ts";
import { chartsText } from "#lib/i18n/charts.ts";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { sumOf } from "./values.ts";
import { amountText, countText, rateText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import { RowsLink } from "#components/ui/rows-link.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { ChartSection } from "./chart-section.tsx";
import { Bar, Reach } from "./marks.tsx";
import { daysIn, inPeriod, type Period } from "./period.ts";
import { executedHref } from "./rows-behind.ts";
import { dayWords, Plot } from "./plot.tsx";
import { lastDays, newestOf, scaleFor, tickText } from "./scale.ts";

const words = chartsText;
const DAYS = 30;

/** What conversions brought on each day, and how far the venue's price lay from the quote's bid. */
export function ConversionResult({ performance, period }: { performance: PerformanceRecord; period: Period }) {
  const { fiat, at } = performance;
  const conversions = performance.conversions.filter(isCosted);
  const days = lastDays(at, DAYS);
  const dayAt = (place: number) => conversions.find(({ day }) => day === days[place]);
  const hrefOf = (place: number) => {
    const day = dayAt(place)?.day;
    return day && executedHref(day, day);
  };
  const nothing = (place: number) => words.nothing(dayWords(days[place] ?? ""));
  return (
    <ChartSection
      columns={columns(fiat)}
      hint={words.result.hint}
      keyOf={({ day }) => day}
      lead={conversions.length > 0 ? <Figures all={conversions} performance={performance} period={period} /> : null}
      none={words.result.none}
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
        describe={(place) => resultWords(dayAt(place), fiat) ?? nothing(place)}
        hrefOf={hrefOf}
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
        describe={(place) => slippageWords(dayAt(place)) ?? nothing(place)}
        hrefOf={hrefOf}
        start={newestOf(days, conversions)}
        tick={tickText}
      />
    </ChartSection>
  );
}

const isCosted = (day: PerformanceRecord["conversions"][number]): day is CostedDay => day.result !== undefined;

/** The period's sums: what was charged, what the market and the venue took of it, and what is left. */
function Figures({
  all: month,
  performance,
  period,
}: {
  all: readonly CostedDay[];
  performance: PerformanceRecord;
  period: Period;
}) {
  const { fiat, unpriced, at } = performance;
  const conversions = inPeriod(month, period, at);
  const days = daysIn(period, at);
  const executed = executedHref(days[0] ?? "", days.at(-1) ?? "");
  const all = (kind: "sold" | "result" | "spread" | "slippage" | "venueFees") =>
    sumOf(conversions.map((day) => day[kind]));
  const [sold, result, fees] = [all("sold"), all("result"), all("venueFees")];
  const bpsOfSold = sold.isZero() ? sold : result.times(WHOLE_BPS).dividedDown(sold, 1);
  const count = conversions.reduce((sum, day) => sum + day.count, 0);
  return (
    <div className="grid grid-cols-1 gap-2 px-gutter pb-3">
      <p className="text-12 text-ink-3">
        {words.result.days(period)} <Unpriced assets={unpriced} />
      </p>
      <dl className="grid grid-cols-3 items-end gap-x-4">
        <Figure href={executed} name={words.result.all(fiat)}>
          <Money asset={fiat} value={result} />
        </Figure>
        <Figure href={executed} name={words.result.bps}>
          <span className="figure">{amountText(bpsOfSold, 1)}</span>
        </Figure>
        <Figure href={executed} name={words.result.count}>
          <span className="figure">{countText(count)}</span>
        </Figure>
      </dl>
      <Margin
        executed={executed}
        fiat={fiat}
        sold={sold}
        steps={[
          [words.result.spread, all("spread")],
          [words.result.slippage, all("slippage")],
          [words.result.fees, Decimal.ZERO.minus(fees)],
          [words.result.result(fiat), result],
        ]}
      />
    </div>
  );
}

const WHOLE_BPS = Decimal.of(10_000n);

type MarginStep = readonly [name: string, value: Decimal];

/** How the result comes about, step by step: as bars that begin where the one before ended, or as a table. */
function Margin({
  fiat,
  sold,
  steps,
  executed,
}: {
  fiat: Fiat;
  sold: Decimal;
  steps: readonly MarginStep[];
  /** The conversions that each step is the sum over. */
  executed: string;
}) {
  const [asTable, setAsTable] = useState(false);
  return (
    <div>
      <div className="flex min-h-7 items-center justify-between gap-3">
        <p className="text-12 font-medium">{words.margin.title}</p>
        <Button look="plain" onClick={() => setAsTable(!asTable)} size="small">
          {asTable ? words.margin.chart : words.margin.table}
        </Button>
      </div>
      {asTable ? (
        <ShortTable
          className="-mx-gutter"
          columns={marginColumns(fiat, executed)}
          keyOf={({ name }) => name}
          label={words.margin.title}
          rows={marginRows(sold, steps)}
        />
      ) : (
        <dl>
          <Step name={<RowsLink href={executed}>{words.result.sold(fiat)}</RowsLink>}>
            <Money asset={fiat} value={sold} />
          </Step>
          {fallsOf(steps).map(({ name, value, isTotal, ...fall }) => (
            <Step
              bar={<Fall {...fall} isTotal={isTotal} value={drawn(value)} />}
              isTotal={isTotal}
              key={name}
              name={<RowsLink href={executed}>{name}</RowsLink>}
            >
              <Money asset={fiat} value={value} />
            </Step>
          ))}
        </dl>
      )}
    </div>
  );
}

type MarginRow = { name: string; value: Decimal; left: Decimal; bps: Decimal };

/** Each step with what is left after it, and both against what was sold; the last one is the sum itself. */
export function marginRows(sold: Decimal, steps: readonly MarginStep[]): MarginRow[] {
  let left = Decimal.ZERO;
  return steps.map(([name, value], at) => {
    left = at === steps.length - 1 ? value : left.plus(value);
    const bps = sold.isZero() ? Decimal.ZERO : value.times(WHOLE_BPS).dividedDown(sold, 1);
    return { name, value, left, bps };
  });
}

const marginColumns = (fiat: Fiat, executed: string): ShortColumn<MarginRow>[] => [
  {
    id: "step",
    label: words.margin.step,
    names: true,
    cell: ({ name }) => (
      <span className="whitespace-normal">
        <RowsLink href={executed}>{name}</RowsLink>
      </span>
    ),
  },
  {
    id: "value",
    label: words.margin.value(fiat),
    align: "end",
    cell: ({ value }) => <Money asset={fiat} value={value} />,
  },
  { id: "left", label: words.margin.left(fiat), align: "end", cell: ({ left }) => <Money asset={fiat} value={left} /> },
  {
    id: "bps",
    label: words.margin.bps,
    align: "end",
    cell: ({ bps: share }) => <span className="figure">{amountText(share, 1)}</span>,
  },
];

function Figure({ name, href, children }: { name: string; href: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="text-20 font-medium">
        <RowsLink href={href}>{children}</RowsLink>
      </dd>
    </div>
  );
}

function Step({
  name,
  isTotal = false,
  bar,
  children,
}: {
  name: ReactNode;
  isTotal?: boolean;
  bar?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={cx(
        "grid min-h-7 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(88px,auto)] items-center gap-3",
        isTotal && "border-t border-strong font-medium",
      )}
    >
      <dt className={isTotal ? "" : "text-ink-2"}>{name}</dt>
      <dd aria-hidden="true" className="relative h-3">
        {bar}
      </dd>
      <dd className="text-end">{children}</dd>
    </div>
  );
}

/** A step's way from where the one before it ended; the last one is what is left, from zero. */
type Falling = {
  name: string;
  value: Decimal;
  isTotal: boolean;
  start: number;
  end: number;
  low: number;
  high: number;
};

function fallsOf(steps: readonly (readonly [name: string, value: Decimal])[]): Falling[] {
  let level = 0;
  const falls = steps.map(([name, value], at) => {
    const isTotal = at === steps.length - 1;
    const start = isTotal ? 0 : level;
    level = start + drawn(value);
    return { name, value, isTotal, start, end: level };
  });
  const levels = falls.flatMap(({ start, end }) => [start, end]);
  const [low, high] = [Math.min(0, ...levels), Math.max(0, ...levels)];
  return falls.map((fall) => ({ ...fall, low, high }));
}

/** Only for drawing: a bar between two levels, on the scale of all of them; its figure stands beside it. */
function Fall({ value, start, end, low, high, isTotal }: Omit<Falling, "name" | "value"> & { value: number }) {
  const whole = high - low || 1;
  return (
    <span
      className={cx(
        "absolute inset-y-0 min-w-px forced-color-adjust-none",
        isTotal ? "bg-accent" : value < 0 ? "bg-fail-mark" : "bg-(--chart)",
      )}
      style={{
        insetInlineStart: `${((Math.min(start, end) - low) / whole) * 100}%`,
        inlineSize: `${(Math.abs(end - start) / whole) * 100}%`,
      }}
    />
  );
}

/** Only for drawing. */
const drawn = (value: Decimal): number => Number(value.toString());

function resultWords(day: CostedDay | undefined, fiat: Fiat): string | undefined {
  if (!day) return undefined;
  const amount = (value: Decimal) => amountText(value, scaleOf(fiat));
  return words.result.point(dayWords(day.day), day.count, amount(day.result), fiat, amount(day.sold));
}

const bps = (value: Decimal): string => rateText(value);

function slippageWords(day: CostedDay | undefined): string | undefined {
  return day && words.slippage.point(dayWords(day.day), bps(day.slippageMedian), bps(day.slippageHigh));
}

const columns = (fiat: Fiat): ShortColumn<CostedDay>[] => [
  {
    id: "day",
    label: words.day,
    names: true,
    cell: ({ day }) => <RowsLink href={executedHref(day, day)}>{dayWords(day)}</RowsLink>,
  },
  {
    id: "count",
    label: words.result.count,
    align: "end",
    cell: ({ count }) => <span className="figure">{countText(count)}</span>,
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
