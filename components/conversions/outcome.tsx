"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { usePreferences } from "#components/preferences.tsx";
import { conversionText } from "#lib/i18n/conversion.ts";
import { VenueFailureText } from "#components/ui/failure-text.tsx";
import { Glyph, type GlyphName } from "#components/ui/icons.tsx";
import { MARKS, type Tone } from "#components/ui/state.tsx";
import { exactSpanText, secondText } from "#lib/i18n/times.ts";
import { PriceFacts, Swap } from "./quote-facts.tsx";
import { cryptoText, fiatText } from "./rates.ts";
import { cancelWords } from "./state-of.ts";

const words = conversionText;
/** After so long without an answer it is said that the venue is silent. */
const SILENT_MS = 15_000;

/** An order is out. Nothing here is green, and nothing claims to be done. */
export function ExecutingCard({ record, sentAt }: { record: ConversionRecord; sentAt: number }) {
  const { zone } = usePreferences();
  const now = useNow(1_000) ?? serverNow();
  const quiet = now - sentAt;
  const { quote } = record;
  return (
    <Card
      glyph="half"
      note={words.executing.sent(secondText(sentAt, now, zone))}
      title={words.executing.title}
      tone="wait"
    >
      {quote ? (
        <div>
          <Swap get={quote.fiatReceivable} label={words.quote.get} record={record} />
        </div>
      ) : null}
      <div className="grid gap-1 text-pretty text-ink-2">
        <p>{words.executing.text}</p>
        {quiet > SILENT_MS ? <p className="text-wait-text">{words.executing.silent(exactSpanText(quiet))}</p> : null}
        <p>{words.executing.hands}</p>
      </div>
    </Card>
  );
}

/** What the record says in the end. */
export function Outcome({ record }: { record: ConversionRecord }) {
  if (record.status === "EXECUTED" && record.price && record.fiatReceived && record.feeQuantity) {
    const { price, feeModel, feeQuantity, fiatReceived, quoteSymbol, username } = record;
    return (
      <Card glyph="done" title={words.result.title} tone="done">
        <div>
          <Swap get={fiatReceived} label={words.quote.got} record={record} sold={words.quote.soldTitle} />
        </div>
        <div>
          <PriceFacts priced={{ price, feeModel, feeQuantity }} record={record} />
        </div>
        <p className="text-ink-2">{words.result.text(fiatText(fiatReceived, quoteSymbol), username)}</p>
      </Card>
    );
  }
  if (record.status === "FAILED")
    return (
      <Card glyph="attn" title={words.result.failed} tone="fail">
        <div className="grid gap-1 text-pretty text-ink-2">
          <p>{words.result.failedText}</p>
          <Refusal className="text-ink-1" record={record} />
        </div>
      </Card>
    );
  return (
    <Card glyph="cancel" note={cancelWords(record)} title={words.result.cancelled} tone="none">
      <p className="text-pretty text-ink-2">
        {words.result.cancelledText(cryptoText(record.quantity, record.baseSymbol))}
      </p>
    </Card>
  );
}

/** Why the venue sold nothing; of a record from before codes were kept, in the words that were. */
export function Refusal({
  record: { failure, lastError },
  className,
}: {
  record: ConversionRecord;
  className?: string;
}) {
  if (!failure && !lastError) return null;
  return <p className={className}>{failure ? <VenueFailureText failure={failure} /> : <q lang="en">{lastError}</q>}</p>;
}

/** Takes the focus when what had it has gone, so that the keyboard's place is not lost with a button. */
function Card({
  tone,
  glyph,
  title,
  note,
  children,
}: {
  tone: Tone;
  glyph: GlyphName;
  title: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section aria-label={title} className="divide-y divide-rule rounded-3 border border-edge bg-raised *:px-4 *:py-3">
      <h3 className="flex items-center gap-2 font-medium outline-none" ref={heading} tabIndex={-1}>
        <Glyph className={MARKS[tone]} name={glyph} />
        {title}
        {note ? <span className="figure font-normal text-ink-3">{note}</span> : null}
      </h3>
      {children}
    </section>
  );
}
