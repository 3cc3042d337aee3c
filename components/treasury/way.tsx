"use client";

import Link from "next/link";
import type { Fiat } from "#lib/kernel/assets.ts";
import { ChartSection } from "#components/charts/chart-section.tsx";
import { coverText } from "#lib/i18n/cover.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { Money } from "#components/ui/money.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { useArrivals, usePlaces } from "./treasury-data.ts";
import { type Station, type WayRow, wayRows } from "./way-rows.ts";
import { Former } from "#components/ui/former.tsx";

const words = coverText.way;

/** How much of what payers sent stands where on its way to the bank; shown once what lies where is known. */
export function Way({ fiat: chosen }: { fiat: Fiat }) {
  const places = usePlaces({ in: chosen });
  const arrivals = useArrivals({ in: chosen });
  if (!places.data || !arrivals.data) return null;
  const fiat = places.data.in ?? chosen;
  const rows = wayRows(places.data.data, arrivals.data.data);
  const unpriced = [...new Set([...(places.data.unpriced ?? []), ...arrivals.data.unpriced])];
  return (
    <Former when={places.isPlaceholderData || arrivals.isPlaceholderData}>
      <ChartSection
        columns={columns(fiat)}
        hint={words.hint}
        keyOf={({ station }) => station}
        none={words.none}
        rows={rows.some(({ value }) => !value.isZero()) ? rows.toReversed() : []}
        title={words.title}
      >
        <Stations fiat={fiat} rows={rows} />
        {unpriced.length > 0 ? (
          <p className="px-gutter pb-3 text-12">
            <Unpriced assets={unpriced} />
          </p>
        ) : null}
      </ChartSection>
    </Former>
  );
}

const LOOKS: Readonly<Record<Station, string>> = {
  CHAIN: "bg-out-mark",
  CUSTODY: "bg-(--chart)",
  TRANSIT: "bg-wait-mark",
  VENUE: "bg-(--chart)",
  BANK: "bg-done-mark",
};

/** Each station in its place with a bar as long as its share; on a phone one beneath the other. */
function Stations({ rows, fiat }: { rows: readonly WayRow[]; fiat: Fiat }) {
  return (
    <ol className="grid gap-x-1 gap-y-3 px-gutter pb-4 card:grid-cols-5">
      {rows.map(({ station, value, share }) => (
        <li className="flex min-w-0 flex-col gap-1" key={station}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 card:flex-col">
            <span className="text-12 text-ink-2">
              {words.stations[station]}
              <span className="text-ink-3"> {percentOf(share)}</span>
            </span>
            <Link className="font-medium hover:underline" href={HREFS[station]} prefetch={false}>
              <Money asset={fiat} unit value={value} />
            </Link>
          </p>
          <span aria-hidden="true" className="block h-3 bg-sunken inset-ring inset-ring-edge forced-color-adjust-none">
            <span
              className={`block h-full ${LOOKS[station]}`}
              style={{ inlineSize: share === undefined || share.units < 0n ? 0 : `${share}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Where the rows of a station stand. */
const HREFS: Readonly<Record<Station, string>> = {
  CHAIN: "#arrivals",
  CUSTODY: "?view=place",
  TRANSIT: "#moves",
  VENUE: "?view=place",
  BANK: "?view=place",
};

const percentOf = (share: WayRow["share"]): string =>
  share === undefined ? "" : treasuryText.places.percent(amountText(share, 1));

const columns = (fiat: Fiat): ShortColumn<WayRow>[] => [
  { id: "station", label: words.station, names: true, cell: ({ station }) => words.stations[station] },
  {
    id: "value",
    label: treasuryText.places.value(fiat),
    align: "end",
    cell: ({ value }) => <Money asset={fiat} value={value} />,
  },
  {
    id: "share",
    label: treasuryText.places.share,
    align: "end",
    className: "figure text-ink-3",
    cell: ({ share }) => percentOf(share) || "–",
  },
];
