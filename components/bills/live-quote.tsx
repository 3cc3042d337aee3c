"use client";

import { faultText } from "#components/fault-text.ts";
import type { CSSProperties, ReactNode } from "react";
import { type CryptoAsset, assetOf } from "#lib/kernel/assets.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { usePreferences } from "#components/preferences.tsx";
import { billsText } from "#lib/i18n/bills.ts";
import { percentText, rateText } from "#lib/i18n/amount.ts";
import { cx } from "#components/ui/class-names.ts";
import { Glyph } from "#components/ui/icons.tsx";
import { Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { secondText, spanText } from "#lib/i18n/times.ts";
import { PRICE_MS, type Preview, useKeepsSurplus, type usePreview } from "./bill-data.ts";
import type { BillDraft } from "./draft.ts";
import { FinalOutcome } from "./final-outcome.tsx";
import { inverseOf, shareOf } from "./rates.ts";

const words = billsText.quote;

/** What the bill would promise now: renewed while the page is seen, both directions of the rate, nothing reserved. */
export function LiveQuote({ draft, preview }: { draft: BillDraft; preview: ReturnType<typeof usePreview> }) {
  const { isPlaceholderData: stale, forAmount, dataUpdatedAt } = preview;
  const fault = preview.needsLimit ? words.needsLimit : preview.error ? faultText(preview.error) : undefined;
  const data = fault ? undefined : preview.data;
  const keeps = useKeepsSurplus(draft.cryptoType, draft.fiat);
  return (
    <section
      aria-busy={stale}
      aria-label={words.title}
      className="divide-y divide-rule overflow-clip rounded-3 border border-edge bg-raised *:px-4 *:py-3.5"
    >
      <Pace live={data !== undefined} updatedAt={dataUpdatedAt} />
      {fault ? <NoQuote reason={fault} /> : null}
      {data ? (
        <>
          <div className={cx("grid gap-3", stale && "opacity-60")}>
            <Promised forAmount={forAmount} preview={data} />
          </div>
          <Rates forAmount={forAmount} preview={data} stale={stale} />
        </>
      ) : fault ? null : (
        <LoadingQuote />
      )}
      <FinalOutcome keepsSurplus={keeps} strategy={draft.strategy} />
      {data ? <Source preview={data} /> : null}
    </section>
  );
}

function Pace({ updatedAt, live }: { updatedAt: number; live: boolean }) {
  useNow(1000);
  const left = Math.ceil((updatedAt + PRICE_MS - Date.now()) / 1000);
  return (
    <div className="flex items-center gap-3 text-12 text-ink-2">
      <span className="inline-flex items-center gap-1.5">
        <Glyph className={live ? "text-done-mark" : "text-none-mark"} name={live ? "kept" : "draft"} />
        {live ? words.live : words.paused}
      </span>
      <span aria-hidden="true" className="drain" style={{ "--drain": `${PRICE_MS}ms` } as CSSProperties}>
        {live ? <i key={updatedAt} /> : null}
      </span>
      <span className="figure min-w-18 text-end text-ink-3" suppressHydrationWarning>
        {live && left > 0 ? words.next(left) : words.renewing}
      </span>
    </div>
  );
}

function NoQuote({ reason }: { reason: string }) {
  return (
    <div className="flex items-start gap-2" role="status">
      <Glyph className="mt-0.75 text-fail-mark" name="attn" />
      <div>
        <p className="font-medium text-fail-text">{words.failed}</p>
        <p className="text-pretty text-ink-2">{reason}</p>
      </div>
    </div>
  );
}

function Promised({ preview, forAmount }: { preview: Preview; forAmount: boolean }) {
  const asset = assetOf(preview.cryptoType, preview.networkType);
  return (
    <>
      <div>
        <p className="text-12 text-ink-3">{words.payerSends}</p>
        {forAmount ? (
          <p className="text-32 font-medium wrap-anywhere [&_.font-normal]:text-15">
            <Money asset={asset} unit value={preview.quantity} />
          </p>
        ) : (
          <p className="min-h-10 content-center text-ink-3">{words.nothing}</p>
        )}
      </div>
      {forAmount ? (
        <div>
          <p className="text-12 text-ink-3">{preview.strategy === "RAI" ? words.keep : words.receive}</p>
          <p className="text-20 font-medium [&_.font-normal]:text-13">
            <Money asset={preview.fiat} unit value={preview.fiatReceivable} />
          </p>
        </div>
      ) : null}
    </>
  );
}

function Rates({ preview, forAmount, stale }: { preview: Preview; forAmount: boolean; stale: boolean }) {
  const asset = assetOf(preview.cryptoType, preview.networkType);
  const spread = preview.bid.minus(preview.price);
  return (
    <div className={cx("grid gap-2", stale && "opacity-60")}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-y-1">
        {preview.feeModel === "SPREAD" ? (
          <>
            <Row name={words.bid}>{rateText(preview.bid)}</Row>
            <Row name={words.spread(percentText(preview.spreadBps))}>−{rateText(spread)}</Row>
          </>
        ) : null}
        <Row name={words.price(preview.fiat, preview.cryptoType)} total={preview.feeModel === "SPREAD"}>
          {rateText(preview.price)}
        </Row>
        <Row name={words.inverse(preview.fiat)}>
          <Money asset={asset} unit value={inverseOf(preview.price, preview.cryptoType)} />
        </Row>
        {forAmount ? <Fees asset={asset} preview={preview} /> : null}
        {preview.limitPrice ? <Row name={words.limit}>{rateText(preview.limitPrice)}</Row> : null}
      </dl>
      {preview.limitMet === undefined ? null : (
        <p className="text-12 text-pretty text-ink-2">{preview.limitMet ? words.limitMet : words.limitNotMet}</p>
      )}
    </div>
  );
}

function Fees({ preview, asset }: { preview: Preview; asset: CryptoAsset }) {
  const { strategy, feeModel, quantity, cryptoType } = preview;
  const withheld = feeModel === "EXPLICIT" && strategy !== "RAI" ? preview.explicitFeeBps : 0;
  const retained = strategy === "RAI" ? preview.transactionFeeBps : 0;
  const row = (name: string, bps: number) => (
    <Row name={name}>
      <Money asset={asset} unit value={shareOf(quantity, bps, cryptoType)} />
    </Row>
  );
  return (
    <>
      {withheld > 0 ? row(words.fee(percentText(withheld)), withheld) : null}
      {retained > 0 ? row(words.transactionFee(percentText(retained)), retained) : null}
    </>
  );
}

function Row({ name, total = false, children }: { name: string; total?: boolean; children: ReactNode }) {
  const line = total && "border-t border-strong pt-1 font-medium";
  return (
    <>
      <dt className={cx("self-stretch pe-4 text-12 leading-5", total ? "text-ink-1" : "text-ink-3", line)}>{name}</dt>
      <dd className={cx("figure min-h-5 text-end", line)}>{children}</dd>
    </>
  );
}

function Source({ preview }: { preview: Preview }) {
  const { zone } = usePreferences();
  const now = useNow(1000) ?? serverNow();
  const age = spanText(Math.max(0, now - preview.priceTime));
  return (
    <p className="text-12 text-pretty text-ink-3">
      {words.promise(spanText(preview.lifetimeMs))} {words.source(secondText(preview.priceTime, now, zone), age)}
    </p>
  );
}

function LoadingQuote() {
  return (
    <div aria-busy="true" className="grid gap-3">
      <Skeleton className="h-9 w-3/5" />
      <Skeleton className="h-6 w-2/5" />
      <Skeleton className="w-full" />
      <Skeleton className="w-4/5" />
    </div>
  );
}
