"use client";

import { networkName } from "#lib/i18n/networks.ts";
import { type ReactNode, useState } from "react";
import type { Asset, Fiat } from "#lib/kernel/assets.ts";
import type { Balance } from "#components/overview/overview-data.ts";
import { ledgerText } from "#lib/i18n/ledger.ts";
import { overviewText } from "#lib/i18n/overview.ts";
import { cx } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icons.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { type KindBranch, type Leaf, type Place, type PlaceBranch, treeOf } from "./account-tree.ts";

const words = ledgerText.tree;
const placeName = (place: Place): string => (place === "bank" ? words.bank : networkName(place));

/** An account's balances as branches that open: by kind, by place, by asset, each with what it comes to in one fiat. */
export function AccountTree({ balances, fiat }: { balances: readonly Balance[]; fiat: Fiat }) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const tree = treeOf(balances, fiat);
  const branch = (key: string, name: string, deep: 0 | 1) => (
    <Branch
      closed={closed.has(key)}
      deep={deep}
      name={name}
      onToggle={() => setClosed(closed.symmetricDifference(new Set([key])))}
    />
  );
  return (
    <>
      <table className="w-full">
        <caption className="sr-only">{words.title}</caption>
        <thead className="text-12 text-ink-2">
          <tr className="h-row border-t border-rule">
            <th className="px-gutter text-start font-normal" scope="col">
              {words.account}
            </th>
            <th className="text-end font-normal max-card:hidden" scope="col">
              {words.quantity}
            </th>
            <th className="px-gutter text-end font-normal" scope="col">
              {words.value(fiat)}
            </th>
          </tr>
        </thead>
        {tree.map((kind) => (
          <tbody key={kind.kind}>
            <Row fiat={fiat} name={branch(kind.kind, ledgerText.balances[kind.kind], 0)} strong sum={kind} />
            {closed.has(kind.kind)
              ? null
              : kind.places.flatMap((place) => {
                  const key = `${kind.kind} ${place.place}`;
                  return [
                    <Row fiat={fiat} key={key} name={branch(key, placeName(place.place), 1)} sum={place} />,
                    ...(closed.has(key)
                      ? []
                      : place.leaves.map((leaf) => <LeafRow fiat={fiat} key={`${key} ${keyOf(leaf)}`} leaf={leaf} />)),
                  ];
                })}
          </tbody>
        ))}
      </table>
      <p className="border-t border-rule px-gutter py-2 text-12 text-ink-3">{words.base(fiat)}</p>
    </>
  );
}

const keyOf = ({ balance: { asset, networkType } }: Leaf) => `${asset}${networkType}`;

function Branch({
  name,
  deep,
  closed,
  onToggle,
}: {
  name: string;
  deep: 0 | 1;
  closed: boolean;
  onToggle: () => void;
}) {
  return (
    <button
      aria-expanded={!closed}
      className={cx("inline-flex min-h-6 items-center gap-1.5 rounded-1 hover:underline", deep === 1 && "ms-5")}
      onClick={onToggle}
      type="button"
    >
      <Icon className="text-ink-3" name={closed ? "down" : "up"} size={12} />
      {name}
    </button>
  );
}

function Row({
  name,
  sum: { value, unpriced },
  fiat,
  strong = false,
}: {
  name: ReactNode;
  sum: Pick<KindBranch | PlaceBranch, "value" | "unpriced">;
  fiat: Fiat;
  strong?: boolean;
}) {
  return (
    <tr className={cx("h-row border-t border-rule", strong && "bg-sunken")}>
      <th className={cx("px-gutter text-start", strong ? "font-medium" : "font-normal")} scope="row">
        {name}
      </th>
      <td className="text-end text-12 text-wait-text max-card:hidden">
        {unpriced.length > 0 ? words.without(unpriced.join(", ")) : null}
      </td>
      <td className={cx("px-gutter text-end", strong && "font-medium")}>
        <Money asset={fiat} value={value} />
      </td>
    </tr>
  );
}

function LeafRow({ leaf: { balance, quantity, value }, fiat }: { leaf: Leaf; fiat: Fiat }) {
  const amount = <Money aligned asset={balance.asset as Asset} value={quantity} />;
  return (
    <tr className="h-row border-t border-rule">
      <th className="ps-16 text-start font-normal" scope="row">
        <AssetName network={balance.networkType} symbol={balance.asset} />
        <span className="block pb-1 text-12 text-ink-3 card:hidden">{amount}</span>
      </th>
      <td className="text-end max-card:hidden">{amount}</td>
      <td className="px-gutter text-end">
        {value ? <Money asset={fiat} value={value} /> : <span className="text-wait-text">{overviewText.noPrice}</span>}
      </td>
    </tr>
  );
}
