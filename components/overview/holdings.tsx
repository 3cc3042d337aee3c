"use client";

import Link from "next/link";
import type { Fiat } from "#lib/kernel/assets.ts";
import { useNow } from "#components/clock.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { AssetName, Money } from "#components/ui/money.tsx";
import { spanText } from "#lib/i18n/times.ts";
import type { Balances } from "./overview-data.ts";
import { type Holding, holdingsOf, totalsOf } from "#components/charts/stack.ts";
import { Swatch } from "#components/charts/swatch.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { shareOf } from "#components/charts/values.ts";
import { useFormer } from "#components/ui/former.tsx";

const words = overviewText.holdings;

/** All that is held as one figure, its parts beside it, each currency once as a part of the bar and once in full. */
export function Holdings({ balances, fiat }: { balances: Balances; fiat: Fiat }) {
  const holdings = holdingsOf(balances.data);
  const { cash, crypto, total } = totalsOf(holdings);
  const owed = balances.data.filter((one) => !one.owed.isZero());
  return (
    <section aria-label={words.title} className="border-b border-rule" {...useFormer()}>
      <div className="flex flex-wrap items-end gap-x-10 gap-y-3 px-gutter pt-4 pb-3">
        <div>
          <h2 className="text-12 text-ink-2">{words.title}</h2>
          <p className="text-32 font-medium whitespace-nowrap">
            <Money asset={fiat} unit value={total} />
          </p>
        </div>
        <dl className="flex flex-wrap gap-x-8 gap-y-2 pb-1">
          <Part name={words.cash}>
            <Money asset={fiat} value={cash} />
          </Part>
          <Part name={words.crypto}>
            <Money asset={fiat} value={crypto} />
          </Part>
          {owed.map((one) => (
            <Part key={`${one.asset}${one.networkType}`} name={words.owed}>
              <Money asset={one.asset} unit value={one.owed} />
            </Part>
          ))}
        </dl>
        <Link
          className="ms-auto inline-flex min-h-6 items-center pb-1 text-12 text-accent hover:underline"
          href={`/ledger?in=${fiat}`}
          prefetch={false}
        >
          {words.ledger}
        </Link>
      </div>
      {balances.total && balances.total.compare(total) !== 0 ? (
        <p className="bg-fail-wash px-gutter py-2 text-fail-text" role="alert">
          {words.broken}
        </p>
      ) : null}
      {holdings.length === 0 ? (
        <p className="px-gutter pb-4 text-ink-3">{words.none}</p>
      ) : (
        <>
          <Bar holdings={holdings} total={total} />
          <Cells fiat={fiat} holdings={holdings} />
        </>
      )}
      <p className="border-t border-rule px-gutter py-2.5 text-12 text-ink-3">
        {words.base} <Age balances={balances} /> <Unpriced assets={balances.unpriced ?? []} />
      </p>
    </section>
  );
}

function Part({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

function Bar({ holdings, total }: { holdings: readonly Holding[]; total: Holding["holding"] }) {
  const parts = holdings.flatMap(({ symbol, colour, value }) =>
    value && value.units > 0n ? [{ symbol, colour, share: shareOf(value, total) }] : [],
  );
  if (parts.length === 0) return null;
  return (
    <div className="px-gutter pb-3">
      <div
        aria-label={words.bar(parts.map(({ symbol, share }) => words.part(symbol, rateText(share))).join(", "))}
        className="flex h-3 gap-0.5 overflow-clip rounded-1 forced-color-adjust-none"
        role="img"
      >
        {parts.map(({ symbol, colour, share }) => (
          <span key={symbol} style={{ background: colour, flexBasis: 0, flexGrow: Number(share.toString()) }} />
        ))}
      </div>
    </div>
  );
}

function Cells({ holdings, fiat }: { holdings: readonly Holding[]; fiat: Fiat }) {
  return (
    <ul className="flex flex-wrap overflow-clip border-t border-rule max-card:grid max-card:grid-cols-2">
      {holdings.map(({ symbol, colour, holding, value }) => (
        <li className="-me-px -mb-px flex-[1_0_132px] border-e border-b border-rule" key={symbol}>
          <Link
            className="grid h-full content-start gap-0.5 px-gutter py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
            href={`/ledger?asset=${symbol}&in=${fiat}`}
            prefetch={false}
          >
            <span className="inline-flex items-center gap-2 text-12">
              <Swatch colour={colour} />
              <AssetName symbol={symbol} />
            </span>
            <span className="font-medium">
              <Money asset={symbol} value={holding} />
            </span>
            {symbol === fiat ? null : (
              <span className="text-12 text-ink-2">
                {value ? (
                  <>
                    ≈ <Money asset={fiat} value={value} />
                  </>
                ) : (
                  <span className="text-wait-text">{overviewText.noPrice}</span>
                )}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** How old the oldest price behind the figures is. */
function Age({ balances }: { balances: Balances }) {
  const now = useNow(1_000);
  const times = balances.data.flatMap(({ rateTime, asset }) => (rateTime && asset !== balances.in ? [rateTime] : []));
  if (now === undefined || times.length === 0) return null;
  return words.age(spanText(Math.max(0, now - Math.min(...times))));
}
