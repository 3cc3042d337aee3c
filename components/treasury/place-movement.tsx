"use client";

import Link from "next/link";
import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { RANGES, type RangeName } from "#lib/contract/filters.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { useNow } from "#components/clock.ts";
import { timesOf } from "#components/filters/range.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { assetText } from "#lib/i18n/networks.ts";
import { placeName } from "#lib/i18n/places.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { usePreferences } from "#components/preferences.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Dash } from "#components/ui/dash.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { RowOpener } from "#components/ui/row-opener.tsx";
import { Section } from "#components/ui/section.tsx";
import { PeriodSelect } from "#components/filters/period-select.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { patched, useUrl } from "#components/url.ts";
import { assetIn } from "./holding-rows.ts";
import { type PlaceMovement, usePlaceMovement } from "./treasury-data.ts";
import { Former } from "#components/ui/former.tsx";

/** Loaded when it is opened. */
const PlaceEntries = lazyPart(async () => (await import("./place-entries.tsx")).PlaceEntries);

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
  const { params, change } = useUrl();
  const open = params.get("entries");
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
            columns={columns(
              data.in,
              { opening: requested.startTime, closing: requested.endTime },
              { open, onOpen: (key) => change({ entries: key === open ? undefined : key }, "replace") },
            )}
            detailOf={(row) =>
              keyOf(row) === open ? (
                <Suspense fallback={<Waiting lines={3} />}>
                  <PlaceEntries
                    wanted={{
                      ...{ place: row.place, asset: row.asset, networkType: row.networkType },
                      ...{ startTime: requested.startTime, endTime: requested.endTime },
                    }}
                  />
                </Suspense>
              ) : null
            }
            keyOf={keyOf}
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

const keyOf = ({ place, asset, networkType }: PlaceMovement): string =>
  [place, asset, ...(networkType ? [networkType] : [])].join(".");

const AMOUNTS = ["opening", "in", "out", "fees", "closing"] as const;
const TAKEN = ["out", "fees"] as const;
const isTaken = (kind: string) => TAKEN.some((one) => one === kind);

function Amount({ row, kind, ends }: { row: PlaceMovement; kind: (typeof AMOUNTS)[number]; ends: Ends }) {
  if (kind === "opening" || kind === "closing") return <Lying at={ends[kind]} row={row} value={row[kind]} />;
  if (row[kind].isZero()) return <Dash />;
  const value = isTaken(kind) ? Decimal.ZERO.minus(row[kind]) : row[kind];
  return <Money aligned asset={assetIn(row)} signed={kind === "in"} value={value} />;
}

/** What lay there at one end of the period, which leads to what lay in all places then. */
function Lying({ at, row, value }: { at: number | undefined; row: PlaceMovement; value: Decimal }) {
  const { params } = useUrl();
  const then = { at: at === undefined ? undefined : new Date(at).toISOString(), asset: row.asset };
  return (
    <Link
      className="inline-flex min-h-6 items-center hover:underline"
      href={`/treasury${patched(params, { ...then, view: "place", entries: undefined })}`}
      prefetch={false}
    >
      <Money aligned asset={assetIn(row)} value={value} />
    </Link>
  );
}

type Opening = { open: string | null; onOpen: (key: string) => void };
/** From when until when; absent: now. */
type Ends = Record<"opening" | "closing", number | undefined>;

const columns = (fiat: Fiat, ends: Ends, opening: Opening): ShortColumn<PlaceMovement>[] => [
  {
    id: "place",
    label: treasuryText.places.place,
    names: true,
    cell: (row) => (
      <RowOpener
        isOpen={keyOf(row) === opening.open}
        label={`${placeName(row.place)} ${assetText(row)}`}
        onOpen={() => opening.onOpen(keyOf(row))}
      >
        {placeName(row.place)}
      </RowOpener>
    ),
  },
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
      cell: (row) => <Amount ends={ends} kind={kind} row={row} />,
    }),
  ),
  {
    id: "value",
    label: treasuryText.places.value(fiat),
    align: "end",
    cell: ({ value }) => (value ? <Money asset={fiat} value={value} /> : "–"),
  },
];
