"use client";

import { useState } from "react";
import type { Asset, Fiat } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Balance, Balances } from "#components/overview/overview-data.ts";
import { Section } from "#components/ui/section.tsx";
import { Unpriced } from "#components/ui/unpriced.tsx";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { priceText, rateText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { AssetName, Money, PartOfRow } from "#components/ui/money.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { patched } from "#components/url.ts";
import { KINDS } from "./account-tree.ts";
import { AccountTree } from "./account-tree-table.tsx";
import { type ShortColumn, ShortTable } from "#components/ui/short-table.tsx";

const words = ledgerText.balances;

/** What the account has with the house, by asset, valued in one fiat; an asset narrows the statement to its movements. */
export function BalancesTable({
  balances,
  fiat,
  onAsset,
  params = new URLSearchParams(),
}: {
  balances: Balances;
  fiat: Fiat;
  onAsset: (asset: string) => void;
  /** The address says in which view they stand. */
  params?: URLSearchParams;
}) {
  const isTree = params.get("accounts") === "tree";
  const [zeros, setZeros] = useState(false);
  const shown = zeros ? balances.data : balances.data.filter((one) => KINDS.some((kind) => !one[kind].isZero()));
  const hidden = balances.data.length - shown.length;
  return (
    <Section
      end={
        <>
          <Tabs
            label={ledgerText.tree.views}
            tabs={[undefined, "tree"].map((view) => ({
              label: view ? ledgerText.tree.accounts : ledgerText.tree.assets,
              href: `/ledger${patched(params, { accounts: view })}`,
              current: isTree === (view !== undefined),
            }))}
          />
          {!isTree && (hidden > 0 || zeros) ? (
            <Button aria-pressed={zeros} look="plain" onClick={() => setZeros(!zeros)} size="small">
              {zeros ? words.hideZero : words.showZero(hidden)}
            </Button>
          ) : null}
          <span className="text-20 font-medium">
            <Money asset={fiat} unit value={balances.total ?? Decimal.ZERO} />
          </span>
        </>
      }
      hint={words.hint}
      title={words.title}
    >
      {shown.length === 0 ? <p className="px-gutter pb-4 text-ink-3">{words.none}</p> : null}
      {isTree && shown.length > 0 ? <AccountTree balances={balances.data} fiat={fiat} /> : null}
      {!isTree && shown.length > 0 ? (
        <>
          <div className="max-card:hidden">
            <ShortTable columns={columns(fiat, onAsset)} keyOf={keyOf} label={words.title} rows={shown} />
          </div>
          <Lines balances={shown} fiat={fiat} onAsset={onAsset} />
        </>
      ) : null}
      {balances.unpriced && balances.unpriced.length > 0 ? (
        <p className="px-gutter py-2 text-12">
          <Unpriced assets={balances.unpriced} />
        </p>
      ) : null}
    </Section>
  );
}

const keyOf = ({ asset, networkType }: Balance) => `${asset}${networkType}`;

/** On a phone one line for each asset: what is held, and its worth. */
function Lines({
  balances,
  fiat,
  onAsset,
}: {
  balances: readonly Balance[];
  fiat: Fiat;
  onAsset: (asset: string) => void;
}) {
  return (
    <ul aria-label={words.title} className="card:hidden">
      {balances.map((balance) => (
        <li
          className="flex min-h-row items-center justify-between gap-3 border-t border-rule px-gutter"
          key={keyOf(balance)}
        >
          <AssetButton balance={balance} onAsset={onAsset} />
          <span className="text-end">
            <Money asset={balance.asset as Asset} className="font-medium" value={balance.holding ?? Decimal.ZERO} />
            {balance.value && balance.asset !== fiat ? (
              <span className="block text-12 text-ink-2">
                ≈ <Money asset={fiat} value={balance.value} />
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

function AssetButton({
  balance: { asset, networkType },
  onAsset,
}: {
  balance: Balance;
  onAsset: (asset: string) => void;
}) {
  return (
    <button
      aria-description={words.showMovements(asset)}
      className="inline-flex min-h-6 items-center rounded-1 hover:underline"
      onClick={() => onAsset(asset)}
      type="button"
    >
      <AssetName network={networkType} symbol={asset} />
    </button>
  );
}

const columns = (fiat: Fiat, onAsset: (asset: string) => void): ShortColumn<Balance>[] => [
  {
    id: "asset",
    label: words.asset,
    names: true,
    cell: (balance) => <AssetButton balance={balance} onAsset={onAsset} />,
  },
  ...KINDS.map(
    (kind): ShortColumn<Balance> => ({
      id: kind,
      label: words[kind],
      align: "end",
      cell: (balance) => <PartOfRow asset={balance.asset as Asset} value={balance[kind]} />,
    }),
  ),
  {
    id: "rate",
    label: words.rate(fiat),
    align: "end",
    className: "figure text-ink-2",
    cell: ({ rate }) =>
      rate ? (
        <span title={rateText(rate)}>{priceText(rate)}</span>
      ) : (
        <span className="text-wait-text">{overviewText.noPrice}</span>
      ),
  },
  {
    id: "value",
    label: words.value(fiat),
    align: "end",
    className: "font-medium",
    cell: ({ value }) => (value ? <Money asset={fiat} value={value} /> : "–"),
  },
];
