"use client";

import type { ReactNode } from "react";
import { type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { ChartSection } from "#components/charts/chart-section.tsx";
import { dayWords, Plot, STEP } from "#components/charts/plot.tsx";
import { scaleFor, TALL_TICKS, tickText } from "#components/charts/scale.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { dateText } from "#lib/i18n/times.ts";
import { chartsText } from "#lib/i18n/charts.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Select } from "#components/ui/select.tsx";
import { useUrl } from "#components/url.ts";
import { Money } from "#components/ui/money.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { Swatch } from "./holdings.tsx";
import { type BalanceDay, useBalanceHistory } from "./overview-data.ts";
import { holdingsOf, STACK } from "./stack.ts";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { Former } from "#components/ui/former.tsx";

const words = overviewText.history;
const BAR = 8;
/** More days than these stand so close that they are drawn side by side, without a gap or a line between them. */
const CLOSE = 90;
/** For how many days it is drawn, and for how many unless another number is chosen. */
const SPANS = [7, 30, 90, 365];
const USUAL = 30;

/** What was held at the close of each day, every currency on top of the others; the table holds the same numbers. */
export function BalanceDays({ fiat }: { fiat: Fiat }) {
  const { params, change } = useUrl();
  const count = SPANS.find((one) => String(one) === params.get("days")) ?? USUAL;
  const { data, error, refetch, isPlaceholderData } = useBalanceHistory(fiat, count);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={words.failed} />;
  if (!data) return <Waiting />;
  return (
    <Former when={isPlaceholderData}>
      <BalanceChart
        choice={
          <Select
            aria-label={words.span}
            onChange={({ target: { value } }) =>
              change({ days: Number(value) === USUAL ? undefined : value }, "replace")
            }
            small
            value={count}
          >
            {SPANS.map((one) => (
              <option key={one} value={one}>
                {words.days(one)}
              </option>
            ))}
          </Select>
        }
        days={data.days}
        fiat={data.in}
      />
    </Former>
  );
}

/** The same of days that are there. */
export function BalanceChart({ days, fiat, choice }: { days: readonly BalanceDay[]; fiat: Fiat; choice?: ReactNode }) {
  const width = days.length > CLOSE ? STEP : BAR;
  const stacks = days.map(({ data }) => holdingsOf(data));
  const symbols = STACK.filter(([symbol]) => stacks.some((stack) => stack.some((one) => one.symbol === symbol)));
  const unpriced = [...new Set(days.flatMap((day) => day.unpriced))];
  return (
    <ChartSection
      choice={choice}
      columns={columns(symbols, fiat, days.length)}
      grows
      hint={words.hint(days.length)}
      keyOf={({ day }) => day}
      none={words.none(days.length)}
      rows={symbols.length > 0 ? days : []}
      title={words.title}
    >
      <Plot
        days={days.map(({ day }) => day)}
        label={words.chart(days.length, fiat)}
        mark={(at, { x, y, chosen }) => {
          let below = 0;
          return (stacks[at] ?? []).map(({ symbol, colour, value }) => {
            const [foot, top] = [y(below), y(below + drawn(value))];
            below += drawn(value);
            return (
              <rect
                fill={colour}
                height={foot - top}
                key={symbol}
                opacity={chosen ? 1 : 0.92}
                stroke="var(--sheet)"
                strokeWidth={days.length > CLOSE ? 0 : 0.75}
                vectorEffect="non-scaling-stroke"
                width={width}
                x={x - width / 2}
                y={top}
              />
            );
          });
        }}
        scale={scaleFor(
          stacks.map((stack) => stack.reduce((sum, { value }) => sum + drawn(value), 0)),
          TALL_TICKS,
        )}
        start={days.length - 1}
        tall="rest"
        describe={(at) => describeDay(days[at], fiat, days.length)}
        tick={tickText}
      />
      <p className="flex flex-wrap gap-x-4 gap-y-1 px-gutter pb-3 text-12 text-ink-2">
        {symbols.map(([symbol, colour]) => (
          <span className="inline-flex items-center gap-1.5" key={symbol}>
            <Swatch colour={colour} />
            {symbol}
          </span>
        ))}
        <Unpriced assets={unpriced} />
      </p>
    </ChartSection>
  );
}

/** Only for drawing; what is owed is not drawn below zero. */
const drawn = (value: { toString(): string } | undefined): number => Math.max(0, Number(value?.toString() ?? 0));

function describeDay(day: BalanceDay | undefined, fiat: Fiat, count: number): string {
  if (!day) return "";
  const amount = (value: BalanceDay["total"]) => amountText(value, scaleOf(fiat));
  const parts = holdingsOf(day.data).flatMap(({ symbol, value }) => (value ? [`${symbol} ${amount(value)}`] : []));
  return words.point(nameOf(day.day, count), amount(day.total), fiat, parts.join(", "));
}

/** Of more days than these the year is said. */
const nameOf = (day: string, count: number): string =>
  count > CLOSE ? dateText(Date.parse(`${day}T12:00:00Z`), "utc") : dayWords(day);

const columns = (symbols: typeof STACK, fiat: Fiat, count: number): ShortColumn<BalanceDay>[] => [
  { id: "day", label: chartsText.day, names: true, cell: ({ day }) => nameOf(day, count) },
  ...symbols.map(
    ([symbol]): ShortColumn<BalanceDay> => ({
      id: symbol,
      label: symbol,
      align: "end",
      cell: ({ data }) => {
        const found = holdingsOf(data).find((one) => one.symbol === symbol);
        if (!found) return "–";
        return found.value ? <Money asset={fiat} value={found.value} /> : overviewText.noPrice;
      },
    }),
  ),
  {
    id: "total",
    label: words.total(fiat),
    align: "end",
    className: "font-medium",
    cell: ({ total }) => <Money asset={fiat} value={total} />,
  },
];
