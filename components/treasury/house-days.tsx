"use client";

import type { ReactNode } from "react";
import { type Fiat, GAS_ASSETS, scaleOf } from "#lib/kernel/assets.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { BalanceChart } from "#components/charts/balance-chart.tsx";
import {
  type BalanceDay,
  type BalanceDays,
  dayColumn,
  hrefOfDay,
  nameOf,
  Rows,
} from "#components/charts/balance-days.tsx";
import { BalanceHistory, useSpan } from "#components/charts/balance-history.tsx";
import { ChartSection } from "#components/charts/chart-section.tsx";
import { Bar } from "#components/charts/marks.tsx";
import { Plot } from "#components/charts/plot.tsx";
import { scaleFor, tickText } from "#components/charts/scale.ts";
import { STACK } from "#components/charts/stack.ts";
import { Dash } from "#components/ui/dash.tsx";
import { Money } from "#components/ui/money.tsx";
import { Select } from "#components/ui/select.tsx";
import { useUrl } from "#components/url.ts";
import { sumOf } from "./holding-rows.ts";
import { usePlaceHistory } from "./treasury-data.ts";

const words = overviewText.history;
const SYMBOLS = [...STACK.map(([symbol]) => symbol), ...GAS_ASSETS];
type Symbol = (typeof SYMBOLS)[number];

/**
 * What lay in all places at the close of each of the house's days: all currencies at their worth, or one of them as it is,
 * also one that has no price. A figure leads to the places as of then.
 */
export function HouseDays({ fiat }: { fiat: Fiat }) {
  const { params } = useUrl();
  return (
    <BalanceHistory history={usePlaceHistory(fiat, useSpan())}>
      {(data, span) => {
        const shown = { days: data.days, fiat: data.in, zone: data.zone, rowsAt: "/treasury" as const };
        const symbols = SYMBOLS.filter((one) => data.days.some((day) => day.data.some(({ asset }) => asset === one)));
        const symbol = symbols.find((one) => one === params.get("of"));
        const choice = (
          <>
            <Currency chosen={symbol} fiat={data.in} symbols={symbols} />
            {span}
          </>
        );
        return symbol === undefined ? (
          <BalanceChart {...shown} choice={choice} />
        ) : (
          <QuantityChart {...shown} choice={choice} symbol={symbol} />
        );
      }}
    </BalanceHistory>
  );
}

function Currency({ chosen, symbols, fiat }: { chosen: Symbol | undefined; symbols: readonly Symbol[]; fiat: Fiat }) {
  const { change } = useUrl();
  return (
    <Select
      aria-label={words.currency}
      onChange={({ target: { value } }) => change({ of: value || undefined }, "replace")}
      small
      value={chosen ?? ""}
    >
      <option value="">{words.all(fiat)}</option>
      {symbols.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </Select>
  );
}

/** One currency as it is, on all its networks. */
function QuantityChart({ symbol, choice, ...shown }: BalanceDays & { symbol: Symbol; choice: ReactNode }) {
  const { days, fiat, zone } = shown;
  const quantities = days.map((day) => quantityOf(day, symbol));
  const text = (at: number) => amountText(quantities[at] ?? sumOf([]), scaleOf(symbol));
  return (
    <ChartSection
      choice={choice}
      columns={[
        dayColumn(shown),
        {
          id: "quantity",
          label: words.quantity(symbol),
          align: "end",
          className: "font-medium",
          cell: (day) => (
            <Rows asset={symbol} day={day} of={shown}>
              <Money asset={symbol} value={quantityOf(day, symbol)} />
            </Rows>
          ),
        },
        {
          id: "value",
          label: treasuryText.places.value(fiat),
          align: "end",
          cell: (day) => <Value day={day} fiat={fiat} symbol={symbol} />,
        },
      ]}
      hint={words.hint(days.length, zone)}
      keyOf={({ day }) => day}
      none={words.none(days.length)}
      rows={days}
      title={words.title}
    >
      <Plot
        days={days.map(({ day }) => day)}
        describe={(at) => words.point(nameOf(days[at]?.day ?? "", days), text(at), symbol, "")}
        hrefOf={(at) => days[at] && hrefOfDay(shown, days[at], symbol)}
        label={words.chart(days.length, symbol)}
        mark={(at, place) => <Bar place={place} value={Number(quantities[at]?.toString() ?? 0)} />}
        scale={scaleFor(quantities.map((one) => Number(one.toString())))}
        start={days.length - 1}
        tall
        tick={tickText}
      />
    </ChartSection>
  );
}

const quantityOf = (day: BalanceDay, symbol: Symbol) =>
  sumOf(day.data.filter(({ asset }) => asset === symbol).map(({ holding }) => holding));

function Value({ day, symbol, fiat }: { day: BalanceDay; symbol: Symbol; fiat: Fiat }) {
  const own = day.data.filter(({ asset }) => asset === symbol);
  if (own.length === 0) return <Dash />;
  if (own.some(({ value }) => value === undefined))
    return <span className="text-wait-text">{overviewText.noPrice}</span>;
  return <Money asset={fiat} value={sumOf(own.map(({ value }) => value))} />;
}
