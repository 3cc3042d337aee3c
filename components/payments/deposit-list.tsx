import { assetOf } from "#lib/kernel/assets.ts";
import type { DepositRecord, PaymentRecord } from "#lib/payments/contract.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { Hash } from "#components/ui/hash.tsx";
import type { GlyphName } from "#components/ui/icons.tsx";
import { AssetName, Money } from "#components/ui/money.tsx";
import { State, type Tone } from "#components/ui/state.tsx";
import { rateText } from "#lib/i18n/amount.ts";
import { ExplorerLink } from "./explorer-link.tsx";
import { isOwn } from "./record.ts";
import { RefundLinks } from "./refund-links.tsx";
import { reasonWords } from "./state-of.ts";

const words = paymentText;

const LOOKS: Record<DepositRecord["status"], [Tone, GlyphName]> = {
  UNCONFIRMED: ["out", "pie"],
  PROCESSING: ["wait", "half"],
  CONVERTED: ["done", "done"],
  CREDITED: ["none", "kept"],
  HELD: ["fail", "attn"],
  DECLINED: ["none", "cancel"],
  DROPPED: ["fail", "attn"],
};

/** Each deposit with its hash, its state and the fills that sold parts of it. */
export function DepositList({ record }: { record: PaymentRecord }) {
  return (
    <ul className="-mx-gutter divide-y divide-rule">
      {record.deposits.map((deposit) => (
        <li className="grid gap-1 px-gutter py-2 first:pt-0 last:pb-0" key={deposit.txId}>
          <Deposit deposit={deposit} own={isOwn(record, deposit)} record={record} />
        </li>
      ))}
    </ul>
  );
}

function Deposit({ deposit, record, own }: { deposit: DepositRecord; record: PaymentRecord; own: boolean }) {
  const [tone, glyph] = LOOKS[deposit.status];
  const unconfirmed = deposit.status === "UNCONFIRMED";
  const why = unconfirmed
    ? paymentsText.why.confirmations(deposit.confirmations, deposit.confirmationsRequired)
    : reasonWords(deposit.reasonCode);
  return (
    <>
      <div className="flex items-baseline gap-3">
        <State glyph={glyph} tone={tone} why={why} word={words.deposit[deposit.status]} />
        <span className="ms-auto font-medium">
          <Money asset={deposit.cryptoType} unit value={deposit.quantity} />
        </span>
      </div>
      <div className="flex min-h-6 items-center gap-1 text-12 text-ink-3">
        <Hash copy={words.drawer.copy.tx} value={deposit.txHash} />
        <ExplorerLink
          asset={assetOf(deposit.cryptoType, deposit.networkType)}
          kind="explorerTx"
          value={deposit.txHash}
        />
        <span className="figure">:{deposit.outputIndex}</span>
        {own ? null : <AssetName network={deposit.networkType} symbol={deposit.cryptoType} />}
        {deposit.sourceAddress ? (
          <span className="ms-auto inline-flex items-center gap-1">
            {words.drawer.facts.source} <Hash value={deposit.sourceAddress} />
          </span>
        ) : null}
      </div>
      {deposit.fills.length > 0 ? <Fills deposit={deposit} record={record} /> : null}
      <RefundLinks deposit={deposit} record={record} />
    </>
  );
}

function Fills({ deposit, record }: { deposit: DepositRecord; record: PaymentRecord }) {
  return (
    <ul className="grid gap-0.5 border-s-2 border-rule ps-2 text-12 text-ink-2">
      {deposit.fills.map((fill, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fills are only ever appended
        <li className="flex gap-3" key={at}>
          <span>
            {words.timeline.method[fill.method]}{" "}
            <Money asset={record.cryptoType} value={fill.quantity.minus(fill.feeQuantity)} /> ×{" "}
            <span className="figure">{rateText(fill.price)}</span>
          </span>
          <span className="ms-auto">
            <Money asset={record.fiat} unit value={fill.fiat} />
          </span>
        </li>
      ))}
    </ul>
  );
}
