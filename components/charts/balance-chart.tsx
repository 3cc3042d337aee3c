"use client";

import type { ReactNode } from "react";
import { type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { Money } from "#components/ui/money.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { areClose, type BalanceDay, type BalanceDays, dayColumn, hrefOfDay, nameOf, Rows } from "./balance-days.tsx";
import { ChartSection } from "./chart-section.tsx";
import { Plot, STEP } from "./plot.tsx";
import { scaleFor, TALL_TICKS, tickText } from "./scale.ts";
import { holdingsOf, STACK } from "./stack.ts";
import { Swatch } from "./swatch.tsx";

const words = overviewText.history;
const BAR = 8;

/** What was held at the close of each day, every currency on top of the others; the table holds the same numbers. */
export function BalanceChart({
  choice,
  grows = false,
  ...shown
}: BalanceDays & {
  /** What the reader may choose of it. */
  choice?: ReactNode;
  /** Whether it takes the height that it has beside a longer section. */
  grows?: boolean;
}) {
  const { days, fiat, zone } = shown;
  const width = areClose(days) ? STEP : BAR;
  const stacks = days.map(({ data }) => holdingsOf(data));
  const symbols = STACK.filter(([symbol]) => stacks.some((stack) => stack.some((one) => one.symbol === symbol)));
  const unpriced = [...new Set(days.flatMap((day) => day.unpriced))];
  return (
    <ChartSection
      choice={choice}
      columns={columns(symbols, shown)}
      grows={grows}
      hint={words.hint(days.length, zone)}
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
                strokeWidth={areClose(days) ? 0 : 0.75}
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
        tall={grows ? "rest" : true}
        describe={(at) => describeDay(days[at], fiat, days)}
        hrefOf={(at) => days[at] && hrefOfDay(shown, days[at])}
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

function describeDay(day: BalanceDay | undefined, fiat: Fiat, days: readonly BalanceDay[]): string {
  if (!day) return "";
  const amount = (value: BalanceDay["total"]) => amountText(value, scaleOf(fiat));
  const parts = holdingsOf(day.data).flatMap(({ symbol, value }) => (value ? [`${symbol} ${amount(value)}`] : []));
  return words.point(nameOf(day.day, days), amount(day.total), fiat, parts.join(", "));
}

const columns = (symbols: typeof STACK, shown: BalanceDays): ShortColumn<BalanceDay>[] => [
  dayColumn(shown),
  ...symbols.map(
    ([symbol]): ShortColumn<BalanceDay> => ({
      id: symbol,
      label: symbol,
      align: "end",
      cell: (day) => {
        const found = holdingsOf(day.data).find((one) => one.symbol === symbol);
        if (!found) return "–";
        return (
          <Rows asset={symbol} day={day} of={shown}>
            {found.value ? <Money asset={shown.fiat} value={found.value} /> : overviewText.noPrice}
          </Rows>
        );
      },
    }),
  ),
  {
    id: "total",
    label: words.total(shown.fiat),
    align: "end",
    className: "font-medium",
    cell: (day) => (
      <Rows day={day} of={shown}>
        <Money asset={shown.fiat} value={day.total} />
      </Rows>
    ),
  },
];
