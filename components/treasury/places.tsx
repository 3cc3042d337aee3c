"use client";

import { assetOf, isFiat, isGas } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { treasuryText } from "#components/i18n/treasury.ts";
import { Section } from "#components/ui/section.tsx";
import { rateText } from "#components/ui/amount.ts";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { type Place, usePlaces } from "./treasury-data.ts";

const words = treasuryText.places;
const KINDS = ["CUSTODY", "VENUE", "BANK", "TRANSIT"] as const;

/** What lies where of one asset. */
type Row = { symbol: Place["asset"]; network: Place["networkType"]; places: readonly Place[] };

/** The house's means by asset and kind of place, by the books, and where a venue says otherwise. */
export function Places() {
  const { data, error, isPending, refetch } = usePlaces();
  return (
    <Section hint={words.hint} title={words.title}>
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} title={treasuryText.failed} /> : null}
      {isPending ? <Waiting lines={6} /> : null}
      {data?.length === 0 ? <Empty title={words.none}>{words.noneText}</Empty> : null}
      {data && data.length > 0 ? (
        <ShortTable
          columns={COLUMNS}
          keyOf={({ symbol, network }) => `${symbol} ${network ?? ""}`}
          label={words.title}
          rows={rowsOf(data)}
          top
        />
      ) : null}
    </Section>
  );
}

function rowsOf(places: readonly Place[]): Row[] {
  const byAsset = Map.groupBy(places, ({ asset, networkType }) => `${asset} ${networkType ?? ""}`);
  return [...byAsset.values()].flatMap((rows) => {
    const [first] = rows;
    return first ? [{ symbol: first.asset, network: first.networkType, places: rows }] : [];
  });
}

const assetIn = ({ symbol, network }: Row) => (isFiat(symbol) || isGas(symbol) ? symbol : assetOf(symbol, network));
const sumOf = (places: readonly Place[]): Decimal =>
  places.reduce((sum, { balance }) => sum.plus(balance), Decimal.ZERO);

const COLUMNS: ShortColumn<Row>[] = [
  {
    id: "asset",
    label: words.asset,
    names: true,
    cell: ({ symbol, network }) => <AssetName network={network} symbol={symbol} />,
  },
  ...KINDS.map(
    (kind): ShortColumn<Row> => ({
      id: kind,
      label: words[kind],
      align: "end",
      cell: (row) => <Held row={row} places={row.places.filter((one) => one.kind === kind)} />,
    }),
  ),
  {
    id: "total",
    label: words.total,
    align: "end",
    className: "font-medium",
    cell: (row) => <Money aligned asset={assetIn(row)} value={sumOf(row.places)} />,
  },
];

function Held({ row, places }: { row: Row; places: readonly Place[] }) {
  if (places.length === 0) return "–";
  return (
    <span className="grid justify-items-end">
      <Money aligned asset={assetIn(row)} value={sumOf(places)} />
      {places.map(({ place, difference }) =>
        difference && !difference.isZero() ? (
          <small className="text-12 text-wait-text" key={place}>
            {difference.units < 0n
              ? words.saysLess(place, rateText(Decimal.ZERO.minus(difference)))
              : words.says(place, rateText(difference))}
          </small>
        ) : null,
      )}
    </span>
  );
}
