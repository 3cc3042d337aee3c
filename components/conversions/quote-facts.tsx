"use client";

import type { ReactNode } from "react";
import { scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { conversionText } from "#lib/i18n/conversion.ts";
import { amountText, rateText } from "#lib/i18n/amount.ts";
import { cx } from "#components/ui/class-names.ts";
import { Fact } from "#components/ui/facts.tsx";
import { Money } from "#components/ui/money.tsx";
import { TimeLeft } from "#components/ui/time-left.tsx";
import { type Quote, shareLeft } from "./quotes.ts";
import { cryptoText, turned } from "./rates.ts";

const words = conversionText.quote;
/** How often the drain bar is drawn. */
export const DRAIN_MS = 250;

/** How long a quote still holds, as a bar that drains and as a clock. */
export function QuoteClock({ quote, live }: { quote: Quote; live: boolean }) {
  const now = useNow(DRAIN_MS) ?? serverNow();
  return (
    <div className="flex min-h-6 items-center gap-3">
      <span className={cx("text-12", live ? "text-ink-2" : "font-medium text-ink-1")}>
        {live ? words.endsIn : words.ended}
      </span>
      <span aria-hidden="true" className="drain">
        <i style={{ inlineSize: `${live ? shareLeft(quote, now) * 100 : 0}%` }} />
      </span>
      <TimeLeft className={cx("font-medium", !live && "text-ink-3")} until={live ? quote.expiryTime : 0} />
    </div>
  );
}

/** What goes out and what comes in, the figures of the card. */
export function Swap({
  record,
  get,
  label,
  sold = words.sell,
}: {
  record: ConversionRecord;
  get: Decimal;
  label: string;
  sold?: string;
}) {
  return (
    <div className="grid grid-cols-[auto_1fr_auto] items-end gap-3 max-card:gap-2">
      <div>
        <p className="text-12 text-ink-3">{sold}</p>
        <p className="text-20 font-medium max-card:text-15">
          <span className="figure">{rateText(record.quantity)}</span>{" "}
          <span className="text-13 font-normal text-ink-3">{record.baseSymbol}</span>
        </p>
      </div>
      <span aria-hidden="true" className="pb-1 text-center text-ink-3">
        →
      </span>
      <div className="text-end">
        <p className="text-12 text-ink-3">{label}</p>
        <p className="text-20 font-medium max-card:text-15">
          <Money asset={record.quoteSymbol} value={get} />{" "}
          <span className="text-13 font-normal text-ink-3">{record.quoteSymbol}</span>
        </p>
      </div>
    </div>
  );
}

type Priced = { price: Decimal; feeModel: string; feeQuantity: Decimal };

/** Both directions of the rate, and the fee in the crypto that it is taken from. */
export function PriceFacts({
  record,
  priced,
  children,
}: {
  record: ConversionRecord;
  priced: Priced;
  children?: ReactNode;
}) {
  const { baseSymbol: base, quoteSymbol: fiat } = record;
  const back = turned(priced.price, base);
  return (
    <dl className="grid gap-1">
      <Fact name={words.price(fiat, base)} strong>
        <span className="figure">{rateText(priced.price)}</span>
      </Fact>
      {back ? (
        <Fact name={words.turned(fiat)}>
          <span className="figure">{words.about(cryptoText(back, base))}</span>
        </Fact>
      ) : null}
      {priced.feeQuantity.isZero() ? (
        <Fact name={words.fee}>
          <span className="text-ink-2">{words.noFee}</span>
        </Fact>
      ) : (
        <>
          <Fact name={words.fee}>
            <span className="figure">−{amountText(priced.feeQuantity, scaleOf(base))}</span> {base}
          </Fact>
          <Fact name={words.sold}>
            <Money asset={base} unit value={record.quantity.minus(priced.feeQuantity)} />
          </Fact>
        </>
      )}
      {children}
    </dl>
  );
}
