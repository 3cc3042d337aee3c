import Link from "next/link";
import type { Fiat } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { OutcomesRecord } from "#lib/overview/outcomes-contract.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Section } from "#components/ui/section.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import type { Period } from "#components/charts/period.ts";
import { shareOf } from "#components/charts/values.ts";

const words = overviewText.outcomes;

type Row = {
  period: Period;
  outcome?: OutcomesRecord["outcomes"][number]["outcome"];
  count: number;
  value: Decimal;
  share: Decimal;
};

/** How the bills of a period came out: each bill is in one line, and each line leads to its bills. */
export function Outcomes({ outcomes: record, period }: { outcomes: OutcomesRecord; period: Period }) {
  const { created, outcomes, in: fiat, unpriced } = record;
  if (created.count === 0)
    return (
      <Section hint={words.hint[period]} title={words.title}>
        <p className="px-gutter pb-4 text-ink-3">{words.none}</p>
      </Section>
    );
  const rows: Row[] = [created, ...outcomes].map((one) => ({
    ...one,
    period,
    share: shareOf(one.value, created.value),
  }));
  return (
    <Section hint={words.hint[period]} title={words.title}>
      <div className="max-card:hidden">
        <ShortTable columns={columns(fiat)} keyOf={keyOf} label={words.title} rows={rows} />
      </div>
      <ul aria-label={words.title} className="pb-2 card:hidden">
        {rows.map((row) => (
          <li
            className="grid min-h-row grid-cols-[minmax(0,1fr)_auto_96px] items-center gap-3 border-t border-rule px-gutter"
            key={keyOf(row)}
          >
            <Name row={row} />
            <span className="figure text-ink-3">{row.count}</span>
            <span className="text-end">
              <Money asset={fiat} value={row.value} />
            </span>
            <span className="col-span-3 pb-2">
              <Bar row={row} />
            </span>
          </li>
        ))}
      </ul>
      {unpriced.length > 0 ? (
        <p className="px-gutter py-2 text-12">
          <Unpriced assets={unpriced} />
        </p>
      ) : null}
    </Section>
  );
}

const keyOf = ({ outcome }: Row) => outcome ?? "CREATED";

function Name({ row: { outcome, period } }: { row: Row }) {
  return (
    <Link
      className="inline-flex min-h-6 items-center rounded-1 hover:underline"
      href={`/payments?range=${period}${outcome ? `&outcome=${outcome}` : ""}`}
      prefetch={false}
    >
      {outcome ? paymentsText.outcome[outcome] : words.created}
    </Link>
  );
}

const COLOURS: Record<NonNullable<Row["outcome"]>, string> = {
  PAID: "bg-done-mark",
  LATE: "bg-wait-mark",
  UNDERPAID: "bg-wait-mark",
  OVERPAID: "bg-wait-mark",
  EXPIRED: "bg-none-mark",
  OPEN: "bg-out-mark",
};

/** Its share of all by value, beside the figures that say it. */
function Bar({ row: { outcome, share } }: { row: Row }) {
  return (
    <span
      aria-hidden="true"
      className={`block h-3 forced-color-adjust-none ${outcome ? COLOURS[outcome] : "border border-(--chart) bg-(--chart-2)"}`}
      style={{ inlineSize: `${share}%` }}
    />
  );
}

const columns = (fiat: Fiat): ShortColumn<Row>[] => [
  {
    id: "outcome",
    label: words.outcome,
    names: true,
    cell: (row) => <Name row={row} />,
  },
  {
    id: "bar",
    label: words.bar,
    hideLabel: true,
    className: "w-1/3",
    cell: (row) => <Bar row={row} />,
  },
  { id: "count", label: words.count, align: "end", className: "figure", cell: ({ count }) => count },
  { id: "value", label: words.value(fiat), align: "end", cell: ({ value }) => <Money asset={fiat} value={value} /> },
  {
    id: "share",
    label: words.share,
    align: "end",
    className: "figure text-ink-3",
    cell: ({ share }) => `${amountText(share, 1)} %`,
  },
];
