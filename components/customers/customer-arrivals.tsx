"use client";

import { MOST_MINUTES, minutesText } from "#lib/contract/minutes-text.ts";
import type { CustomerRecord } from "#lib/customers/contract.ts";
import { minutesWords } from "#components/filters/labels.ts";
import type { Range } from "#components/filters/range.ts";
import { ChartSection } from "#components/charts/chart-section.tsx";
import { Plot } from "#components/charts/plot.tsx";
import { scaleFor, tickText } from "#components/charts/scale.ts";
import { customersText } from "#lib/i18n/customers.ts";
import { countText, percentText } from "#lib/i18n/amount.ts";
import { RowsLink } from "#components/ui/rows-link.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { sameOf } from "./customer-period.ts";

const words = customersText.one.arrivals;
const BAR = 6;
const WHOLE_BPS = 10_000;
/** Minutes drawn: as many before expiry as after; the outermost two stand for all beyond them too. */
const REACH = 20;
const MINUTES = Array.from({ length: 2 * REACH }, (_, at) => at + 1 - REACH);
/** Where one line of the table ends and the next begins: 0 is the last minute in time. */
const EDGES = [-10, -5, 0, 5, 15];

type Arrival = NonNullable<CustomerRecord["bills"]>["arrivals"][number];
type Line = { minutes: string; count: number; bps: number };

/** How long before or after their expiry a customer's bills were paid first; each figure leads to its bills. */
export function CustomerArrivals({
  arrivals,
  subaccount,
  range,
}: {
  arrivals: readonly Arrival[];
  subaccount: string;
  range: Range;
}) {
  const hrefOf = (arrival: string) => sameOf("/payments", subaccount, range, { arrival });
  const counts = MINUTES.map((minute) => countOf(arrivals, (one) => within(one) === minute));
  const paid = countOf(arrivals, () => true);
  return (
    <ChartSection
      columns={columns(hrefOf)}
      hint={words.hint(countText(paid))}
      keyOf={({ minutes }) => minutes}
      none={words.none}
      rows={paid === 0 ? [] : linesOf(arrivals, paid).toReversed()}
      title={words.title}
    >
      <Plot
        axis={words.axis}
        days={MINUTES.map(String)}
        describe={(at) => words.point(minutesWords(drawnAt(at)), countText(counts[at] ?? 0))}
        hrefOf={(at) => (counts[at] ? hrefOf(drawnAt(at)) : undefined)}
        label={words.chart}
        mark={(at, { x, y, chosen }) => {
          const late = (MINUTES[at] ?? 0) > 0;
          const top = y(counts[at] ?? 0);
          return (
            <rect
              fill={chosen ? "var(--accent)" : late ? "var(--wait-mark)" : "var(--chart)"}
              height={y(0) - top}
              width={BAR}
              x={x - BAR / 2}
              y={top}
            />
          );
        }}
        scale={scaleFor(counts)}
        start={counts.indexOf(Math.max(...counts))}
        step={words.step}
        tall
        tick={(count) => (Number.isInteger(count) ? tickText(count) : "")}
      />
    </ChartSection>
  );
}

const countOf = (arrivals: readonly Arrival[], wanted: (minute: number) => boolean): number =>
  arrivals.reduce((sum, { minute, count }) => (wanted(minute) ? sum + count : sum), 0);

const within = (minute: number): number => Math.min(REACH, Math.max(1 - REACH, minute));

/** What is drawn for a minute: the outermost stand for all beyond. */
const drawnAt = (at: number): string => {
  const minute = MINUTES[at] ?? 0;
  return minutesText(minute === 1 - REACH ? -MOST_MINUTES : minute, minute === REACH ? MOST_MINUTES : minute);
};

/** The same in a few lines, each bill in one. */
function linesOf(arrivals: readonly Arrival[], paid: number): Line[] {
  return [...EDGES, MOST_MINUTES].map((to, at) => {
    const before = EDGES[at - 1];
    const from = before === undefined ? -MOST_MINUTES : before + 1;
    const count = countOf(arrivals, (minute) => minute >= from && minute <= to);
    return { minutes: minutesText(from, to), count, bps: Math.floor((count * WHOLE_BPS) / paid) };
  });
}

const columns = (hrefOf: (minutes: string) => string): ShortColumn<Line>[] => [
  {
    id: "paid",
    label: words.paid,
    names: true,
    cell: ({ minutes, count }) =>
      count > 0 ? <RowsLink href={hrefOf(minutes)}>{minutesWords(minutes)}</RowsLink> : minutesWords(minutes),
  },
  {
    id: "count",
    label: customersText.one.count,
    align: "end",
    className: "figure",
    cell: ({ count }) => countText(count),
  },
  { id: "share", label: words.share, align: "end", className: "figure", cell: ({ bps }) => percentText(bps) },
];
