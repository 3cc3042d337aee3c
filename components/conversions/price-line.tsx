"use client";

import { useQuery } from "@tanstack/react-query";
import { getConversionPricesCall } from "#lib/conversions/calls.ts";
import type { ConversionRecord, PricePoint } from "#lib/conversions/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ChartSection } from "#components/charts/chart-section.tsx";
import { Line, type LinePoint } from "#components/charts/line.tsx";
import { conversionText } from "#lib/i18n/conversion.ts";
import { usePreferences } from "#components/preferences.tsx";
import { useApi } from "#components/staff.tsx";
import { rateText } from "#lib/i18n/amount.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { clockText, dayText, onSameDay, type Zone } from "#lib/i18n/times.ts";
import { Waiting } from "#components/ui/waiting.tsx";

const words = conversionText.line;
/** The present price is asked for again at this pace while the drawer is open. */
const RENEW_MS = 10_000;
const COLOURS: Readonly<Record<PricePoint["kind"], string>> = {
  MARKET: "var(--chart)",
  QUOTE: "var(--out-mark)",
  EXECUTION: "var(--done-mark)",
  NOW: "var(--accent)",
};

/** The pair's price on one line: before the quote, at it, at the execution, and now. */
export function PriceLine({ record }: { record: ConversionRecord }) {
  const { queryOptions } = useApi();
  const { invoiceId } = record;
  const { data, error, refetch } = useQuery({
    ...queryOptions(getConversionPricesCall, { invoiceId }),
    refetchInterval: RENEW_MS,
  });
  if (error) return <ErrorNote error={error} onRetry={refetch} title={words.failed} />;
  return data ? <Priced points={data.points} record={record} /> : <Waiting />;
}

function Priced({ points, record }: { points: readonly PricePoint[]; record: ConversionRecord }) {
  const { zone } = usePreferences();
  const { baseSymbol: base, quoteSymbol: fiat } = record;
  const days = points.some(({ at }) => !onSameDay(at, points[0]?.at ?? at, zone));
  const end = (at: number) => (days ? `${dayText(at, zone)} ${clockText(at, zone)}` : clockText(at, zone));
  return (
    <ChartSection
      columns={columns(fiat, base)}
      hint={words.hint(fiat, base)}
      keyOf={keyOf}
      none={words.none}
      rows={points}
      title={words.title}
    >
      <Line
        describe={(at) => describe(points[at], zone, fiat)}
        ends={[end(points.at(0)?.at ?? 0), end(points.at(-1)?.at ?? 0)]}
        label={words.label(fiat, base)}
        points={points.map(drawn)}
        tick={(value) => rateText(Decimal.from(String(value)))}
      />
    </ChartSection>
  );
}

const keyOf = ({ kind, at }: PricePoint): string => `${kind} ${at}`;
const shown = ({ mid, bid }: PricePoint): Decimal => mid ?? bid;

/** Only for drawing. */
function drawn(point: PricePoint): LinePoint {
  const { kind, at } = point;
  const mark = kind === "MARKET" ? {} : { mark: words.kind[kind] };
  return { key: keyOf(point), at, value: Number(shown(point).toString()), colour: COLOURS[kind], ...mark };
}

function describe(point: PricePoint | undefined, zone: Zone, fiat: string): string {
  if (!point) return "";
  const { kind, at } = point;
  return words.point(words.kind[kind], `${dayText(at, zone)} ${clockText(at, zone)}`, rateText(shown(point)), fiat);
}

const columns = (fiat: string, base: string): ShortColumn<PricePoint>[] => [
  { id: "kind", label: words.what, names: true, cell: ({ kind }) => words.kind[kind] },
  { id: "at", label: words.at, cell: ({ at }) => <Time at={at} /> },
  {
    id: "bid",
    label: words.bid(fiat, base),
    align: "end",
    cell: ({ bid }) => <span className="figure">{rateText(bid)}</span>,
  },
  {
    id: "mid",
    label: words.mid(fiat, base),
    align: "end",
    cell: ({ mid }) => (mid ? <span className="figure">{rateText(mid)}</span> : "–"),
  },
];
