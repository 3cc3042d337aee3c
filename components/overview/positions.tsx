"use client";

import Link from "next/link";
import { type Crypto, type Fiat, isFiat } from "#lib/kernel/assets.ts";
import type { OverviewRecord } from "#lib/overview/contract.ts";
import { useNow } from "#components/clock.ts";
import { text } from "#components/i18n/text.ts";
import { AssetName, Money } from "#components/ui/money.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";
import { rateText } from "#components/ui/amount.ts";
import { spanText } from "#components/ui/times.ts";
import type { Balance } from "./overview-data.ts";
import { Section } from "./section.tsx";
import { type Position, positionsOf, worthOf } from "./values.ts";

const words = text.overview.positions;

/** What the account holds, by asset, with its worth at the bid; each asset leads to its movements. */
export function Positions({ balances, overview }: { balances: readonly Balance[]; overview: OverviewRecord }) {
  const { fiat } = overview;
  const positions = positionsOf(balances, overview.prices, fiat);
  const fiats = balances.filter(({ asset }) => isFiat(asset));
  const partial = positions.some(({ value }) => value === undefined);
  return (
    <Section
      end={
        <span className="text-20 font-medium">
          <Money asset={fiat} unit value={worthOf(positions)} />
        </span>
      }
      hint={partial ? words.partial : words.hint}
      title={words.title}
    >
      {positions.length === 0 ? (
        <p className="px-gutter pb-4 text-ink-3">{words.none}</p>
      ) : (
        <ShortTable
          columns={columns(fiat)}
          keyOf={({ balance }) => `${balance.asset}${balance.networkType}`}
          label={words.title}
          rows={positions}
        />
      )}
      {fiats.length > 0 ? <FiatBalances balances={fiats} /> : null}
    </Section>
  );
}

const columns = (fiat: Fiat): ShortColumn<Position>[] => [
  {
    id: "asset",
    label: words.asset,
    names: true,
    cell: ({ balance }) => (
      <Link
        className="inline-flex min-h-6 items-center rounded-1 hover:underline"
        href={`/ledger?asset=${balance.asset}`}
        prefetch={false}
      >
        <AssetName network={balance.networkType} symbol={balance.asset} />
      </Link>
    ),
  },
  ...(["available", "locked", "pending"] as const).map(
    (kind): ShortColumn<Position> => ({
      id: kind,
      label: words[kind],
      align: "end",
      cell: ({ balance }) => <Money aligned asset={balance.asset as Crypto} value={balance[kind]} />,
    }),
  ),
  { id: "bid", label: words.bid(fiat), align: "end", cell: ({ price }) => <Bid price={price} /> },
  {
    id: "value",
    label: words.value(fiat),
    align: "end",
    className: "font-medium",
    cell: ({ value }) => (value ? <Money asset={fiat} value={value} /> : "–"),
  },
];

function Bid({ price }: Pick<Position, "price">) {
  const now = useNow(1_000);
  if (!price) return <span className="text-wait-text">{words.noPrice}</span>;
  return (
    <>
      <span className="me-1.5 text-12 text-ink-3">{now ? spanText(Math.max(0, now - price.at)) : ""}</span>
      <span className="figure">{rateText(price.bid)}</span>
    </>
  );
}

function FiatBalances({ balances }: { balances: readonly Balance[] }) {
  return (
    <ul aria-label={words.fiat} className="flex flex-wrap border-t border-strong">
      {balances.map(({ asset, available }) => (
        <li className="flex-[1_0_120px] border-s border-rule first:border-s-0" key={asset}>
          <Link
            className="grid gap-0.5 px-gutter py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
            href={`/ledger?asset=${asset}`}
            prefetch={false}
          >
            <span className="text-12">
              <AssetName symbol={asset} />
            </span>
            <span className="font-medium">
              <Money asset={asset as Fiat} value={available} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
