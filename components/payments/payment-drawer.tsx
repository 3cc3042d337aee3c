"use client";

import { isApiFault } from "#lib/contract/api-fault.ts";
import { getReceiptCall } from "#lib/documents/calls.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { Comments } from "#components/comments/comments.tsx";
import { DocumentButton } from "#components/documents/document-button.tsx";
import { CustomerLink } from "#components/ui/customer-link.tsx";
import { commentsText } from "#lib/i18n/comments.ts";
import { paymentText } from "#lib/i18n/payment.ts";
import { text } from "#lib/i18n/text.ts";
import { amountText } from "#lib/i18n/amount.ts";
import { Drawer, DrawerSection } from "#components/ui/drawer.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { BillFacts } from "./bill-facts.tsx";
import { DepositList } from "./deposit-list.tsx";
import { LedgerEntries } from "./ledger-entries.tsx";
import { Identity } from "./identity.tsx";
import { PaymentActions } from "./payment-actions.tsx";
import { PaymentState } from "./payment-state.tsx";
import { PriceExplained } from "./price-explained.tsx";
import { usePayment } from "./payments-data.ts";
import { tagsOf } from "./state-of.ts";
import { UnitWay } from "./unit-way.tsx";
import { storyOf } from "./story.ts";
import { timelineOf } from "./timeline-of.ts";

const words = paymentText.drawer;

/** Everything about one payment: what is going on, where its money is, and why. */
export function PaymentDrawer({
  paymentId,
  known,
  takeFocus,
  onClose,
  onStep,
}: {
  paymentId: string;
  known: PaymentRecord | undefined;
  takeFocus: boolean;
  onClose: () => void;
  onStep?: ((by: -1 | 1) => void) | undefined;
}) {
  const { data: record, error, isPending, refetch } = usePayment(paymentId, known);
  const isMissing = record === null || (isApiFault(error) && error.code.endsWith("NOT_FOUND"));
  return (
    <Drawer
      onClose={onClose}
      onStep={onStep}
      record={paymentId}
      takeFocus={takeFocus}
      title={
        record ? (
          <DrawerTitle record={record} />
        ) : isMissing ? (
          words.missingTitle
        ) : error ? (
          text.nav.payments
        ) : (
          words.loading
        )
      }
    >
      {error && !isMissing ? <ErrorNote error={error} onRetry={refetch} /> : null}
      {record ? <PaymentBody record={record} /> : null}
      {isMissing ? <Empty title={words.missing} /> : null}
      {isPending ? <LoadingBody /> : null}
    </Drawer>
  );
}

function DrawerTitle({ record }: { record: PaymentRecord }) {
  return (
    <>
      <Money asset={record.fiat} value={record.fiatReceivable} /> {record.fiat}{" "}
      <CustomerLink className="font-medium text-ink-3" name={record.subaccount} />
    </>
  );
}

function PaymentBody({ record }: { record: PaymentRecord }) {
  const now = useNow(10_000) ?? serverNow();
  return (
    <>
      <DrawerSection>
        <div className="flex flex-wrap items-center gap-2">
          <PaymentState plain record={record} />
          {tagsOf(record).map((tag) => (
            <Tag key={tag.word} tone={tag.tone}>
              {tag.word}
            </Tag>
          ))}
        </div>
        <p className="mt-3 text-pretty text-ink-2">
          {storyOf(record, now).map((one) => (
            <span className={one.weighs ? "font-medium text-ink-1" : undefined} key={one.text}>
              {one.text}{" "}
            </span>
          ))}
        </p>
        <PaymentActions record={record} />
      </DrawerSection>
      <DrawerSection label={words.amounts}>
        <Amounts record={record} />
        {record.quantityReceived.isZero() ? null : <Identity record={record} />}
      </DrawerSection>
      <UnitWay now={now} record={record} />
      <DrawerSection title={words.why}>
        <Timeline list={timelineOf(record, now)} now={now} />
      </DrawerSection>
      {record.deposits.length > 0 ? (
        <DrawerSection title={words.deposits}>
          <DepositList record={record} />
        </DrawerSection>
      ) : null}
      <DrawerSection
        end={
          <DocumentButton
            label={text.documents.receipt}
            name={`receipt-${record.paymentId}.pdf`}
            fetchFile={(file) => file(getReceiptCall, { paymentId: record.paymentId })}
          />
        }
        title={words.bill}
      >
        <BillFacts now={now} record={record} />
      </DrawerSection>
      <DrawerSection title={paymentText.price.title}>
        <PriceExplained paymentId={record.paymentId} />
      </DrawerSection>
      <LedgerEntries paymentId={record.paymentId} />
      <DrawerSection title={commentsText.title}>
        <Comments kind="PAYMENT" objectId={record.paymentId} of="account" />
      </DrawerSection>
    </>
  );
}

function Amounts({ record }: { record: PaymentRecord }) {
  return (
    <dl className="grid grid-cols-3 gap-3">
      <div>
        <dt className="text-12 text-ink-3">{words.due(record.cryptoType)}</dt>
        <dd className="font-medium">
          <Money asset={record.cryptoType} value={record.quantity} />
        </dd>
      </div>
      <div>
        <dt className="text-12 text-ink-3">{words.received(record.cryptoType)}</dt>
        <dd className="font-medium">
          <Money asset={record.cryptoType} value={record.quantityReceived} />
        </dd>
      </div>
      <div>
        <dt className="text-12 text-ink-3">{words.fiat(record.fiat)}</dt>
        <dd className="font-medium">
          <Money asset={record.fiat} value={record.fiatReceived} />{" "}
          <span className="figure text-12 font-normal text-ink-3">
            {words.of(amountText(record.fiatReceivable, scaleOf(record.fiat)))}
          </span>
        </dd>
      </div>
    </dl>
  );
}

function LoadingBody() {
  return (
    <Waiting>
      <Skeleton className="w-1/2" />
      <Skeleton className="w-full" />
      <Skeleton className="w-4/5" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="w-2/3" />
    </Waiting>
  );
}
