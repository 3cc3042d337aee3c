import Link from "next/link";
import type { ReactNode } from "react";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Time } from "#components/ui/time.tsx";
import { TimeLeft } from "#components/ui/time-left.tsx";
import { ExplorerLink } from "./explorer-link.tsx";
import { assetOfPayment } from "./record.ts";

const words = paymentText.drawer;

/** The promise: price, address, end, and what happens to money that comes later. */
export function BillFacts({ record, now }: { record: PaymentRecord; now: number }) {
  const per = words.per(record.fiat, record.cryptoType);
  const open = record.expiryTime > now;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-y-1">
        <Fact name={words.facts.payment}>
          <Hash copy={words.copy.payment} value={record.paymentId} />
        </Fact>
        <Fact name={words.facts.address}>
          <Hash copy={words.copy.address} value={record.address} />
          <ExplorerLink asset={assetOfPayment(record)} kind="explorerAddress" value={record.address} />
        </Fact>
        {record.reference ? (
          <Fact name={words.facts.reference}>
            <span className="font-mono text-12">{record.reference}</span>
            <CopyButton name={words.copy.reference} value={record.reference} />
          </Fact>
        ) : null}
        <Fact name={words.facts.price}>
          <span className="figure">{rateText(record.price)}</span> <span className="text-ink-3">{per}</span>
        </Fact>
        {record.limitPrice ? (
          <Fact name={words.facts.limitPrice}>
            <span className="figure">{rateText(record.limitPrice)}</span> <span className="text-ink-3">{per}</span>
          </Fact>
        ) : null}
        <Fact name={words.facts.strategy}>
          {paymentsText.strategy[record.strategy]}{" "}
          <span className="text-ink-3">{paymentsText.feeModel[record.feeModel]}</span>
        </Fact>
        <Fact name={open ? words.facts.ends : words.facts.ended}>
          {open ? <TimeLeft className="me-2 text-ink-3" until={record.expiryTime} /> : null}
          <Time at={record.expiryTime} />
        </Fact>
        <Fact name={words.facts.account}>{record.username}</Fact>
        <Fact name={words.facts.webhooks}>
          <Link
            className="text-accent hover:underline"
            href={`/developers?tab=webhooks&objectId=${record.paymentId}`}
            prefetch={false}
          >
            {words.deliveries}
          </Link>
        </Fact>
      </dl>
      <p className="mt-3 text-12 text-pretty text-ink-2">
        <span className="font-medium text-ink-1">{paymentText.late.title}:</span> {paymentText.late[record.strategy]}
      </p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="pe-4 text-12 text-ink-3">{name}</dt>
      <dd className="flex min-h-6 min-w-0 items-center justify-end gap-1 truncate text-end">{children}</dd>
    </>
  );
}
