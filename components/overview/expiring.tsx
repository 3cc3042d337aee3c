"use client";

import Link from "next/link";
import { type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { OutcomesRecord } from "#lib/overview/outcomes-contract.ts";
import { ChartSection } from "#components/charts/chart-section.tsx";
import { Plot } from "#components/charts/plot.tsx";
import { expiringHref } from "#components/charts/rows-behind.ts";
import { scaleFor, tickText } from "#components/charts/scale.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { Money } from "#components/ui/money.tsx";
import { RowsLink } from "#components/ui/rows-link.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { sumOf } from "#components/charts/values.ts";

const words = overviewText.expiring;
const MINUTES = Array.from({ length: 20 }, (_, minute) => minute);
/** What ends within five minutes is drawn as what is near. */
const NEAR = 5;
const BAR = 4;
const MINUTE_MS = 60_000;

type Minute = OutcomesRecord["expiring"][number];

/** Unpaid bills by the minute in which they expire: what may still come, or be over, within 20 minutes. */
export function Expiring({ outcomes: { expiring, in: fiat, endTime: now } }: { outcomes: OutcomesRecord }) {
  const at = (minute: number) => expiring.find((one) => one.minute === minute);
  const count = expiring.reduce((sum, one) => sum + one.count, 0);
  const value = amountText(sumOf(expiring.map((one) => one.value)), scaleOf(fiat));
  return (
    <ChartSection
      columns={columns(fiat, now)}
      hint={
        <Link
          className="inline-flex min-h-6 items-center text-accent hover:underline"
          href={expiringHref(now, now + MINUTES.length * MINUTE_MS)}
          prefetch={false}
        >
          {words.hint(count, value, fiat)}
        </Link>
      }
      keyOf={({ minute }) => `${minute}`}
      none={words.none}
      rows={expiring.toReversed()}
      title={words.title}
    >
      <Plot
        axis={words.axis}
        days={MINUTES.map(String)}
        label={words.chart(fiat)}
        mark={(minute, { x, y, chosen }) => {
          const found = at(minute);
          if (!found) return null;
          const top = y(Number(found.value.toString()));
          return (
            <rect
              fill={minute < NEAR ? "var(--wait-mark)" : chosen ? "var(--accent)" : "var(--chart)"}
              height={y(0) - top}
              width={BAR}
              x={x - BAR / 2}
              y={top}
            />
          );
        }}
        scale={scaleFor(expiring.map((one) => Number(one.value.toString())))}
        start={expiring[0]?.minute ?? 0}
        step={words.step}
        tall
        describe={(minute) => describeMinute(at(minute), minute, fiat)}
        hrefOf={(minute) => (at(minute) ? hrefOfMinute(minute, now) : undefined)}
        tick={tickText}
      />
    </ChartSection>
  );
}

const hrefOfMinute = (minute: number, now: number): string =>
  expiringHref(now + minute * MINUTE_MS, now + (minute + 1) * MINUTE_MS);

function describeMinute(found: Minute | undefined, minute: number, fiat: Fiat): string {
  const span = words.span(minute);
  return found ? words.point(span, found.count, amountText(found.value, scaleOf(fiat)), fiat) : words.nothing(span);
}

const columns = (fiat: Fiat, now: number): ShortColumn<Minute>[] => [
  {
    id: "minute",
    label: words.minute,
    names: true,
    cell: ({ minute }) => <RowsLink href={hrefOfMinute(minute, now)}>{words.span(minute)}</RowsLink>,
  },
  { id: "count", label: words.count, align: "end", className: "figure", cell: ({ count }) => count },
  { id: "value", label: words.value(fiat), align: "end", cell: ({ value }) => <Money asset={fiat} value={value} /> },
];
