"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getExposureCall } from "#lib/liquidity/calls.ts";
import { ChartSection } from "#components/charts/chart-section.tsx";
import { Plot } from "#components/charts/plot.tsx";
import { scaleFor, tickText } from "#components/charts/scale.ts";
import { sumOf } from "#components/charts/values.ts";
import { coverText } from "#lib/i18n/cover.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { useApi } from "#components/staff.tsx";
import { amountText } from "#lib/i18n/amount.ts";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { AssetName, Money, PartOfRow } from "#components/ui/money.tsx";
import type { ShortColumn } from "#components/ui/short-table.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { type CoverRow, coverRows, PARTS, unpricedOf, worthIn } from "./cover-rows.ts";
import { useInventory, usePlaces } from "./treasury-data.ts";
import { Former } from "#components/ui/former.tsx";

const words = coverText;
/** Promises and the book have no events of the house: they are read again at this pace while the page is seen. */
const REFRESH_MS = 10_000;
const BAR = 3;
/** How far the mark of what can be sold reaches beyond its bar. */
const OVER = 0.8;

const LOOKS: Record<(typeof PARTS)[number], string> = {
  book: "var(--wait-mark)",
  seen: "var(--out-mark)",
  held: "var(--chart)",
  promised: "var(--chart-2)",
};

/** What the house has still to sell of each crypto, against what its venues have of it. */
export function Cover({ fiat }: { fiat: Fiat }) {
  const exposure = useQuery({ ...useApi().queryOptions(getExposureCall, {}), refetchInterval: REFRESH_MS });
  const inventory = useInventory();
  const places = usePlaces({ in: fiat });
  const failed = exposure.error ?? inventory.error ?? places.error;
  if (failed)
    return (
      <ErrorNote
        error={failed}
        onRetry={() => void Promise.all([exposure.refetch(), inventory.refetch(), places.refetch()])}
        title={words.failed}
      />
    );
  if (!exposure.data || !inventory.data || !places.data) return <Waiting lines={6} />;
  const rows = coverRows(exposure.data.cryptos, inventory.data, places.data.data);
  return (
    <Former when={places.isPlaceholderData}>
      <CoverChart fiat={places.data.in ?? fiat} rows={rows} />
    </Former>
  );
}

function CoverChart({ rows, fiat }: { rows: readonly CoverRow[]; fiat: Fiat }) {
  const worth = (row: CoverRow, quantity: Decimal) => drawn(worthIn(fiat, row, quantity));
  return (
    <ChartSection
      columns={columns(fiat)}
      hint={<Hint fiat={fiat} rows={rows} />}
      keyOf={({ asset }) => asset}
      none={words.none}
      // The table of a chart shows its last row first.
      rows={rows.toReversed()}
      title={words.title}
    >
      <Plot
        around
        axis={rows.map(({ asset }) => asset)}
        days={rows.map(({ asset }) => asset)}
        describe={(at) => describe(rows[at], fiat)}
        label={words.chart(fiat)}
        mark={(at, { x, y }) => {
          const row = rows[at];
          if (!row) return null;
          let below = 0;
          const bars = PARTS.map((part) => {
            const [foot, top] = [y(below), y(below + worth(row, row[part]))];
            below += worth(row, row[part]);
            return (
              <rect
                fill={LOOKS[part]}
                height={foot - top}
                key={part}
                stroke={part === "promised" && top < foot ? "var(--chart)" : "none"}
                vectorEffect="non-scaling-stroke"
                width={BAR}
                x={x - BAR / 2}
                y={top}
              />
            );
          });
          const stock = y(worth(row, row.stock));
          return (
            <>
              {bars}
              <path
                d={`M${x - BAR / 2 - OVER} ${stock}h${BAR + 2 * OVER}`}
                stroke="var(--ink-1)"
                strokeWidth={2}
                vectorEffect="non-scaling-stroke"
              />
            </>
          );
        }}
        scale={scaleFor(rows.flatMap((row) => [worth(row, row.toSell), worth(row, row.stock)]))}
        start={0}
        step={words.step}
        tall
        tick={tickText}
      />
      <ul className="flex flex-wrap gap-x-4 gap-y-1 px-gutter pb-3 text-12 text-ink-2">
        {PARTS.map((part) => (
          <li className="inline-flex items-center gap-1.5" key={part}>
            <i
              className="inline-block size-2 border border-edge forced-color-adjust-none"
              style={{ background: LOOKS[part] }}
            />
            {words.parts[part]}
          </li>
        ))}
        <li className="inline-flex items-center gap-1.5">
          <i className="inline-block h-0.5 w-3 bg-ink-1 forced-color-adjust-none" />
          {words.stock}
        </li>
      </ul>
    </ChartSection>
  );
}

