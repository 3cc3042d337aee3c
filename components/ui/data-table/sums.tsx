import type { ComponentProps } from "react";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Money } from "#components/ui/money.tsx";

type Asset = ComponentProps<typeof Money>["asset"];

/** Amounts by asset; different assets are never added together. */
export function Sums({ of }: { of: readonly { asset: Asset; amount: Decimal }[] }) {
  const sums = new Map<Asset, Decimal>();
  for (const { asset, amount } of of) sums.set(asset, (sums.get(asset) ?? Decimal.ZERO).plus(amount));
  if (sums.size === 0)
    return (
      <span>
        <Money asset="EUR" unit value={Decimal.ZERO} />
      </span>
    );
  return [...sums].map(([asset, value]) => (
    <span className="me-3" key={asset}>
      <Money asset={asset} unit value={value} />
    </span>
  ));
}
