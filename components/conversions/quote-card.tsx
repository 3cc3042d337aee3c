"use client";

import type { ConversionRecord } from "#lib/conversions/contract.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { useMay } from "#components/may.ts";
import { useAccount } from "#components/staff.tsx";
import { conversionText } from "#lib/i18n/conversion.ts";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Kbd } from "#components/ui/kbd.tsx";
import { Money } from "#components/ui/money.tsx";
import { DRAIN_MS, PriceFacts, QuoteClock, Swap } from "./quote-facts.tsx";
import { Fact } from "#components/ui/facts.tsx";
import { liveQuote, type Quote } from "./quotes.ts";
import { cryptoText, fiatText } from "./rates.ts";

const words = conversionText.quote;

/** The card of a conversion not executed yet: requests a quote, shows it while it holds, leads to the confirmation. */
export function QuoteCard({
  record,
  before,
  quoting,
  onQuote,
  onExecute,
}: {
  record: ConversionRecord;
  /** The quote before the record's own, for comparison. */
  before: Quote | undefined;
  quoting: boolean;
  onQuote: () => void;
  onExecute: () => void;
}) {
  const now = useNow(DRAIN_MS) ?? serverNow();
  const live = liveQuote(record, now);
  const quote = record.status === "QUOTED" ? record.quote : undefined;
  return (
    <section
      aria-label={words.card}
      className="divide-y divide-rule rounded-3 border border-edge bg-raised *:px-4 *:py-3"
    >
      {quote ? (
        <>
          <div>
            <QuoteClock live={live !== undefined} quote={quote} />
          </div>
          <div className={cx(!live && "text-ink-3")}>
            <Swap get={quote.fiatReceivable} label={live ? words.get : words.getEnded} record={record} />
          </div>
          <div>
            <PriceFacts priced={quote} record={record}>
              {before ? (
                <Change fiat={record.quoteSymbol} value={quote.fiatReceivable.minus(before.fiatReceivable)} />
              ) : null}
            </PriceFacts>
          </div>
        </>
      ) : (
        <div className="grid gap-1">
          <p className="font-medium">{words.noQuote}</p>
          <p className="text-pretty text-ink-2">{words.noQuoteText(cryptoText(record.quantity, record.baseSymbol))}</p>
        </div>
      )}
      <div>
        <Acts
          live={live}
          onExecute={onExecute}
          onQuote={onQuote}
          quoted={quote !== undefined}
          quoting={quoting}
          record={record}
        />
      </div>
    </section>
  );
}

type ActsProps = {
  record: ConversionRecord;
  live: Quote | undefined;
  quoted: boolean;
  quoting: boolean;
  onQuote: () => void;
  onExecute: () => void;
};

function Acts({ record, live, quoted, quoting, onQuote, onExecute }: ActsProps) {
  const mayQuote = useMay("conversions:write");
  const mayExecute = useMay("conversions:execute");
  const role = useAccount()?.role ?? "";
  const refused = mayQuote && mayExecute ? undefined : words.needsRole(roleName(role));
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {quoted ? (
          <Button
            className="grow-8"
            look="primary"
            onClick={onExecute}
            size="large"
            title={refused ?? (live ? undefined : words.endedReason)}
            unavailable={!live || !mayExecute}
          >
            {executeWords(record, live)}
          </Button>
        ) : null}
        <Button
          aria-keyshortcuts="R"
          busy={quoting}
          className="grow"
          look={live ? "default" : "primary"}
          onClick={onQuote}
          size="large"
          title={refused}
          unavailable={!mayQuote}
        >
          {quoting ? words.asking : quoted ? words.askAgain : words.ask} <Kbd keys="R" />
        </Button>
      </div>
      {refused ? <p className="mt-2 text-12 text-ink-2">{refused}</p> : null}
    </>
  );
}

function executeWords({ quantity, baseSymbol, quoteSymbol }: ConversionRecord, live: Quote | undefined): string {
  if (!live) return words.executeEnded;
  return words.execute(cryptoText(quantity, baseSymbol), fiatText(live.fiatReceivable, quoteSymbol));
}

function Change({ value, fiat }: { value: Decimal; fiat: ConversionRecord["quoteSymbol"] }) {
  return (
    <Fact name={words.change}>{value.isZero() ? words.same : <Money asset={fiat} signed unit value={value} />}</Fact>
  );
}