/** The sums of what has a price, the base they stand on, and where their rows are. */
function Hint({ rows, fiat }: { rows: readonly CoverRow[]; fiat: Fiat }) {
  const sum = (of: "toSell" | "stock") =>
    amountText(sumOf(rows.map((row) => worthIn(fiat, row, row[of]))), scaleOf(fiat));
  return (
    <>
      {words.hint(sum("toSell"), sum("stock"), fiat)}{" "}
      <Link className="text-accent underline" href="/settings?tab=house" prefetch={false}>
        {words.toExposure}
      </Link>
      {" · "}
      <a className="text-accent underline" href="#inventory">
        {words.toInventory}
      </a>{" "}
      <Unpriced assets={unpricedOf(rows)} />
    </>
  );
}

/** Only for drawing. */
const drawn = (value: Decimal | undefined): number => Number(value?.toString() ?? 0);

function describe(row: CoverRow | undefined, fiat: Fiat): string {
  if (!row) return "";
  const { asset, toSell, stock, cover } = row;
  if (!row.rate) return words.noPrice(asset);
  const amount = (quantity: Decimal) => amountText(worthIn(fiat, row, quantity) ?? quantity, scaleOf(fiat));
  const parts = PARTS.filter((part) => !row[part].isZero()).map((part) => `${words.parts[part]} ${amount(row[part])}`);
  return words.point(asset, {
    toSell: amount(toSell),
    stock: amount(stock),
    fiat,
    parts: parts.join(", "),
    cover: shareText(cover),
  });
}

/** Beyond this share the figure tells nothing more: there is far more than is to be sold. */
const MOST_SHARE = Decimal.of(999n, 0);

function shareText(cover: Decimal | undefined): string {
  if (cover === undefined) return "–";
  const { percent } = treasuryText.places;
  return cover.compare(MOST_SHARE) > 0
    ? words.above(percent(amountText(MOST_SHARE, 0)))
    : percent(amountText(cover, 1));
}

const columns = (fiat: Fiat): ShortColumn<CoverRow>[] => [
  { id: "asset", label: words.asset, names: true, cell: ({ asset }) => <AssetName symbol={asset} /> },
  ...([...PARTS, "toSell", "stock"] as const).map(
    (name): ShortColumn<CoverRow> => ({
      id: name,
      label: name === "toSell" ? words.toSell : name === "stock" ? words.stock : words.parts[name],
      align: "end",
      cell: ({ asset, [name]: value }) => <PartOfRow asset={asset} value={value} />,
    }),
  ),
  {
    id: "value",
    label: words.value(fiat),
    align: "end",
    cell: (row) => {
      const value = worthIn(fiat, row, row.toSell);
      return value ? <Money asset={fiat} value={value} /> : overviewText.noPrice;
    },
  },
  {
    id: "cover",
    label: words.cover,
    align: "end",
    className: "figure",
    cell: ({ cover }) => <span className={isShort(cover) ? "text-wait-text" : undefined}>{shareText(cover)}</span>,
  },
];

const WHOLE = 100;
const isShort = (cover: Decimal | undefined): boolean => cover !== undefined && drawn(cover) < WHOLE;
