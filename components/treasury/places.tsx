"use client";

import { networkName } from "#lib/i18n/networks.ts";
import Link from "next/link";
import type { Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { placeName } from "#lib/i18n/places.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { amountText, priceText, rateText } from "#lib/i18n/amount.ts";
import { Dash } from "#components/ui/dash.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import {
  assetIn,
  type AssetRow,
  assetRows,
  type NetworkRow,
  networkRows,
  type OwnerRow,
  ownerRows,
  shareOf,
  sumOf,
} from "./holding-rows.ts";
import type { Owner, Place } from "./treasury-data.ts";

const words = treasuryText.places;
const KINDS = ["CUSTODY", "VENUE", "BANK", "TRANSIT"] as const;

/** Where a figure leads: to the view whose rows make it up. */
export type Shown = { fiat: Fiat; total: Decimal; linkTo: (patch: Readonly<Record<string, string>>) => string };

/** By asset and kind of place, by the books, and where a venue says otherwise. */
export function AssetTable({ places, ...shown }: Shown & { places: readonly Place[] }) {
  return (
    <ShortTable
      columns={assetColumns(shown)}
      keyOf={({ symbol, network }) => `${symbol} ${network ?? ""}`}
      label={words.title}
      rows={assetRows(places)}
      top
    />
  );
}

/** Each place with what lies there of each asset. */
export function PlaceTable({ places, ...shown }: Shown & { places: readonly Place[] }) {
  return (
    <ShortTable
      columns={[
        { id: "place", label: words.place, names: true, cell: ({ place }) => placeName(place) },
        {
          id: "asset",
          label: words.asset,
          cell: ({ asset, networkType }) => <AssetName network={networkType} symbol={asset} />,
        },
        {
          id: "balance",
          label: words.balance,
          align: "end",
          className: "font-medium",
          cell: (row) => <Money aligned asset={assetIn(row)} value={row.balance} />,
        },
        ...worthColumns<Place>(shown, ({ rate }) => rate),
      ]}
      keyOf={({ place, asset, networkType }) => `${place} ${asset} ${networkType ?? ""}`}
      label={words.title}
      rows={places}
    />
  );
}

/** What lies on each network, wherever it is held. */
export function NetworkTable({ places, ...shown }: Shown & { places: readonly Place[] }) {
  return (
    <ShortTable
      columns={[
        {
          id: "network",
          label: words.network,
          names: true,
          cell: ({ network }) => (network ? networkName(network) : words.noNetwork),
        },
        { id: "assets", label: words.holds, cell: ({ assets }) => <Holds assets={assets} shown={shown} /> },
        ...worthColumns<NetworkRow>(shown),
      ]}
      keyOf={({ network }) => network ?? ""}
      label={words.title}
      rows={networkRows(places)}
      top
    />
  );
}

function Holds({ assets, shown }: { assets: readonly AssetRow[]; shown: Shown }) {
  return (
    <span className="grid justify-items-start">
      {assets.map(({ symbol, network, total }) => (
        <Link
          className="inline-flex min-h-6 items-center hover:underline"
          href={shown.linkTo({ view: "place", asset: symbol })}
          key={`${symbol} ${network ?? ""}`}
          prefetch={false}
        >
          <Money asset={assetIn({ asset: symbol, networkType: network })} unit value={total} />
        </Link>
      ))}
    </span>
  );
}

/** Whose it is: what is owed to each account, what is unassigned, the house's own. */
export function OwnerTable({ owners, ...shown }: Shown & { owners: readonly Owner[] }) {
  return (
    <ShortTable
      columns={[
        { id: "owner", label: words.owner, names: true, cell: ownerName },
        {
          id: "holds",
          label: words.holds,
          cell: ({ parts }) =>
            parts
              .map(({ asset }) => asset)
              .filter(isFirst)
              .join(", "),
        },
        ...(["available", "reserved", "pending", "owed"] as const).map(
          (kind): ShortColumn<OwnerRow> => ({
            id: kind,
            label: words.balances[kind],
            align: "end",
            cell: ({ parts }) => <Parts kind={kind} parts={parts} />,
          }),
        ),
        ...worthColumns<OwnerRow>(shown),
      ]}
      keyOf={({ owner, account }) => `${owner} ${account ?? ""}`}
      label={words.title}
      rows={ownerRows(owners)}
      top
    />
  );
}

