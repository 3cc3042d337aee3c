"use client";

import { NETWORK_NAMES } from "#lib/i18n/networks.ts";
import Link from "next/link";
import type { ReactNode } from "react";
import { networkOf } from "#lib/kernel/assets.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { assetOfPayment, dueOf } from "#components/payments/record.ts";
import { billsText } from "#lib/i18n/bills.ts";
import { paymentsText } from "#lib/i18n/payments.ts";
import { rateText } from "#lib/i18n/amount.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { AddressText, CopyLine } from "#components/ui/copy-line.tsx";
import { useMay } from "#components/may.ts";
import { Hash } from "#components/ui/hash.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Money } from "#components/ui/money.tsx";
import { takesMoney } from "./made-code.tsx";
import type { Mode } from "./new-bill-page.tsx";
import { useOrigin } from "./origin.ts";
import { SandboxPay } from "./sandbox-pay.tsx";

const words = billsText.made;

/** Amount and address to hand on, and the terms that were promised. */
export function MadeFacts({ record, mode }: { record: PaymentRecord; mode: Mode }) {
  const mayPlay = useMay("sandbox") && mode === "sandbox";
  const asset = assetOfPayment(record);
  const due = dueOf(record);
  const part = due.compare(record.quantity) < 0;
  const dueLabel = part ? words.stillDue : words.sendExactly;
  return (
    <div className="grid content-start gap-3.5">
      <CopyLine label={takesMoney(record) ? dueLabel : words.wasDue} name={words.copy.amount} value={due.toString()}>
        <span className="text-20 font-medium [&_.font-normal]:text-13">
          <Money asset={asset} unit value={due} />
        </span>
      </CopyLine>
      <CopyLine
        label={words.toAddress(NETWORK_NAMES[networkOf(asset)])}
        name={words.copy.address}
        value={record.address}
      >
        <AddressText address={record.address} />
      </CopyLine>
      <Terms record={record} />
      <div className="print:hidden flex flex-wrap gap-2">
        <Button onClick={() => window.print()}>
          <Icon name="print" size={14} />
          {words.print}
        </Button>
        {mayPlay ? <SandboxPay record={record} /> : null}
      </div>
    </div>
  );
}

function Terms({ record }: { record: PaymentRecord }) {
  const origin = useOrigin();
  const path = `/pay/${record.paymentId}`;
  const per = billsText.hints.per(record.fiat, record.cryptoType);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-y-0.5">
      <Fact name={record.strategy === "RAI" ? billsText.quote.keep : words.receive}>
        <Money asset={record.fiat} unit value={record.fiatReceivable} />
      </Fact>
      <Fact name={words.price}>
        <span className="figure">{rateText(record.price)}</span> <span className="text-ink-3">{per}</span>
      </Fact>
      {record.limitPrice ? (
        <Fact name={billsText.fields.limitPrice}>
          <span className="figure">{rateText(record.limitPrice)}</span> <span className="text-ink-3">{per}</span>
        </Fact>
      ) : null}
      <Fact name={words.strategy}>
        {record.strategy} <span className="text-ink-3">{paymentsText.feeModel[record.feeModel]}</span>
      </Fact>
      <Fact name={words.subaccount}>
        <bdi className="truncate">{record.subaccount}</bdi>
      </Fact>
      {record.reference ? (
        <Fact name={words.reference}>
          <span className="truncate font-mono text-12">{record.reference}</span>
          <CopyButton name={words.copy.reference} value={record.reference} />
        </Fact>
      ) : null}
      <Fact name={words.paymentId}>
        <Link
          title={words.toPayment}
          className="rounded-1 text-accent underline decoration-accent-edge underline-offset-3 hover:decoration-current"
          href={`/payments?open=${record.paymentId}`}
        >
          <Hash tail value={record.paymentId} />
        </Link>
        <CopyButton name={words.copy.payment} value={record.paymentId} />
      </Fact>
      <Fact name={words.payerPage}>
        <a
          className="truncate rounded-1 text-accent underline decoration-accent-edge underline-offset-3 hover:decoration-current print:wrap-anywhere print:whitespace-normal"
          href={path}
          rel="noopener"
          target="_blank"
        >
          <span className="print:hidden">/pay/…{record.paymentId.slice(-6)}</span>
          <span className="hidden print:inline">{origin + path}</span>
        </a>
        <Icon className="text-ink-3 print:hidden" name="ext" size={12} />
        <CopyButton name={words.copy.payerPage} value={origin + path} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="pe-5 text-12 leading-6 text-ink-3">{name}</dt>
      <dd className="flex min-h-6 min-w-0 items-center gap-1">{children}</dd>
    </>
  );
}
