"use client";

import { RANGES, type RangeName } from "#lib/contract/filters.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { useNow } from "#components/clock.ts";
import { timesOf } from "#components/filters/range.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { placeName } from "#lib/i18n/places.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { usePreferences } from "#components/preferences.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Dash } from "#components/ui/dash.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { Section } from "#components/ui/section.tsx";
import { PeriodSelect } from "#components/filters/period-select.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { useUrl } from "#components/url.ts";
import { assetIn } from "./holding-rows.ts";
import { type PlaceMovement, usePlaceMovement } from "./treasury-data.ts";
import { Former } from "#components/ui/former.tsx";

const words = treasuryText.movement;
const STEP_MS = 3_600_000;

/** How each place's opening became its closing, over a period that ends now or at the instant. */
export function MovementOfPlaces({ at, fiat }: { at: Date | undefined; fiat: Fiat }) {
  const { params, change } = useUrl();
  const { zone } = usePreferences();
  const now = useNow(STEP_MS);
  const period = RANGES.find((one) => one === params.get("period")) ?? "today";
  const end = at?.getTime() ?? now;
  if (end === undefined) return <Waiting lines={6} />;
  return (
    <Period
      asset={params.get("asset") ?? undefined}
      onPeriod={(one) => change({ period: one }, "replace")}
      period={period}
      requested={{ startTime: timesOf({ kind: period }, end, zone).startTime, endTime: at?.getTime(), in: fiat }}
    />
  );
}

function Period({
  requested,
  asset,
  period,
  onPeriod,
}: {
  requested: Parameters<typeof usePlaceMovement>[0];
  asset: string | undefined;
  period: RangeName;
  onPeriod: (period: RangeName) => void;
}) {
  const { data, error, refetch, isPlaceholderData } = usePlaceMovement(requested);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} title={words.failed} />;
  if (!data) return <Waiting lines={6} />;
  const rows = data.data.filter(
    (one) => (!asset || one.asset === asset) && AMOUNTS.some((kind) => !one[kind].isZero()),
  );
  return (
    <Former when={isPlaceholderData}>
      <Section end={<PeriodSelect onPeriod={onPeriod} period={period} />} hint={words.hint} title={words.title}>
        {rows.length === 0 ? (
          <p className="px-gutter pb-4 text-ink-3">{ledgerText.movement.none}</p>
        ) : (
          <ShortTable
            columns={columns(data.in)}
            keyOf={({ place, asset: symbol, networkType }) => `${place} ${symbol} ${networkType ?? ""}`}
            label={words.title}
            rows={rows}
          />
        )}
        {data.unpriced.length > 0 ? (
          <p className="px-gutter py-2 text-12">
            <Unpriced assets={data.unpriced} />
          </p>
        ) : null}
      </Section>
    </Former>
  );
}

const AMOUNTS = ["opening", "in", "out", "fees", "closing"] as const;
const TAKEN = ["out", "fees"] as const;
const isTaken = (kind: string) => TAKEN.some((one) => one === kind);

function Amount({ row, kind }: { row: PlaceMovement; kind: (typeof AMOUNTS)[number] }) {
  const isFlow = kind !== "opening" && kind !== "closing";
  if (isFlow && row[kind].isZero()) return <Dash />;
  const value = isTaken(kind) ? Decimal.ZERO.minus(row[kind]) : row[kind];
  return <Money aligned asset={assetIn(row)} signed={kind === "in"} value={value} />;
}

const columns = (fiat: Fiat): ShortColumn<PlaceMovement>[] => [
  { id: "place", label: treasuryText.places.place, names: true, cell: ({ place }) => placeName(place) },
  {
    id: "asset",
    label: treasuryText.places.asset,
    cell: ({ asset, networkType }) => <AssetName network={networkType} symbol={asset} />,
  },
  ...AMOUNTS.map(
    (kind): ShortColumn<PlaceMovement> => ({
      id: kind,
      label: ledgerText.movement[kind],
      align: "end",
      ...(kind === "closing" && { className: "font-medium" }),
      cell: (row) => <Amount kind={kind} row={row} />,
    }),
  ),
  {
    id: "value",
    label: treasuryText.places.value(fiat),
    align: "end",
    cell: ({ value }) => (value ? <Money asset={fiat} value={value} /> : "–"),
  },
];
