"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import type { CaseDetail, CasePerson } from "#lib/cases/contract.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { ApprovalFacts } from "#components/approvals/approval-facts.tsx";
import { titleOf } from "#lib/approvals/approval-text.ts";
import { CustomerLink } from "#components/ui/customer-link.tsx";
import { usePayment } from "#components/payments/payments-data.ts";
import { timelineOf } from "#components/payments/timeline-of.ts";
import { useOf } from "#components/whose.tsx";
import { exceptionsText } from "#lib/i18n/exceptions.ts";
import { DrawerSection } from "#components/ui/drawer.tsx";
import { RecordSteps } from "#components/ui/drawer.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Money } from "#components/ui/money.tsx";
import { State } from "#components/ui/state.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Time } from "#components/ui/time.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { Age } from "./age.tsx";
import { lookOf, placeOf } from "./case-look.ts";
import { CaseNotes } from "./case-notes.tsx";
import { causeText } from "./cause-text.ts";
import { useApprovalOf } from "./approval-of.ts";
import { Stake } from "./stake.tsx";

const words = exceptionsText.drawer;

type Steps = { onClose: () => void; onStep: ((by: -1 | 1) => void) | undefined };

/** The head of a case: its kind and state, the way to its neighbours and back to the list. */
export function StoryHead({
  title,
  takeFocus,
  record,
  onClose,
  onStep,
}: Steps & { title: ReactNode; takeFocus: boolean; record: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is what moves the focus
  useEffect(() => {
    if (takeFocus) heading.current?.focus({ preventScroll: true });
  }, [record, takeFocus]);
  return (
    <header className="story-head">
      <h2 className="min-w-0 truncate text-15 font-semibold outline-none" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <RecordSteps onClose={onClose} onStep={onStep} />
    </header>
  );
}

export function CaseTitle({ found }: { found: CaseDetail }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <State {...lookOf(found)} />
      {found.state === "OPEN" ? null : <Tag>{exceptionsText.states[found.state]}</Tag>}
    </span>
  );
}

/** What happened, in a sentence and figures, then as it went, and what people said of it. */
export function Story({ found, people }: { found: CaseDetail; people: readonly CasePerson[] }) {
  const ofHouse = useOf() === "house";
  const place = ofHouse ? undefined : placeOf(found);
  return (
    <>
      <section className="border-b border-rule px-gutter py-4">
        <p className="text-15 font-normal text-pretty text-ink-1">{causeText(found)}</p>
        <Facts found={found} />
      </section>
      {found.kind === "APPROVAL" && found.state !== "SETTLED" ? <Requested found={found} /> : null}
      {found.paymentId && !ofHouse ? <Happened paymentId={found.paymentId} /> : null}
      <DrawerSection title={words.notes}>
        <CaseNotes found={found} people={people} />
      </DrawerSection>
      {place ? (
        <DrawerSection title={found.paymentId ? words.payment : exceptionsText.decision.MEND.conversion}>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Hash copy={words.payment} value={found.paymentId ?? found.invoiceId ?? ""} />
            <Link className="inline-flex min-h-6 items-center text-accent hover:underline" href={place.href}>
              {place.label}
            </Link>
          </p>
        </DrawerSection>
      ) : null}
    </>
  );
}

function Facts({ found }: { found: CaseDetail }) {
  const ofHouse = useOf() === "house";
  const facts = [
    { name: words.account, value: found.account ?? null },
    {
      name: found.kind === "UNDERPAID" ? words.missingAmount : words.stake,
      value: found.quantity ? <Stake record={found} /> : null,
    },
    { name: words.worth, value: found.worth ? <Money asset={found.fiat} unit value={found.worth} /> : null },
    {
      name: words.since,
      value: (
        <>
          <Time at={found.since} /> <Age className="text-12 font-normal text-ink-3" since={found.since} />
        </>
      ),
    },
  ].filter(({ value }) => value !== null);
  return (
    <dl aria-label={words.facts} className="mt-4 flex flex-wrap gap-x-8 gap-y-3">
      {found.paymentId && !ofHouse ? <Customer paymentId={found.paymentId} /> : null}
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-12 text-ink-3">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The request in full, as the page of all requests shows it. */
function Requested({ found }: { found: CaseDetail }) {
  const approval = useApprovalOf(found);
  if (!approval) return null;
  return (
    <DrawerSection title={titleOf(approval)}>
      <ApprovalFacts approval={approval} />
    </DrawerSection>
  );
}

function Customer({ paymentId }: { paymentId: string }) {
  const { data: record } = usePayment(paymentId, undefined);
  if (!record) return null;
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-3">{words.customer}</dt>
      <dd className="font-medium">
        <CustomerLink className="min-h-0" name={record.subaccount} />
      </dd>
    </div>
  );
}

function Happened({ paymentId }: { paymentId: string }) {
  const { data: record } = usePayment(paymentId, undefined);
  const now = useNow(10_000) ?? serverNow();
  if (!record) return null;
  return (
    <DrawerSection title={words.happened}>
      <Timeline list={timelineOf(record, now)} now={now} />
    </DrawerSection>
  );
}
