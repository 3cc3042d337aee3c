import { type CryptoAsset, cryptoOf, networkTypeOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { assetText, networkName } from "#lib/i18n/networks.ts";
import { allOf } from "#components/ui/data-table/all-of.ts";
import { SelectionFoot, TotalsFoot, TotalsWaiting } from "#components/ui/data-table/foot.tsx";
import { countText } from "#lib/i18n/amount.ts";
import { Money } from "#components/ui/money.tsx";
import { ConvertSelected } from "./convert-selected.tsx";
import type { PaymentsSummary } from "./payments-data.ts";
import { freeOf } from "#components/conversions/free-of.ts";
import { assetOfPayment } from "./record.ts";

const words = paymentsText.totals;

/** Sums of the whole filter when the server has sent them, else of the loaded rows; the caption says which. */
export function PaymentTotals({
  rows,
  summary,
  awaited,
}: {
  rows: readonly PaymentRecord[];
  summary: PaymentsSummary | undefined;
  /** This filter's sums are on their way; `summary` is then another's. */
  awaited: boolean;
}) {
  if (awaited && !summary) return <TotalsWaiting />;
  const sums = summary
    ? summary.byAsset.map((one) => ({ symbol: one.cryptoType, network: one.networkType, value: one.quantityReceived }))
    : listed(sumBy(rows, (record) => record.quantityReceived));
  const arrived = sums.filter((sum) => !sum.value.isZero());
  return (
    <TotalsFoot
      awaited={awaited}
      caption={summary ? words.received : words.receivedLoaded}
      count={
        summary
          ? words.of(countText(rows.length), countText(allOf(rows.length, summary.count)))
          : words.loaded(countText(rows.length))
      }
    >
      {arrived.length === 0 ? <span className="text-ink-3">{words.nothing}</span> : null}
      {arrived.map((sum) => (
        <span className="inline-flex items-baseline gap-1.5" key={`${sum.symbol}${sum.network ?? ""}`}>
          <Money asset={sum.symbol} unit value={sum.value} />
          {sum.network ? <small className="text-12 text-ink-3">{networkName(sum.network)}</small> : null}
        </span>
      ))}
      {summary ? <FiatReceived summary={summary} /> : null}
    </TotalsFoot>
  );
}

function FiatReceived({ summary }: { summary: PaymentsSummary }) {
  const sums = summary.byFiat.filter((one) => !one.fiatReceived.isZero());
  if (sums.length === 0) return null;
  return (
    <>
      <span className="text-12 text-ink-3">{words.fiatReceived}</span>
      {sums.map((one) => (
        <span key={one.fiat}>
          <Money asset={one.fiat} unit value={one.fiatReceived} />
        </span>
      ))}
    </>
  );
}

/** What is selected and how much of it is free to convert; amounts of different assets are never added together. */
export function PaymentSelection({ selected, onClear }: { selected: readonly PaymentRecord[]; onClear: () => void }) {
  const sums = listed(sumBy(selected, freeOf));
  return (
    <SelectionFoot
      actions={<ConvertSelected selected={selected} />}
      caption={words.free}
      count={selected.length}
      onClear={onClear}
    >
      {sums.map((sum) => (
        <span className="font-medium" key={`${sum.symbol}${sum.network ?? ""}`}>
          <span className="sum">
            <Money asset={sum.symbol} value={sum.value} />
          </span>{" "}
          <span className="font-normal text-ink-3">{assetText({ asset: sum.symbol, networkType: sum.network })}</span>
        </span>
      ))}
    </SelectionFoot>
  );
}

function sumBy(rows: readonly PaymentRecord[], amount: (record: PaymentRecord) => Decimal): Map<CryptoAsset, Decimal> {
  const sums = new Map<CryptoAsset, Decimal>();
  for (const record of rows) {
    const asset = assetOfPayment(record);
    sums.set(asset, (sums.get(asset) ?? Decimal.ZERO).plus(amount(record)));
  }
  return sums;
}

const listed = (sums: Map<CryptoAsset, Decimal>) =>
  [...sums].map(([asset, value]) => ({ symbol: cryptoOf(asset), network: networkTypeOf(asset), value }));
