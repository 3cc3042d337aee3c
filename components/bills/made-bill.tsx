"use client";

import { useEffect, useRef } from "react";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { PaymentState } from "#components/payments/payment-state.tsx";
import { usePayment } from "#components/payments/payments-data.ts";
import { storyOf } from "#components/payments/story.ts";
import { usePreferences } from "#components/preferences.tsx";
import { billsText } from "#lib/i18n/bills.ts";
import { text } from "#lib/i18n/text.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Steps } from "#components/ui/steps.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Time } from "#components/ui/time.tsx";
import { TimeLeft } from "#components/ui/time-left.tsx";
import { fullText, secondText } from "#lib/i18n/times.ts";
import { tagsOf } from "#components/payments/state-of.ts";
import { useUrl } from "#components/url.ts";
import { useKeepsSurplus } from "./bill-data.ts";
import { requestOf } from "./bill-request.ts";
import { readDraft } from "./draft.ts";
import { FinalOutcome } from "./final-outcome.tsx";
import { MadeFacts } from "./made-facts.tsx";
import type { Mode } from "./new-bill-page.tsx";
import { progressOf } from "./progress.ts";
import { RequestCode } from "./request-code.tsx";
import { MadeCode } from "./made-code.tsx";

const words = billsText.made;

/** A created bill: what the payer needs, its progress, and what happens to money that differs from the bill. */
export function MadeBill({ paymentId, mode, onAgain }: { paymentId: string; mode: Mode; onAgain: () => void }) {
  const { data: record, error, isPending, refetch } = usePayment(paymentId, undefined);
  const missing = record === null || (!record && isApiFault(error) && error.status === 404);
  return (
    <>
      <MadeHead onAgain={onAgain} record={record ?? undefined} />
      {missing ? (
        <Empty actions={<ButtonLink href="/bills/new">{text.nav.bills}</ButtonLink>} title={words.missing}>
          {words.missingText}
        </Empty>
      ) : error ? (
        <ErrorNote error={error} onRetry={refetch} title={words.failed} />
      ) : null}
      {record ? <MadeBody mode={mode} record={record} /> : null}
      {isPending && !missing ? <LoadingBody /> : null}
    </>
  );
}

function MadeHead({ record, onAgain }: { record: PaymentRecord | undefined; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <header className="flex min-h-13 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule px-gutter py-2.5">
      <h1 className="text-15 font-semibold outline-none" ref={heading} tabIndex={-1}>
        {words.title}
      </h1>
      {record ? (
        <span aria-live="polite">
          <PaymentState plain={record.status === "PENDING"} record={record} />
        </span>
      ) : null}
      {record && record.status !== "COMPLETED" ? <Ending until={record.expiryTime} /> : null}
      <span className="print:hidden ms-auto flex flex-wrap gap-2">
        <Button onClick={onAgain} size="small">
          {words.again}
        </Button>
        <ButtonLink href="/bills/new" size="small">
          {words.another}
        </ButtonLink>
      </span>
    </header>
  );
}

/** Counts down on the server's clock; on paper nothing does, so there the moment stands in full. */
function Ending({ until }: { until: number }) {
  const now = useNow(1000) ?? serverNow();
  const { zone } = usePreferences();
  const open = until > now;
  return (
    <span className="text-ink-2">
      {open ? words.ends : words.ended}{" "}
      <span className="print:hidden">
        <Time at={until} />
        {open ? (
          <>
            , {words.within} <TimeLeft className="font-medium text-ink-1" until={until} />
          </>
        ) : null}
      </span>
      <span className="figure hidden print:inline">{fullText(until, zone)}</span>
    </span>
  );
}

function MadeBody({ record, mode }: { record: PaymentRecord; mode: Mode }) {
  const { params } = useUrl();
  const keeps = useKeepsSurplus(record.cryptoType, record.fiat);
  return (
    <div className="made">
      <MadeCode record={record} />
      <MadeFacts mode={mode} record={record} />
      <aside aria-label={words.progress} className="grid content-start gap-5">
        <Story record={record} />
        <FinalOutcome keepsSurplus={keeps} strategy={record.strategy} />
        <RequestCode mode={mode} open request={requestOf(readDraft(params))} />
      </aside>
    </div>
  );
}

function Story({ record }: { record: PaymentRecord }) {
  const now = useNow(10_000) ?? serverNow();
  const { zone } = usePreferences();
  const steps = progressOf(record, now, (at) => secondText(at, now, zone));
  return (
    <section className="grid gap-3">
      <h2 className="text-12 font-semibold">{words.progress}</h2>
      <Steps
        label={words.progress}
        steps={steps.map(({ at, ...step }) => ({ ...step, end: at === undefined ? undefined : <Time at={at} /> }))}
      />
      {record.deposits.length > 0 ? (
        <div className="grid gap-2 border-t border-rule pt-3">
          <span className="flex flex-wrap gap-1.5">
            {tagsOf(record).map((tag) => (
              <Tag key={tag.word} tone={tag.tone}>
                {tag.word}
              </Tag>
            ))}
          </span>
          <p className="text-12 text-pretty text-ink-2">
            {storyOf(record, now).map((one) => (
              <span className={one.weighs ? "font-medium text-ink-1" : undefined} key={one.text}>
                {one.text}{" "}
              </span>
            ))}
          </p>
        </div>
      ) : null}
    </section>
  );
}

function LoadingBody() {
  return (
    <div aria-busy="true" aria-label={words.loading} className="made" role="status">
      <Skeleton className="made-code m-5 h-52! w-52! p-0!" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="w-3/5" />
      </div>
    </div>
  );
}
