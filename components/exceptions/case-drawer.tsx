"use client";

import Link from "next/link";
import type { CaseDetail, CasePerson } from "#lib/cases/contract.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { serverNow, useNow } from "#components/clock.ts";
import { PaymentActions } from "#components/payments/payment-actions.tsx";
import { usePayment } from "#components/payments/payments-data.ts";
import { timelineOf } from "#components/payments/timeline-of.ts";
import { useOf } from "#components/whose.tsx";
import { text } from "#components/i18n/text.ts";
import { Drawer, DrawerSection } from "#components/ui/drawer.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorNote } from "#components/ui/error-note.tsx";
import { Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { State } from "#components/ui/state.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Time } from "#components/ui/time.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { Waiting } from "#components/ui/waiting.tsx";
import { Age } from "./age.tsx";
import { CaseActions } from "./case-actions.tsx";
import { Stake } from "./case-columns.tsx";
import { lookOf, placeOf } from "./case-look.ts";
import { HeldActions } from "./held-actions.tsx";
import { CaseNotes } from "./case-notes.tsx";
import { useCase } from "./cases-data.ts";
import { causeText } from "./cause-text.ts";

const words = text.exceptions.drawer;

/** One case: what happened, what is at stake, what can be done, and what people did. */
export function CaseDrawer({
  caseId,
  fiat,
  people,
  takeFocus,
  onClose,
  onStep,
}: {
  caseId: string;
  fiat: Fiat;
  people: readonly CasePerson[];
  takeFocus: boolean;
  onClose: () => void;
  onStep?: ((by: -1 | 1) => void) | undefined;
}) {
  const { data: found, error, isPending, refetch } = useCase(caseId, fiat);
  return (
    <Drawer
      onClose={onClose}
      onStep={onStep}
      record={caseId}
      takeFocus={takeFocus}
      title={found ? <Title found={found} /> : words.loading}
    >
      {error ? <ErrorNote error={error} onRetry={refetch} /> : null}
      {found ? <CaseBody found={found} people={people} /> : null}
      {found === null ? <Empty title={words.missing} /> : null}
      {isPending ? <LoadingBody /> : null}
    </Drawer>
  );
}

function Title({ found }: { found: CaseDetail }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <State {...lookOf(found)} />
      {found.state === "OPEN" ? null : <Tag>{text.exceptions.states[found.state]}</Tag>}
    </span>
  );
}

function CaseBody({ found, people }: { found: CaseDetail; people: readonly CasePerson[] }) {
  const ofHouse = useOf() === "house";
  const place = ofHouse ? undefined : placeOf(found);
  return (
    <>
      <DrawerSection>
        <p className="text-pretty text-ink-1">{causeText(found)}</p>
        <Facts found={found} />
        {place ? (
          <Link className="mt-2 inline-flex min-h-6 items-center text-accent hover:underline" href={place.href}>
            {place.label}
          </Link>
        ) : null}
        {ofHouse ? <HeldActions found={found} /> : null}
        {found.paymentId && !ofHouse ? <PaymentCommands paymentId={found.paymentId} /> : null}
        <CaseActions found={found} people={people} />
      </DrawerSection>
      <DrawerSection title={words.notes}>
        <CaseNotes found={found} />
      </DrawerSection>
      {found.paymentId && !ofHouse ? <Happened paymentId={found.paymentId} /> : null}
    </>
  );
}

function Facts({ found }: { found: CaseDetail }) {
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
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-12 text-ink-3">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the payment behind a case allows, by the same dialogs as on its own page. */
function PaymentCommands({ paymentId }: { paymentId: string }) {
  const { data: record } = usePayment(paymentId, undefined);
  return record ? <PaymentActions record={record} /> : null;
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

function LoadingBody() {
  return (
    <Waiting>
      <Skeleton className="w-1/2" />
      <Skeleton className="w-full" />
      <Skeleton className="w-4/5" />
      <Skeleton className="h-24 w-full" />
    </Waiting>
  );
}
