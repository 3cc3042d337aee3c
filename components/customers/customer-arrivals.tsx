"use client";

import type { CustomerRecord } from "#lib/customers/contract.ts";
import { ChartSection } from "#components/charts/chart-section.tsx";
import { Plot } from "#components/charts/plot.tsx";
import { scaleFor, tickText } from "#components/charts/scale.ts";
import { customersText } from "#lib/i18n/customers.ts";
import { countText, percentText } from "#lib/i18n/amount.ts";
import type { ShortColumn } from "#components/ui/short-table.tsx";

const words = customersText.one.arrivals;
const BAR = 6;
const WHOLE_BPS = 10_000;
/** Minutes drawn: as many before expiry as after; the outermost two stand for all beyond them too. */
const REACH = 20;
const MINUTES = Array.from({ length: 2 * REACH }, (_, at) => at + 1 - REACH);
/** Where one line of the table ends and the next begins: 0 is the last minute in time. */
const EDGES = [-10, -5, 0, 5, 15];

type Arrival = NonNullable<CustomerRecord["bills"]>["arrivals"][number];
type Line = { name: string; count: number; bps: number };

/** How long before or after their expiry a customer's bills were paid first. */
export function CustomerArrivals({ arrivals }: { arrivals: readonly Arrival[] }) {
  const counts = MINUTES.map((minute) => countOf(arrivals, (one) => within(one) === minute));
  const paid = countOf(arrivals, () => true);
  return (
    <ChartSection
      columns={columns()}
      hint={words.hint(countText(paid))}
      keyOf={({ name }) => name}
      none={words.none}
      rows={paid === 0 ? [] : linesOf(arrivals, paid).toReversed()}
      title={words.title}
    >
      <Plot
        axis={words.axis}
        days={MINUTES.map(String)}
        describe={(at) => words.point(spanOf(MINUTES[at] ?? 0), countText(counts[at] ?? 0))}
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

/** A minute that is drawn, in words. */
function spanOf(minute: number): string {
  if (minute === 1 - REACH) return words.earlier(REACH - 1);
  if (minute === REACH) return words.later(REACH - 1);
  return minute > 0 ? words.after(minute - 1, minute) : words.before(1 - minute, -minute);
}

/** The same in a few lines, each bill in one. */
function linesOf(arrivals: readonly Arrival[], paid: number): Line[] {
  return [...EDGES, Infinity].map((end, at) => {
    const begin = EDGES[at - 1] ?? -Infinity;
    const count = countOf(arrivals, (minute) => minute > begin && minute <= end);
    return { name: nameOf(begin, end), count, bps: Math.floor((count * WHOLE_BPS) / paid) };
  });
}

function nameOf(begin: number, end: number): string {
  if (begin === -Infinity) return words.earlier(-end);
  if (end === Infinity) return words.later(begin);
  return end > 0 ? words.after(begin, end) : words.before(-begin, -end);
}

const columns = (): ShortColumn<Line>[] => [
  { id: "paid", label: words.paid, names: true, cell: ({ name }) => name },
  {
    id: "count",
    label: customersText.one.count,
    align: "end",
    className: "figure",
    cell: ({ count }) => countText(count),
  },
  { id: "share", label: words.share, align: "end", className: "figure", cell: ({ bps }) => percentText(bps) },
];
