"use client";

import { createContext, type ReactNode, use, useMemo } from "react";
import type { Fiat } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { floorTo } from "#lib/kernel/money.ts";
import { Money } from "#components/ui/money.tsx";

/** What a list by value is ordered at: the rates of its pages, and the currency that they are in. */
type Valuation = { rates: Readonly<Record<string, Decimal>> | undefined; fiat: Fiat | undefined };

const ValuationOf = createContext<Valuation>({ rates: undefined, fiat: undefined });

type ValuedList = {
  data: { pages: readonly { rates?: Readonly<Record<string, Decimal>> | undefined }[] } | undefined;
  isPlaceholderData: boolean;
};

/** Around a list whose column of values is made of {@link Value}: all its pages have the rates of the first. */
export function Valued({ list, fiat, children }: { list: ValuedList; fiat: Fiat | undefined; children: ReactNode }) {
  const rates = list.isPlaceholderData ? undefined : list.data?.pages[0]?.rates;
  return <ValuationOf value={useMemo(() => ({ rates, fiat }), [rates, fiat])}>{children}</ValuationOf>;
}

/** What an amount of a row is worth, at the rates that its list is ordered at. */
export function Value({ amount, symbol }: { amount: Decimal; symbol: string }) {
  const { rates, fiat } = use(ValuationOf);
  const rate = rates?.[symbol];
  if (!rate || !fiat) return <span className="text-ink-3">–</span>;
  return <Money aligned asset={fiat} unit value={floorTo(fiat, amount.times(rate))} />;
}