const isFirst = (symbol: string, at: number, all: readonly string[]): boolean => all.indexOf(symbol) === at;
const ownerName = ({ owner, account }: OwnerRow) => account ?? words.owners[owner === "OWN" ? "OWN" : "UNASSIGNED"];

/** The same balance of each asset beneath each other. */
function Parts({ parts, kind }: { parts: readonly Owner[]; kind: "available" | "reserved" | "pending" | "owed" }) {
  const some = parts.filter((one) => !one[kind].isZero());
  if (some.length === 0) return <Dash />;
  return (
    <span className="grid justify-items-end">
      {some.map((one) => (
        <span key={`${one.asset} ${one.networkType ?? ""}`}>
          <Money asset={assetIn(one)} unit value={one[kind]} />
        </span>
      ))}
    </span>
  );
}

const assetColumns = (shown: Shown): ShortColumn<AssetRow>[] => [
  {
    id: "asset",
    label: words.asset,
    names: true,
    cell: ({ symbol, network }) => <AssetName network={network} symbol={symbol} />,
  },
  ...KINDS.map(
    (kind): ShortColumn<AssetRow> => ({
      id: kind,
      label: words[kind],
      align: "end",
      cell: (row) => <Held places={row.places.filter((one) => one.kind === kind)} row={row} />,
    }),
  ),
  {
    id: "total",
    label: words.total,
    align: "end",
    className: "font-medium",
    cell: ({ symbol, network, total }) => (
      <Link
        className="inline-flex min-h-6 items-center hover:underline"
        href={shown.linkTo({ view: "place", asset: symbol })}
        prefetch={false}
      >
        <Money aligned asset={assetIn({ asset: symbol, networkType: network })} value={total} />
      </Link>
    ),
  },
  ...worthColumns<AssetRow>(shown, ({ rate }) => rate),
];

/** Price, value and share of the total, in the fiat that all is valued in. */
function worthColumns<Row extends { value?: Decimal | undefined }>(
  { fiat, total }: Shown,
  rateOf?: (row: Row) => Decimal | undefined,
): ShortColumn<Row>[] {
  const price: ShortColumn<Row> = {
    id: "price",
    label: words.price(fiat),
    align: "end",
    cell: (row) => {
      const rate = rateOf?.(row);
      return rate ? (
        <span className="figure text-ink-2" title={rateText(rate)}>
          {priceText(rate)}
        </span>
      ) : (
        <Dash />
      );
    },
  };
  return [
    ...(rateOf ? [price] : []),
    {
      id: "value",
      label: words.value(fiat),
      align: "end",
      cell: ({ value }) =>
        value ? <Money asset={fiat} value={value} /> : <span className="text-wait-text">{overviewText.noPrice}</span>,
    },
    {
      id: "share",
      label: words.share,
      align: "end",
      cell: ({ value }) => {
        const share = shareOf(value, total);
        return share ? <span className="figure text-ink-2">{words.percent(amountText(share, 1))}</span> : <Dash />;
      },
    },
  ];
}

function Held({ row, places }: { row: AssetRow; places: readonly Place[] }) {
  const held = sumOf(places.map(({ balance }) => balance));
  if (held.isZero() && places.every(({ difference }) => !difference || difference.isZero())) return <Dash />;
  const asset = assetIn({ asset: row.symbol, networkType: row.network });
  return (
    <span className="grid justify-items-end">
      <Money aligned asset={asset} value={held} />
      {places.map(({ place, difference }) =>
        difference && !difference.isZero() ? (
          <small className="text-12 text-wait-text" key={place}>
            {difference.units < 0n
              ? words.saysLess(placeName(place), rateText(Decimal.ZERO.minus(difference)))
              : words.says(placeName(place), rateText(difference))}
          </small>
        ) : null,
      )}
    </span>
  );
}
