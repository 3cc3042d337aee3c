"use client";

import { useEffect, useEffectEvent } from "react";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { usePreferences } from "#components/preferences.tsx";
import { conversionText } from "#lib/i18n/conversion.ts";
import { conversionsText } from "#lib/i18n/conversions.ts";
import { text } from "#lib/i18n/text.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Money } from "#components/ui/money.tsx";
import { DRAIN_MS, QuoteClock } from "./quote-facts.tsx";
import { Fact } from "#components/ui/facts.tsx";
import { liveQuote, type Quote } from "./quotes.ts";
import { cryptoText, fiatText, turned } from "./rates.ts";
import { billsOf } from "./state-of.ts";

const words = conversionText.confirm;

/**
 * The step before the crypto is sold: verb, both amounts, rate, fee and result once more, Cancel in focus. It confirms
 * the very quote it shows; when that ends, it can only be renewed.
 */
export function ExecuteDialog({
  record,
  quote,
  quoting,
  onQuote,
  onConfirm,
  onClose,
}: {
  record: ConversionRecord;
  quote: Quote;
  quoting: boolean;
  onQuote: () => void;
  onConfirm: (quoteId: string) => void;
  onClose: () => void;
}) {
  const now = useNow(DRAIN_MS) ?? serverNow();
  const live = liveQuote(record, now)?.quoteId === quote.quoteId;
  useRequoteKey(onQuote);
  const { baseSymbol: base, quoteSymbol: fiat } = record;
  const sell = cryptoText(record.quantity, base);
  const get = fiatText(quote.fiatReceivable, fiat);
  const back = turned(quote.price, base);
  return (
    <Dialog
      footer={
        <>
          <Button data-first onClick={onClose} size="large">
            {text.dialog.cancel}
          </Button>
          <Button
            look="primary"
            onClick={() => onConfirm(quote.quoteId)}
            size="large"
            title={live ? undefined : conversionText.quote.endedReason}
            unavailable={!live || quoting}
          >
            {words.action(sell, get)}
          </Button>
        </>
      }
      onClose={onClose}
      summary={words.summary}
      title={words.title(sell, get)}
    >
      <dl className="grid gap-1.5">
        <Fact name={words.sell}>
          <Money asset={base} unit value={record.quantity} />{" "}
          <span className="text-ink-3">{conversionsText.bills(billsOf(record))}</span>
        </Fact>
        <Fact name={words.price}>
          <span className="figure">{words.per(rateText(quote.price), fiat, base)}</span>
        </Fact>
        {back ? (
          <Fact name="">
            <span className="figure text-ink-3">{words.turned(fiat, cryptoText(back, base))}</span>
          </Fact>
        ) : null}
        <Fact name={words.fee}>
          {quote.feeQuantity.isZero() ? (
            conversionText.quote.noFee
          ) : (
            <Money asset={base} unit value={quote.feeQuantity} />
          )}
        </Fact>
        <div className="my-1 border-t border-strong" />
        <Fact name={words.get} strong>
          <span className="sum">
            <Money asset={fiat} value={quote.fiatReceivable} />
          </span>{" "}
          {fiat}
        </Fact>
        <Fact name={words.after}>{words.available(record.username)}</Fact>
      </dl>
      <div className="-mx-5 mt-4 -mb-1 flex items-center gap-2 border-t border-rule px-5 pt-3">
        <div className="flex-1">
          <QuoteClock live={live} quote={quote} />
        </div>
        <Button aria-keyshortcuts="R" busy={quoting} look={live ? "plain" : "default"} onClick={onQuote} size="small">
          {quoting ? conversionText.quote.asking : conversionText.quote.askAgain} <Kbd keys="R" />
        </Button>
      </div>
    </Dialog>
  );
}

/** The desk's shortcuts rest while a dialog is open; this one stays, unless single letters are switched off. */
function useRequoteKey(onQuote: () => void): void {
  const { letters } = usePreferences();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (letters === "off" || !plain || event.key.toLowerCase() !== "r") return;
    event.preventDefault();
    onQuote();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
